"""Questions as sentences, with what seems to be the answer."""

from collections.abc import Callable, Mapping
from typing import Final

from api.questions import Question
from api.splitting import Kind

_IF_SO: Final = (
    'where, and what lies on it and beneath, as in "CARD lies at X,Y turned 90 and CARD over CARD".'
)


def question_text(question: Question) -> str:
    """Return a question as a sentence, with what seems to be the answer."""
    return _SENTENCES[question.kind](question)


def _which_on_top(question: Question) -> str:
    at, (first, *others) = _at(question), question.cards
    if len(others) == 1:
        return f"which lies on top{at}: {first} or {others[0]}? It seems {first} ({question.p:.0%})."
    seems = f"It seems {question.answers[0]} ({question.p:.0%})."
    near = at.replace("at", "near") if len(question.each_pile) == 1 else ""
    named = ", and ".join(_and(sorted(pile)) for pile in question.each_pile)
    return f"in which order, from the top, do {named} lie{near}? {seems}"


def _which_card(question: Question) -> str:
    at, either = _at(question), " or ".join(question.cards)
    if not question.cards:
        seems = f"It seems not ({question.p:.0%})."
        where = f", such as{at}" if question.cell else ""
        return f"does a card lie there that was not read{where}? {seems} If so: {_IF_SO}"
    if len(question.cards) == 1:
        return f"does {either} lie{at}? It seems so with a chance of {question.p:.0%}."
    return f"which card lies{at}: {either}? It seems {question.cards[0]} ({question.p:.0%})."


def _which_turn(question: Question) -> str:
    turns = " or ".join(map(str, question.turns))
    seems = f"It seems {question.turns[0]} ({question.p:.0%})."
    return f"how many quarter turns is {question.cards[0]}{_at(question)} turned: {turns}? {seems}"


def _which_first(question: Question) -> str:
    return f"which was laid first: {' or '.join(question.cards)}? Only one card may lie on nothing."


def _whose_pile(question: Question) -> str:
    (card,), owners = question.cards, " or ".join(question.owners)
    seems = f"It seems {question.owners[0]}'s ({question.p:.0%})."
    return f"at whose location lies the pile that begins with {card}{_at(question)}: {owners}? {seems}"


_SENTENCES: Final[Mapping[Kind, Callable[[Question], str]]] = {
    "which-on-top": _which_on_top,
    "which-card": _which_card,
    "which-turn": _which_turn,
    "which-first": _which_first,
    "whose-pile": _whose_pile,
}


def _at(question: Question) -> str:
    return f" at {question.cell[0]},{question.cell[1]}" if question.cell else ""


def _and(names: list[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} and {last}"
