"""Whether Blender shows the extension's translations, in a Blender with languages (the Python module is built without):

    blender --background --factory-startup --python-exit-code 1 --python clients/blender/languages.py

Any release will do, Debian's too: only the tables are loaded, not the extension.
"""

import importlib
import os
import sys
import types

import bpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))

def load():
    """The package of the extension without running its first page, which needs the library."""
    package = types.ModuleType("xenomesh_words")
    package.__path__ = [os.path.join(sys.path[0], "blender")]
    sys.modules["xenomesh_words"] = package
    return importlib.import_module("xenomesh_words.words")


def main():
    table, tr = load(), bpy.app.translations
    assert bpy.app.build_options.international, "this Blender is built without translations"
    known = set(tr.locales)
    # Before 4.2 simplified Chinese had another name.
    names = {locale: locale if locale in known else {"zh_HANS": "zh_CN"}[locale] for locale in table.LANGUAGES}
    tr.register("xenomesh_words", {names[locale]: rows for locale, rows in table.table().items()})
    view, ours, blenders = bpy.context.preferences.view, 0, []
    for locale, texts in table.LANGUAGES.items():
        view.language = names[locale]
        view.use_translate_interface = view.use_translate_tooltips = True
        for english, text in texts.items():
            got = {tr.pgettext_iface(english), tr.pgettext_tip(english), tr.pgettext_iface(english, "Operator")}
            if text in got:
                ours += 1
            else:  # words that Blender has too are in Blender's own translation
                assert english not in got, f"{locale}: {english} is shown in English"
                blenders.append((locale, english, got))
    assert ours > 20 * len(blenders), f"Blender shows its own words: {blenders}"
    print(f"{ours} texts in {len(names)} languages as translated, {len(blenders)} in Blender's own words: ok")


main()
