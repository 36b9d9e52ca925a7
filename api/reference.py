"""The page that describes the HTTP paths: the OpenAPI document as plain HTML.

It loads nothing from elsewhere, so that it is there without a network and tells nobody that it was read.
"""

import json
from collections.abc import Iterator
from html import escape
from string import Template
from typing import Any, Final

_PAGE: Final = Template("""<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>$title $version</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem; }
code, pre { font-family: ui-monospace, monospace; }
pre { background: #f3f3f3; color: #111; overflow-x: auto; padding: .5rem; }
</style>
<h1>$title $version</h1>
<p>$description</p>
<p>The same for programs: <a href="openapi.json">openapi.json</a>.</p>
$paths
<h2>What goes in and comes out</h2>
$schemas
</html>
""")

_REFERENCE: Final = '"#/components/schemas/'


def page(described: dict[str, Any]) -> str:
    """Return the page of an OpenAPI document."""
    about = {
        name: escape(str(described["info"].get(name, ""))) for name in ("title", "version", "description")
    }
    schemas: dict[str, Any] = described["components"]["schemas"]
    return _PAGE.substitute(
        about,
        paths="\n".join(_paths(described["paths"])),
        schemas="\n".join(_schema(name, schema) for name, schema in sorted(schemas.items())),
    )


def _paths(paths: dict[str, Any]) -> Iterator[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            yield f"<h2><code>{escape(f'{method.upper()} {path}')}</code></h2>"
            yield f"<p>{escape(operation.get('description', ''))}</p>"
            bodies = operation.get("requestBody", {}).get("content", {})
            yield from (f"<p>Takes {escape(kind)}: {_linked(body)}</p>" for kind, body in bodies.items())
            for status, answer in operation["responses"].items():
                says = f"{status}: {answer['description']}"
                yield f"<p>Answers {escape(says)} {_linked(answer.get('content', {}))}</p>"


def _schema(name: str, schema: dict[str, Any]) -> str:
    text = escape(json.dumps(schema, indent=2, ensure_ascii=False), quote=False)
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>\n<pre>{text}</pre>'


def _linked(part: dict[str, Any]) -> str:
    """Return links to all schemas that a part of the document refers to."""
    names = dict.fromkeys(each.split('"')[0] for each in json.dumps(part).split(_REFERENCE)[1:])
    return ", ".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in names)
