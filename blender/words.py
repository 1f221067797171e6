"""Translations: English is the key, a file for each language. Formats and the library's findings are not translated."""

import bpy

from . import words_es, words_ja, words_ru, words_zh

LANGUAGES = {"es": words_es.TEXTS, "ja_JP": words_ja.TEXTS, "zh_HANS": words_zh.TEXTS, "ru_RU": words_ru.TEXTS}
PROPER = ("XPS (.xps)", "XNALara (.mesh)", "XNALara Posing Studio")
"""Names that are the same in every language."""


def say(text, **values):
    """A sentence for the status bar in the user's language; the values are put into it afterwards."""
    return bpy.app.translations.pgettext_rpt(text).format(**values)


def shown(text):
    """A label in the user's language."""
    return bpy.app.translations.pgettext_iface(text)


def table():
    """In the shape Blender wants: locale → (context, English) → text."""
    out = {}
    for locale, texts in LANGUAGES.items():
        out[locale] = {(context, english): text for english, text in texts.items() for context in ("*", "Operator")}
    return out


def register(name):
    """Adds the translations."""
    bpy.app.translations.register(name, table())


def unregister(name):
    """Takes them out."""
    bpy.app.translations.unregister(name)
