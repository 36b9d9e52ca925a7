"""Answers a reader's questions by the truth, as somebody would who sees the table."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from api import service
from api.answers import PhotoSource, ReadAnswer
from api.certainty import card_points
from api.errors import EXPECTED
from api.questions import Question
from benchmarks.alignment import laid_upon
from benchmarks.truth import Pack, Truth
from games.camouflage import Board, Cell, Deck, Placement, judge, same_layout, visible_order
from games.camouflage.facts import Complete, Empty, Fact, Lies, Over
from vision.album import Album

_MOST_ANSWERS: Final = 40
"""After so many answers a talk that does not end is given up."""


@dataclass(frozen=True, slots=True)
class Talk:
    """A photo and what was said about it.

    Attributes:
        photo: its name.
        cards: how many cards lie there.
        certain_before: whether the score was certain before anything was asked.
        settled: after how many answers the score was certain; None if it never was.
        kinds: what was asked, question by question.
        answers: what was answered.
        wrong: what was claimed certain and false at any time, or is false when nothing is asked any more.
        missed: how many cards had not been found at first.
        refused: how many true answers were not taken.
        unreadable: why the photo was not read, None if it was.
    """

    photo: str
    cards: int
    certain_before: bool = False
    settled: int | None = None
    kinds: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missed: int = 0
    refused: int = 0
    unreadable: str | None = None

    @property
    def story(self) -> str:
        """What happened, for people."""
        if self.unreadable is not None:
            return f"not read: {self.unreadable}"
        said = "; ".join(self.answers) or "nothing was asked"
        wrong = f"wrong: {', '.join(self.wrong)}; " if self.wrong else ""
        missed = f"{self.missed} cards missed; " if self.missed else ""
        return f"{self.cards} cards; {missed}{wrong}settled after {self.settled}; {said}"


def talks(pack: Pack) -> Iterator[Talk]:
    """Enrol a pack, read its photos of tables, and answer what is asked about each."""
    photos = [PhotoSource(truth.photo.name, truth.photo) for truth in pack.enrol]
    try:
        album = service.enrol(photos, pack.enrol[0].table.face, pack.deck).album
    except EXPECTED as error:
        yield from (replace(_begun(truth), unreadable=f"not enrolled: {error}") for truth in pack.boards)
        return
    for truth in pack.boards:
        yield talk_about(truth, pack.deck, album)


def talk_about(truth: Truth, deck: Deck, album: Album) -> Talk:
    """Read a photo, and answer what is asked until nothing is."""
    try:
        read = service.read(PhotoSource(truth.photo.name, truth.photo), album, truth.table.rules)
    except EXPECTED as error:
        return replace(_begun(truth), unreadable=str(error))
    return talk_on(truth, deck, read)


def talk_on(truth: Truth, deck: Deck, read: ReadAnswer) -> Talk:
    """Answer what is asked about a table that was read, until nothing is."""
    lies = laid_upon(truth.table.board, read.board.board)
    missed = len({each.card for each in lies} - {each.card for each in read.board.board})
    talk = replace(_begun(truth), certain_before=read.confidence.certain["score"], missed=missed)
    kept = read.kept
    wrong: dict[str, None] = {}
    while True:
        wrong |= dict.fromkeys(_falsely_certain(truth, deck, lies, read))
        if talk.settled is None and read.confidence.certain["score"]:
            talk = replace(talk, settled=len(talk.answers))
        if not read.questions or len(talk.answers) == _MOST_ANSWERS:
            break
        question = read.questions[0]
        answer = answer_to(question, lies, read.board.board)
        talk = replace(talk, kinds=(*talk.kinds, kind_of(question)), answers=(*talk.answers, answer))
        try:
            kept = kept.with_answers([answer])
            read = service.read_on(kept)
        except EXPECTED as error:
            wrong[f"refused {answer!r}: {error}"] = None
            talk = replace(talk, refused=talk.refused + 1)
            break
    if _differs(lies, read.board.board):
        wrong["board"] = None
    return replace(talk, wrong=tuple(wrong))


def kind_of(question: Question) -> str:
    """Return what kind of question it is, with what sets some apart."""
    if question.kind == "which-card" and len(question.cards) < 2:
        return "which-card, another" if not question.cards else "which-card, there at all"
    if question.kind == "which-on-top" and len(question.cards) > 2:
        return f"which-on-top, of {len(question.cards)}"
    return question.kind


def answer_to(question: Question, lies: Board, read: Board) -> str:
    """Return what somebody says who sees the table.

    Args:
        question: the question.
        lies: what truly lies there, on the lattice that was read.
        read: what was read so far.
    """
    return " and ".join(str(fact) for fact in _facts(question, lies, read))


def _facts(question: Question, lies: Board, read: Board) -> Iterator[Fact]:
    where = {each.card: each for each in lies}
    if question.kind == "which-card" and not question.cards:
        yield from _overlooked(lies, read)
        return
    if question.kind == "which-on-top":
        for pile in question.each_pile:
            yield from _order({each.centre: each.card for each in read if each.card in pile}, lies)
        return
    if question.kind == "which-turn" and question.cards[0] in where:
        yield _place(where[question.cards[0]])
        return
    yield from _true_places(question, lies, read)


def _overlooked(lies: Board, read: Board) -> Iterator[Fact]:
    """Name all cards that were not read, with those that lie on each and beneath it."""
    found = {each.card: each.centre for each in read}
    missed = [each for each in lies if each.card not in found]
    known = [each for each in reversed(lies.placements) if found.get(each.card, each.centre) == each.centre]
    yield from map(_place, missed)
    for one in missed:
        pile = tuple(each.card for each in known if each is one or each.overlaps(one))
        if len(pile) > 1:
            yield Over(pile)
    yield Complete()


def _order(pile: Mapping[Cell, str], lies: Board) -> Iterator[Fact]:
    """Say in which order cards lie, and which they are where another was read.

    Args:
        pile: the cards that were read, by their centres.
        lies: what truly lies there.
    """
    there = {each.centre: each for each in lies if each.centre in pile}
    for centre, card in sorted(pile.items()):
        if centre not in there:
            yield Empty(centre)
        elif there[centre].card != card:
            yield _place(there[centre])
    found = [each for each in reversed(lies.placements) if each.centre in pile]
    if met := [each.card for each in found if _meets_one(each, found)]:
        yield Over(tuple(met))


def _true_places(question: Question, lies: Board, read: Board) -> Iterator[Fact]:
    """Say of the places that a question is about what lies there."""
    there = {Cell(*each.centre): each for each in lies}
    for centre in sorted(_centres(question, read)):
        if centre in there:
            yield _place(there[centre])
        elif question.kind == "which-card" and len(question.cards) == 1 and question.cards[0] in lies:
            yield _place(lies.placement(question.cards[0]))
        else:
            yield Empty(centre)


def _centres(question: Question, read: Board) -> set[Cell]:
    if question.kind == "which-card" and question.cell is not None:
        return {Cell(*question.cell)}
    return {Cell(*each.centre) for each in read if each.card in question.cards}


def _place(placement: Placement) -> Fact:
    return Lies(placement.card, placement.centre, placement.turn)


def _meets_one(one: Placement, pile: list[Placement]) -> bool:
    return any(one.overlaps(other) for other in pile if other is not one)


def _falsely_certain(truth: Truth, deck: Deck, lies: Board, read: ReadAnswer) -> Iterator[str]:
    """Name what is claimed certain and is not so."""
    certain, found = read.confidence.certain, read.board.board
    if certain["layout"] and not same_layout(lies, found):
        yield "layout, certain"
    if certain["stacking"] and _differs(lies, found):
        yield "stacking, certain"
    if certain["score"]:
        true = replace(truth.table, board=truth.table.board, start=None)
        points = card_points(judge(true, deck, order_known=False), true.rules)
        way = read.subject.ways[0]
        own = card_points(judge(way.table, read.subject.deck, order_known=False), way.table.rules)
        if own != points:
            yield "score, certain"


def _differs(lies: Board, found: Board) -> bool:
    return not same_layout(lies, found) or visible_order(found) != visible_order(lies)


def _begun(truth: Truth) -> Talk:
    return Talk(f"{truth.photo.parent.name}/{truth.photo.stem}", len(truth.table.board))
