"""Charts of Camel Up, in a terminal and as SVG: the places of each camel, and money over the rounds.

Nothing hangs on colours alone: bars bear the number of their place, and lines the name of their player.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from api.game_answers import CamelOddsAnswer

_ORDINALS: Final = ("1st", "2nd", "3rd", "4th", "5th")

_SHADES: Final = ("#0b3c5d", "#328cc1", "#9fc9e6", "#e3c18f", "#b5651d")
"""A shade for each place, from the first to the last; dark and light enough to be told apart in grey."""

_LINES: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#333333")
"""Colours of lines that stay apart for the colour-blind (after Okabe and Ito)."""

_DASHES: Final = ("", "8 4", "2 3", "10 3 2 3", "5 2", "1 5")

_BAR: Final = 50
"""How many columns a bar takes in a terminal."""

_SVG: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
)


def places_in_terminal(answer: CamelOddsAnswer) -> Iterator[str]:
    """Go through the lines of a bar for each camel, made of the numbers of its places."""
    yield f"{'':8}" + "".join(f"{place:>7}" for place in _ORDINALS)
    for camel in answer.camels:
        shares = "".join(f"{share:7.1%}" for share in camel.places)
        yield f"{camel.camel:8}{shares}  {_bar(camel.places)}"


def _bar(places: Sequence[float]) -> str:
    ends = [round(_BAR * sum(places[: place + 1])) for place in range(len(places))]
    return "".join(
        str(place + 1) * (end - begin)
        for place, (begin, end) in enumerate(zip([0, *ends], ends, strict=False))
    )


def places_as_svg(answer: CamelOddsAnswer) -> str:
    """Return a bar for each camel as an SVG document."""
    width, left, row = 640, 80, 36
    height = row * (len(answer.camels) + 2)
    parts = [_SVG.format(width=width, height=height)]
    parts.append(f'<text x="{left}" y="20" font-size="14">Places at the end of the {answer.of}</text>')
    for number, camel in enumerate(answer.camels, 1):
        y = row * number
        parts.append(f'<text x="8" y="{y + 18}" font-size="14">{escape(camel.camel)}</text>')
        x = float(left)
        for place, share in enumerate(camel.places):
            wide = share * (width - left - 16)
            parts += _segment(x, y, wide, place, share)
            x += wide
    told = "counted exactly" if answer.exact else f"{answer.tables} tables simulated"
    parts.append(f'<text x="{left}" y="{height - 14}" font-size="12">{escape(told)}</text>')
    return "\n".join((*parts, "</svg>\n"))


def _segment(x: float, y: int, wide: float, place: int, share: float) -> Iterator[str]:
    title = f"<title>{_ORDINALS[place]}: {share:.1%}</title>"
    yield f'<rect x="{x:.1f}" y="{y}" width="{wide:.1f}" height="26" fill="{_SHADES[place]}">{title}</rect>'
    if wide > 44:
        ink = "#fff" if place in (0, 4) else "#000"
        middle = f'x="{x + wide / 2:.1f}" y="{y + 17}" text-anchor="middle" font-size="11" fill="{ink}"'
        yield f"<text {middle}>{_ORDINALS[place]} {share:.0%}</text>"


Money = Mapping[str, Sequence[int]]
"""The money of each player: at first, and after each round."""


def money_in_terminal(money: Money) -> Iterator[str]:
    """Go through a line for each player and round, with a bar as long as there are pounds."""
    widest = max((len(name) for name in money), default=0)
    most = max((max(own) for own in money.values()), default=1)
    scale = max(1, -(-most // _BAR))
    for player, own in money.items():
        for number, pounds in enumerate(own):
            name = player if not number else ""
            when = "start" if not number else f"round {number}"
            yield f"{name:{widest}}  {when:8} {pounds:3} {'█' * (pounds // scale)}"


def money_as_svg(money: Money) -> str:
    """Return a line for each player over the rounds as an SVG document."""
    width, height, left, bottom, top = 640, 360, 48, 320, 24
    rounds = max(len(own) for own in money.values()) - 1
    most = max(1, *(max(own) for own in money.values()))
    parts = [_SVG.format(width=width, height=height)]
    parts.append(f'<text x="{left}" y="16" font-size="14">Money over the rounds, in pounds</text>')
    across, up = (width - left - 110) / max(rounds, 1), (bottom - top) / most
    for number in range(rounds + 1):
        x = left + across * number
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 20}" font-size="12" text-anchor="middle">{number}</text>'
        )
    for pounds in (0, most):
        y = bottom - up * pounds
        parts.append(f'<line x1="{left}" x2="{width - 110}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ccc"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" font-size="12" text-anchor="end">{pounds}</text>')
    named: list[float] = []
    for index, (player, own) in enumerate(money.items()):
        points = [(left + across * number, bottom - up * pounds) for number, pounds in enumerate(own)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        colour, dash = _LINES[index % len(_LINES)], _DASHES[index % len(_DASHES)]
        stroke = f'stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"'
        parts.append(f'<polyline points="{line}" fill="none" {stroke}/>')
        y = _free(points[-1][1], named)
        named.append(y)
        parts.append(
            f'<text x="{points[-1][0] + 8:.1f}" y="{y + 4:.1f}" font-size="13" fill="{colour}">'
            f"{escape(player)} {own[-1]}</text>"
        )
    return "\n".join((*parts, "</svg>\n"))


def _free(y: float, named: Sequence[float]) -> float:
    """Return a height for a name near y at which no other name stands."""
    for step in range(2 * len(named) + 1):
        found = y - 16 * ((step + 1) // 2) * (1 if step % 2 else -1)
        if all(abs(found - other) >= 15 for other in named):
            return found
    return y
