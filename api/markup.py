"""Builds HTML pages that load nothing from elsewhere: elements, their text escaped, and one style for all."""

from collections.abc import Iterable
from html import escape
from typing import Final

from api.errors import plain

_EMPTY: Final = ("img", "meta")
"""Elements that have no end."""

_STYLE: Final = """
:root { color-scheme: light dark; --faint: light-dark(#f1f1ee, #262626); --line: light-dark(#ccc, #555); }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 1rem auto; max-width: 64rem; padding: 0 .8rem; }
h2 { border-top: 2px solid var(--line); margin-top: 2rem; padding-top: .6rem; }
h3 { margin: 1.4rem 0 .2rem; }
p { margin: .3rem 0; overflow-wrap: anywhere; }
img { height: auto; max-width: 100%; vertical-align: top; }
figure { margin: 0; }
figcaption { font-size: .9rem; overflow-wrap: anywhere; }
.row { display: flex; flex-wrap: wrap; gap: .8rem; margin: .4rem 0; }
.row figure { flex: 0 1 auto; width: min-content; }
.row img { max-width: min(18rem, calc(50vw - 1.3rem)); }
.note { background: var(--faint); border-radius: .4rem; padding: .5rem .8rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid var(--line); padding: .2rem .6rem .2rem 0; text-align: left;
  vertical-align: top; }
code { font-size: .9em; overflow-wrap: anywhere; }
td ul { margin: 0; padding-left: 1rem; }
summary { cursor: pointer; padding: .4rem 0; }
"""


class Html(str):
    """Text that is markup already; any other text is escaped where it is put in."""

    __slots__ = ()


def element(name: str, /, *content: str, **attributes: str | int) -> Html:
    """Return an element.

    Args:
        name: such as "p".
        content: what is in it; all but `Html` is escaped.
        attributes: its attributes; an underscore at the end of a name, as in `class_`, is taken off.
    """
    shown = "".join(f' {key.rstrip("_")}="{escape(plain(str(value)))}"' for key, value in attributes.items())
    start = f"<{name}{shown}>"
    return Html(start if name in _EMPTY else f"{start}{joined(content)}</{name}>")


def joined(content: Iterable[str]) -> Html:
    """Return texts one after the other; all but `Html` is escaped."""
    return Html("".join(each if isinstance(each, Html) else escape(plain(each)) for each in content))


def listed(items: Iterable[str], otherwise: str) -> Html:
    """Return a list, or a sentence where there is nothing to list."""
    found = [element("li", item) for item in items]
    return element("ul", *found) if found else element("p", otherwise)


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> Html:
    """Return a table; a narrow screen scrolls it by itself."""
    head = element("tr", *(element("th", each) for each in heads))
    body = [element("tr", *(element("td", each) for each in row)) for row in rows]
    return element("div", element("table", head, *body), class_="scroll")


def document(title: str, *content: str, made_by: str) -> str:
    """Return a page.

    Args:
        title: what it is about.
        content: what is on it.
        made_by: what wrote it, as said in its head.
    """
    head = joined(
        (
            element("meta", charset="utf-8"),
            element("meta", name="viewport", content="width=device-width, initial-scale=1"),
            element("meta", name="generator", content=made_by),
            element("title", title),
            Html(f"<style>{_STYLE}</style>"),
        )
    )
    body = "\n".join(joined([each]) for each in content)
    return f'<!DOCTYPE html>\n<html lang="en">\n{head}\n<body>\n{body}\n</body>\n</html>\n'
