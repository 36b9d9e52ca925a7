"""Changes of an album that take no new photo: what is renamed, what is one, and what is two.

Enrolment without a deck file numbers decks, cards and patterns, and may take two patterns for one or one for
two. The user sees that and says so; pictures stay as they are.

A name may be that of a deck, a card and a pattern at once, and each face may have a deck file of its own:
then the kind or the face tells which is meant. Faces of one deck file stay of one deck file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal, NamedTuple

from games.camouflage.cards import Deck, FaceName, repeated
from vision.album import Album
from vision.album_changes import Back, applied
from vision.errors import AlbumError
from vision.former import formers_of
from vision.origins import Step
from vision.relabelling import (
    Square,
    bearing,
    moved,
    one_card,
    one_pattern,
    renamed,
    with_card,
    with_squares,
)

Kind = Literal["deck", "card", "pattern"]


class Meant(NamedTuple):
    """What a name means.

    Attributes:
        kind: what it is.
        deck: the deck file that it is in.
        face: the face whose pattern it is, or of the album that it is in.
    """

    kind: Kind
    deck: Deck
    face: FaceName


class Hint(NamedTuple):
    """What a user says of names that mean several things.

    Attributes:
        kind: what they are the names of; None where that is not said.
        face: of which face; None where that is not said.
    """

    kind: Kind | None = None
    face: FaceName | None = None


NO_HINT: Final = Hint()


def meant(album: Album, name: str, hint: Hint = NO_HINT) -> Meant:
    """Returns what a name means.

    Raises:
        AlbumError: there is nothing of this name, or more than one thing.
    """
    found: list[Meant] = []
    for one in (each for own in album.faces for each in _all_meant(own, name)):
        known = any(_same(one, other) for other in found)
        if hint.kind in (None, one.kind) and hint.face in (None, one.face) and not known:
            found.append(one)
    if len(found) == 1:
        return found[0]
    if not found:
        what = hint.kind or "deck, card or pattern"
        raise AlbumError(f"expected a {what} of the album; found {name!r}, which is none")
    told = " and ".join(f"a {one.kind} of the {one.face}" for one in found)
    raise AlbumError(f"{name!r} is {told}; say which is meant")


def rename(album: Album, names: Sequence[tuple[str, str]], hint: Hint = NO_HINT, *, camtable: str) -> Album:
    """Gives decks, cards and patterns other names, all at once, so that two can exchange theirs.

    With a deck its cards are renamed that bear its name: those of `deck-1` are `deck-1-1` and so on.

    Args:
        album: the album.
        names: old and new names.
        hint: what the old names mean, where they do not tell.
        camtable: the version of Camtable that does it.

    Raises:
        AlbumError: there is nothing of an old name, or something of a new one.
        CamouflageError: a new name is none that a card or a deck file can have.
    """
    if twice := repeated(old for old, _ in names):
        raise AlbumError(f"each name is changed once; found {twice!r} twice")
    wanted = [(meant(album, old, hint), old, new) for old, new in names]
    changed = album
    for deck in _different([one.deck for one, _, _ in wanted]):
        own = [(one, old, new) for one, old, new in wanted if one.deck == deck]
        change = renamed(
            deck,
            {old: new for one, old, new in own if one.kind == "deck"},
            {old: new for one, old, new in own if one.kind == "card"},
            {
                face: {old: new for one, old, new in own if (one.kind, one.face) == ("pattern", face)}
                for face in deck.patterns
            },
        )
        told = ", ".join(f"{old} is named {new}" for _, old, new in own)
        changed = applied(changed, deck, change, Step(told, camtable))
    return changed


def merge(album: Album, names: Sequence[str], hint: Hint = NO_HINT, *, camtable: str) -> Album:
    """Makes one of several patterns, decks or cards: the first, which keeps its name and picture.

    Cards that bear the name of a deck which is no more are numbered on in the first one.

    Args:
        album: the album.
        names: two names or more.
        hint: what they mean, where they do not tell.
        camtable: the version of Camtable that does it.

    Raises:
        AlbumError: these cannot be one.
    """
    if len(names) < 2 or repeated(names):
        raise AlbumError(f"two different names or more make one; found {', '.join(names) or 'none'}")
    (kind, deck, face), *others = (meant(album, name, hint) for name in names)
    first, *rest = names
    for name, other in zip(rest, others, strict=True):
        if not _same(Meant(kind, deck, face), other):
            raise AlbumError(f"{first} and {name} are not of one kind and face, so they cannot be one")
    if kind == "pattern":
        change = one_pattern(deck, face, first, rest)
    elif kind == "deck":
        decks = tuple(name for name in deck.decks if name not in rest)
        change = moved(deck, decks, {card.id: first for card in deck.cards if card.deck in rest})
    else:
        _require_picture(album, deck, first)
        change = one_card(deck, first, rest)
    return applied(album, deck, change, Step(f"{', '.join(rest)} made one with {first}", camtable))


def split_pattern(
    album: Album, pattern: str, new: str, squares: Sequence[Square], hint: Hint = NO_HINT, *, camtable: str
) -> Album:
    """Takes squares off a pattern: they bear another one, which may be new.

    Args:
        album: the album.
        pattern: the pattern that they bear.
        new: the pattern that they shall bear.
        squares: the squares.
        hint: of which face, where the name does not tell.
        camtable: the version of Camtable that does it.

    Raises:
        AlbumError: a square does not bear the pattern, or all that do are named.
        CamouflageError: the new name is none that a pattern can have.
    """
    _, deck, face = meant(album, pattern, hint._replace(kind="pattern"))
    left = {*bearing(deck, face, pattern)}
    for square in squares:
        if square not in left:
            raise AlbumError(f"{square.shown} does not bear {pattern}")
    if not left - {*squares}:
        raise AlbumError(f"no square of {pattern} would be left; rename it, or merge it with another pattern")
    told = f"{', '.join(square.shown for square in squares)} bear {new}, not {pattern}"
    return applied(album, deck, with_squares(deck, face, squares, new), Step(told, camtable))


def split_deck(
    album: Album, name: str, new: str, cards: Sequence[str], hint: Hint = NO_HINT, *, camtable: str
) -> Album:
    """Takes cards off a deck: they are of another one, which may be new.

    Cards that bear the name of their old deck are numbered on in the new one.

    Args:
        album: the album.
        name: the deck that they are of.
        new: the deck that they shall be of.
        cards: the cards.
        hint: of which face, where the name does not tell.
        camtable: the version of Camtable that does it.

    Raises:
        AlbumError: a card is not of the deck, or all cards of it are named.
        CamouflageError: the new name is none that a deck can have.
    """
    _, deck, _ = meant(album, name, hint._replace(kind="deck"))
    left = {card.id for card in deck.cards_of(name)}
    for card in cards:
        if card not in left:
            raise AlbumError(f"{card} is no card of {name}")
    if not left - {*cards}:
        raise AlbumError(f"no card of {name} would be left; rename it, or merge it with another deck")
    decks = deck.decks if new in deck.decks else (*deck.decks, new)
    change = moved(deck, decks, dict.fromkeys(cards, new))
    return applied(album, deck, change, Step(f"{', '.join(cards)} are of {new}, not of {name}", camtable))


def split_card(
    album: Album, name: str, new: str, former: str | None = None, hint: Hint = NO_HINT, *, camtable: str
) -> Album:
    """Makes two of a card that was made one with another: both have their own pictures and squares again.

    The other card is of its deck, or where that is no more, of the deck of the card that it was one with.

    Args:
        album: the album.
        name: the card.
        new: what the other one is called.
        former: what it was called before, where several were made one with the card.
        hint: of which face, where the name does not tell.
        camtable: the version of Camtable that does it.

    Raises:
        AlbumError: no other card was made one with it, or not one of that name; or the new name is taken.
        CamouflageError: the new name is none that a card can have.
    """
    _, deck, face = meant(album, name, hint._replace(kind="card"))
    own = next(each for each in album.faces if each.face == face)
    known = {each.card.id: each.card for each in formers_of(own.former, name)}
    chosen = _former(name, former or (new if new in known else None), [*known])
    card = known[chosen]
    home = card.deck if card.deck in deck.decks else deck.card(name).deck
    change = with_card(deck, replace(card, id=new, deck=home))
    return applied(album, deck, change, Step(f"{new} is split off from {name}", camtable), Back(chosen, new))


def _former(card: str, wanted: str | None, known: Sequence[str]) -> str:
    """Returns which of the cards that are one with a card is meant."""
    if not known:
        raise AlbumError(
            f"{card} has one picture and was merged with no other card, so it cannot be split; where "
            "enrolment took two cards for one, enrol again with photos that show both"
        )
    if wanted is None and len(known) == 1:
        return known[0]
    if wanted is None or wanted not in known:
        found = "none was named" if wanted is None else f"found {wanted!r}"
        raise AlbumError(f"expected one of {', '.join(known)}, which were made one with {card}; {found}")
    return wanted


def _all_meant(album: Album, name: str) -> Iterator[Meant]:
    if name in album.deck.decks:
        yield Meant("deck", album.deck, album.face)
    if name in album.deck:
        yield Meant("card", album.deck, album.face)
    for face, patterns in album.deck.patterns.items():
        if name in patterns:
            yield Meant("pattern", album.deck, face)


def _same(one: Meant, other: Meant) -> bool:
    """Tells whether a deck or card is the same on both faces, or a pattern of one face."""
    of_face = one.kind == "pattern" and one.face != other.face
    return one.kind == other.kind and one.deck == other.deck and not of_face


def _different(decks: Sequence[Deck]) -> list[Deck]:
    """Returns each deck once; one cannot be hashed with the faces of its cards."""
    return [deck for number, deck in enumerate(decks) if deck not in decks[:number]]


def _require_picture(album: Album, deck: Deck, card: str) -> None:
    for each in album.faces:
        if each.deck == deck and card not in each.pictures:
            raise AlbumError(f"{card} has no picture of its {each.face}; name the card first that has one")
