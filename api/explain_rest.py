"""The part of an explanation that says what stays open: what was not read, other boards, questions."""

from collections.abc import Iterator, Mapping
from typing import Final

from api.answers import ReadAnswer
from api.explain_words import differences, percent
from api.markup import Html, element, joined, listed, table
from api.question_text import question_text
from api.ways import Subject, Way
from games.camouflage import format_table

_MOST_BOARDS: Final = 10


def summary(answer: ReadAnswer) -> Html:
    """Say in a few lines how sure everything is."""
    found = answer.confidence
    rows = [
        ("Which card lies where, and how it is turned", found.layout),
        ("That, and which card lies on which", found.stacking),
        ("The points", found.score),
    ]
    sure = found.certain.values()
    return joined(
        (
            element("p", f"{len(answer.cards)} cards were read."),
            table(
                ("", "Right with a chance of", ""),
                (
                    (what, percent(p), "certain" if is_sure else "not sure")
                    for (what, p), is_sure in zip(rows, sure, strict=True)
                ),
            ),
        )
    )


def rest_section(answer: ReadAnswer) -> Html:
    """Say what was not read, which other boards it may be, and what to ask."""
    unread = answer.kept.evidence.unread
    return joined(
        (
            element("h2", "What stays open", id="open"),
            element("h3", "Squares that were not read"),
            listed(unread, "None: each square looks like one of its cards."),
            element("h3", "Warnings"),
            listed((each for each in answer.warnings if each not in unread), "None."),
            element("h3", "Boards that it may be"),
            table(
                ("", "Chance", "By the picture alone", "Otherwise than the first"), _boards(answer.subject)
            ),
            element("h3", "Questions that settle the rest"),
            listed(
                (
                    f"{_sentence(question_text(each))} Settles {', '.join(each.settles)}."
                    for each in answer.questions
                ),
                "None that an answer would make surer.",
            ),
            element("h3", "The board in one line"),
            element("p", element("code", format_table(answer.board))),
            element("p", f"Beside the board, unplayed: {', '.join(answer.board.unplayed) or 'none'}."),
            element("h3", "How long it took"),
            table(("Stage", "ms"), _times(answer.time_ms)),
        )
    )


def _boards(subject: Subject) -> Iterator[tuple[str, ...]]:
    """Return a row for each board that looks different, the most probable first."""
    by_look: dict[int, list[Way]] = {}
    for way in subject.ways:
        by_look.setdefault(way.seen, []).append(way)
    best = subject.ways[0].board
    for rank, ways in enumerate([*by_look.values()][:_MOST_BOARDS], start=1):
        p, p_evidence = (sum(each) for each in zip(*(way.weight for way in ways), strict=True))
        unlike = listed(differences(ways[0].board, best), "only orders that no photo shows")
        yield f"{rank}.", percent(p), percent(p_evidence), unlike if rank > 1 else "as shown above"


def _times(time_ms: Mapping[str, float]) -> Iterator[tuple[str, str]]:
    for stage, took in time_ms.items():
        yield stage, f"{took:.0f}"


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
