"""A plot of how time grows with the number of cards, as SVG."""

import math
from collections.abc import Iterator, Mapping
from typing import Final

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 400, 60, 150, 40, 40

_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#555555")


def growth_svg(title: str, lines: Mapping[str, Mapping[int, float]]) -> str:
    """Return a plot with a line for each solver, time on a logarithmic scale.

    Args:
        title: its title.
        lines: for each solver the milliseconds by number of cards.
    """
    sizes = sorted({size for line in lines.values() for size in line})
    times = [time for line in lines.values() for time in line.values()]
    low, high = math.floor(math.log10(min(times))), math.ceil(math.log10(max(times)))
    high = max(high, low + 1)

    def x(size: int) -> float:
        return _LEFT + (size - sizes[0]) / max(sizes[-1] - sizes[0], 1) * (_WIDTH - _LEFT - _RIGHT)

    def y(time: float) -> float:
        share = (math.log10(time) - low) / (high - low)
        return _HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM)

    def drawn() -> Iterator[str]:
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
            'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>'
        )
        yield f'<text x="{_LEFT}" y="20" font-size="14">{title}</text>'
        for power in range(low, high + 1):
            at = y(10**power)
            yield f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>'
            yield f'<text x="{_LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">{10.0**power:g}</text>'
        for size in sizes:
            yield f'<text x="{x(size):.1f}" y="{_HEIGHT - 20}" text-anchor="middle">{size}</text>'
        for number, (name, line) in enumerate(lines.items()):
            colour = _COLOURS[number % len(_COLOURS)]
            points = " ".join(f"{x(size):.1f},{y(time):.1f}" for size, time in sorted(line.items()))
            yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            end, time = max(line.items())
            yield f'<text x="{x(end) + 8:.1f}" y="{y(time) + 4:.1f}" fill="{colour}">{name}</text>'
        yield "</svg>\n"

    return "\n".join(drawn())
