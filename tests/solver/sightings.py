"""Evidence made by hand: what a reader would say of boards that are known."""

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from games.camouflage import Board, Cell, Placement, parse_board
from games.camouflage.evidence import Candidate, Evidence, SharedCell, Site, Top
from tests.strategies import DECK

SURE = 30.0
"""Log-odds at which a reader has no doubt."""


def site(centre: Cell, *candidates: tuple[str, int, float], presence: float = SURE) -> Site:
    """Return a site; the candidates need not be sorted."""
    ranked = sorted((Candidate(*candidate) for candidate in candidates), key=lambda one: -one.log_likelihood)
    return Site(centre, tuple(ranked), presence)


def shared_cells(centres: Sequence[Cell]) -> dict[Cell, list[int]]:
    """Return the sites on each cell that has two or more."""
    cells: dict[Cell, list[int]] = {}
    for number, centre in enumerate(centres):
        for cell in Placement("", centre).cells:
            cells.setdefault(cell, []).append(number)
    return {cell: numbers for cell, numbers in cells.items() if len(numbers) > 1}


def evidence(sites: Sequence[Site], tops: Mapping[Cell, Mapping[int, float]]) -> Evidence:
    """Return evidence from sites and, for cells that tell something, how well each site's card fits."""
    shared = shared_cells([site.centre for site in sites])
    assert set(tops) <= set(shared)
    cells = tuple(
        SharedCell(cell, tuple(Top(number, tops.get(cell, {}).get(number, 0.0)) for number in numbers))
        for cell, numbers in shared.items()
    )
    return Evidence("animals", tuple(sites), cells)


def sighting(text: str, *, top: float = SURE) -> Evidence:
    """Return what a reader would say of a board in notation that it sees well.

    Args:
        text: the board.
        top: how much better the card on top fits each cell than those beneath.
    """
    board: Board = parse_board(text)
    sites = [site(Cell(*each.centre), (each.card, each.turn, 0.0)) for each in board]
    shared = shared_cells([each.centre for each in sites])
    return evidence(sites, {cell: {max(numbers): top} for cell, numbers in shared.items()})


centres = st.lists(st.builds(Cell, st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=4, unique=True)
nats = st.integers(-24, 0).map(lambda eighths: eighths / 8)


@st.composite
def sightings(draw: st.DrawFn) -> Evidence:
    """Evidence that leaves much open: two to four sites, few cards to choose from, contradictory tops."""
    cards = [card.id for card in DECK.cards[:5]]
    candidate = st.tuples(st.sampled_from(cards), st.integers(0, 3))
    sites = [
        site(
            centre,
            *(
                (card, turn, draw(nats))
                for card, turn in draw(st.lists(candidate, min_size=1, max_size=2, unique=True))
            ),
            presence=draw(st.sampled_from([SURE, SURE, 1.0])),
        )
        for centre in draw(centres)
    ]
    shared = shared_cells([each.centre for each in sites])
    tops = {cell: {number: draw(nats) for number in numbers} for cell, numbers in shared.items()}
    return evidence(sites, tops)
