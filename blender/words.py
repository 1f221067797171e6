"""Translations. English is the key; what is not here is shown in English."""

import bpy

PROPER = {
    "xps", "xnalara-bin", "xnalara-ascii", "pose", "xac", "xsm", "xpm", "xmf", "ani", "component", "bsg", "bgf", "scene", "glb",
}  # fmt: skip
"""Formats: their names are the same in every language."""
_LOCALES = ("es", "ja_JP", "zh_HANS", "ru_RU")
_TABLE = {
    "Game Model": ("Modelo de juego", "ゲームモデル", "游戏模型", "Игровая модель"),
    "Import Game Model": ("Importar modelo de juego", "ゲームモデルをインポート", "导入游戏模型", "Импорт игровой модели"),
    "Export Game Model": ("Exportar modelo de juego", "ゲームモデルをエクスポート", "导出游戏模型", "Экспорт игровой модели"),
    "Bones Along Limbs": ("Huesos a lo largo de los miembros", "ボーンを手足に沿わせる", "骨骼沿肢体方向", "Кости вдоль конечностей"),
    "Connect Bones": ("Conectar huesos", "ボーンを接続", "连接骨骼", "Соединять кости"),
    "Motions of the Folder": ("Movimientos de la carpeta", "フォルダー内のモーション", "文件夹中的动作", "Движения из папки"),
    "Play First Motion": ("Reproducir el primer movimiento", "最初のモーションを再生", "播放第一个动作", "Играть первое движение"),
    "Default Pose": ("Pose predeterminada", "デフォルトポーズ", "默认姿势", "Поза по умолчанию"),
    "Custom Normals": ("Normales del archivo", "ファイルの法線", "文件中的法线", "Нормали из файла"),
    "Pack Textures": ("Empaquetar texturas", "テクスチャをパック", "打包纹理", "Упаковать текстуры"),
    "Texture Folder": ("Carpeta de texturas", "テクスチャフォルダー", "纹理文件夹", "Папка текстур"),
    "Game Folder": ("Carpeta del juego", "ゲームフォルダー", "游戏文件夹", "Папка игры"),
    "All Levels of Detail": ("Todos los niveles de detalle", "すべてのLOD", "所有细节级别", "Все уровни детализации"),
    "Collision Meshes": ("Mallas de colisión", "コリジョンメッシュ", "碰撞网格", "Меши столкновений"),
    "Motions as NLA Tracks": ("Movimientos como pistas NLA", "モーションをNLAトラックに", "动作作为NLA轨道", "Движения как дорожки НЛА"),
    "Hidden Items": ("Objetos ocultos", "非表示アイテム", "隐藏部件", "Скрытые предметы"),
    "In a Hidden Collection": ("En una colección oculta", "非表示コレクションに", "放入隐藏集合", "В скрытой коллекции"),
    "Leave Out": ("Omitir", "読み込まない", "不导入", "Пропустить"),
    "Whole Model": ("Modelo completo", "モデル全体", "整个模型", "Вся модель"),
    "Original as Template": ("Original como plantilla", "元ファイルをテンプレートに", "以原文件为模板", "Оригинал как шаблон"),
    "Replace Files": ("Reemplazar archivos", "ファイルを置き換える", "替换文件", "Заменять файлы"),
    "Profile": ("Perfil", "プロファイル", "配置", "Профиль"),
    "Bones and Poses": ("Huesos y poses", "ボーンとポーズ", "骨骼与姿势", "Кости и позы"),
    "Load Pose or Motion": ("Cargar pose o movimiento", "ポーズやモーションを読み込む", "载入姿势或动作", "Загрузить позу или движение"),
    "Bones to .L/.R": ("Huesos a .L/.R", "ボーン名を .L/.R に", "骨骼改为 .L/.R", "Кости в .L/.R"),
    "Bones to left/right": ("Huesos a left/right", "ボーン名を left/right に", "骨骼改为 left/right", "Кости в left/right"),
    "Hide Unused Bones": ("Ocultar huesos sin uso", "未使用ボーンを隠す", "隐藏未使用的骨骼", "Скрыть неиспользуемые кости"),
    "Pose to Rest Pose": ("Pose a pose de reposo", "ポーズをレストポーズに", "姿势设为静置姿势", "Позу в позу покоя"),
    "XPS Meshes": ("Mallas XPS", "XPSメッシュ", "XPS网格", "Меши XPS"),
    "Render Group": ("Grupo de render", "レンダーグループ", "渲染组", "Группа рендера"),
    "Optional Item": ("Objeto opcional", "オプションアイテム", "可选部件", "Необязательный предмет"),
    "Join by Render Group": ("Unir por grupo de render", "レンダーグループで結合", "按渲染组合并", "Объединить по группе рендера"),
    "Weld Seams": ("Soldar costuras", "継ぎ目を溶接", "焊接接缝", "Сшить швы"),
    "Validate": ("Validar", "検証", "检查", "Проверить"),
    "Repair": ("Reparar", "修復", "修复", "Исправить"),
    "Only": ("Solo", "対象のみ", "仅限", "Только"),
    "Choose Models": ("Elegir modelos", "モデルを選択", "选择模型", "Выбрать модели"),
    "All": ("Todos", "すべて", "全部", "Все"),
    "Select Object": ("Seleccionar objeto", "オブジェクトを選択", "选择物体", "Выбрать объект"),
    "Format": ("Formato", "形式", "格式", "Формат"),
    "What": ("Qué", "対象", "内容", "Что"),
    "Selection": ("Selección", "選択物", "所选项", "Выделенное"),
    "Collection": ("Colección", "コレクション", "集合", "Коллекция"),
    "Scene": ("Escena", "シーン", "场景", "Сцена"),
    "Poses": ("Poses", "ポーズ", "姿势", "Позы"),
    "This Frame": ("Este fotograma", "このフレーム", "当前帧", "Этот кадр"),
    "Frame Range": ("Rango de fotogramas", "フレーム範囲", "帧范围", "Диапазон кадров"),
    "Keys": ("Claves", "キー", "关键帧", "Ключи"),
    "Textures": ("Texturas", "テクスチャ", "纹理", "Текстуры"),
    "Findings First": ("Primero los avisos", "先に検出結果を表示", "先显示检查结果", "Сначала замечания"),
    "Findings": ("Avisos", "検出結果", "检查结果", "Замечания"),
    "Export Anyway": ("Exportar de todos modos", "それでもエクスポート", "仍然导出", "Экспортировать всё равно"),
    "Check Export": ("Comprobar exportación", "エクスポートを確認", "检查导出", "Проверить экспорт"),
    "Optional": ("Opcional", "オプション", "可选", "Необязательно"),
    "Shown": ("Visible", "表示", "显示", "Показан"),
    "Hidden": ("Oculto", "非表示", "隐藏", "Скрыт"),
    "No": ("No", "いいえ", "否", "Нет"),
    "Distance": ("Distancia", "距離", "距离", "Расстояние"),
    "Kept from the File": ("Conservado del archivo", "ファイルから保持", "保留自文件", "Сохранено из файла"),
}


def table():
    """In the shape Blender wants: locale → (context, English) → text."""
    out = {}
    for i, locale in enumerate(_LOCALES):
        rows = {}
        for english, texts in _TABLE.items():
            for context in ("*", "Operator"):
                rows[context, english] = texts[i]
        out[locale] = rows
    return out


def register(name):
    """Adds the translations."""
    bpy.app.translations.register(name, table())


def unregister(name):
    """Takes them out."""
    bpy.app.translations.unregister(name)
