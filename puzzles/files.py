"""Puzzle files: from and to the objects that the JSON library reads and writes.

The reader is strict about the fields it knows and passes over those it does not.
"""

from typing import Final

from games.camouflage import FACES, Rules
from games.camouflage.files import placements_from_json, placements_to_json
from games.json_value import JsonValue
from puzzles.outline import outline_of_rows
from puzzles.puzzle import MOST_STARS, TECHNIQUES, USUAL_RULES, Proof, Puzzle

PUZZLE_FORMAT: Final = "camouflage-puzzle/1"

_HIGHEST_NUMBER: Final = 999_999

_MOST_ANSWERS: Final = 999_999


def puzzle_from_json(document: object) -> Puzzle:
    """Return the puzzle of a puzzle file; whether its cards are in a deck, `Puzzle.check` tells.

    Args:
        document: the file as `json.loads` returns it.

    Raises:
        MalformedFileError: it is no puzzle file; the message says where and why.
        MalformedPuzzleError: it is one, but of no puzzle; the message begins with the field.
    """
    file = JsonValue(document)
    file.need("format").one_of([PUZZLE_FORMAT])
    number, stars, answer = file.maybe("number"), file.maybe("stars"), file.maybe("answer")
    proof = file.maybe("proof")
    return Puzzle(
        name=file.need("name").text(),
        deck_name=file.need("deck").text(),
        face=file.need("face").one_of(FACES),
        cards=file.need("cards").texts(),
        outline=outline_of_rows(tuple(row.text() for row in file.need("outline").items())),
        rules=_rules(file),
        number=number.whole(1, _HIGHEST_NUMBER) if number else None,
        stars=stars.whole(1, MOST_STARS) if stars else None,
        answer=placements_from_json(answer) if answer else None,
        proof=_proof(proof) if proof else None,
    )


def puzzle_to_json(puzzle: Puzzle) -> dict[str, object]:
    """Return a puzzle as a puzzle file; what is not known is left out."""
    known = {"number": puzzle.number, "stars": puzzle.stars}
    file: dict[str, object] = {"format": PUZZLE_FORMAT, "name": puzzle.name}
    file |= {name: value for name, value in known.items() if value is not None}
    file |= {
        "deck": puzzle.deck_name,
        "face": puzzle.face,
        "cards": [*puzzle.cards],
        "outline": [*puzzle.outline.rows],
        "min_match": puzzle.rules.min_match,
        "wild_centers": puzzle.rules.wild_centres,
    }
    if puzzle.answer is not None:
        file["answer"] = placements_to_json(puzzle.answer)
    if puzzle.proof is not None:
        file["proof"] = {"answers": puzzle.proof.answers, "technique": puzzle.proof.technique}
    return file


def _proof(proof: JsonValue) -> Proof:
    return Proof(proof.need("answers").whole(1, _MOST_ANSWERS), proof.need("technique").one_of([*TECHNIQUES]))


def _rules(file: JsonValue) -> Rules:
    min_match, wild = file.maybe("min_match"), file.maybe("wild_centers")
    return Rules(
        min_match=min_match.whole(0, 9) if min_match else USUAL_RULES.min_match,
        wild_centres=wild.switch() if wild else USUAL_RULES.wild_centres,
    )
