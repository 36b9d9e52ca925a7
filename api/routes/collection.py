"""GET /puzzles and /puzzles/{number}, and POST /puzzles/compose."""

import threading

from fastapi import APIRouter, Request

from api import composing
from api.boards import blaming
from api.files import named_deck
from api.routes.requests import PhotoWork, watched
from api.schemas import ComposeIn, PuzzlesOut, ShownPuzzleOut
from games.camouflage import Deck, deck_from_json

router = APIRouter(tags=["puzzles"])


@router.get("/puzzles")
def puzzles() -> PuzzlesOut:
    """List the puzzles that are shipped, from the easiest on."""
    return PuzzlesOut.model_validate(composing.shipped())


@router.get("/puzzles/{number}")
def puzzle(number: int) -> ShownPuzzleOut:
    """Return the file of a shipped puzzle."""
    return ShownPuzzleOut.model_validate(composing.show(number))


@router.post("/puzzles/compose")
async def compose(request: Request, body: ComposeIn, work: PhotoWork) -> PuzzlesOut:
    """Compose puzzles that have just as many answers and stars as wanted."""
    from solver.compose import Wish

    gone = threading.Event()

    def answer() -> composing.PuzzlesAnswer:
        wish = Wish(body.face, body.stars, body.answers, body.cards, body.wild_centers)
        with work:
            return composing.compose(
                _deck(body), wish, count=body.count, seed=body.seed, cancelled=gone.is_set
            )

    return PuzzlesOut.model_validate(await watched(request, answer, gone))


def _deck(body: ComposeIn) -> Deck:
    if body.deck is None:
        return named_deck(composing.DEMO).deck
    with blaming("the deck"):
        return deck_from_json(body.deck)
