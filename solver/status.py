"""What a solver's run ended with."""

import enum


class Status(enum.Enum):
    """How sure an answer is."""

    OPTIMAL = "optimal"
    """The best answer was found, with proof."""
    FEASIBLE = "feasible"
    """An answer was found; a better one may exist."""
    INFEASIBLE = "infeasible"
    """There is none, with proof."""
    UNKNOWN = "unknown"
    """The time ran out first."""


class UnknownStatusError(RuntimeError):
    """OR-Tools ended with a status that this version does not know."""


def from_name(name: str) -> Status:
    """Turns the name of a CP-SAT status into ours.

    Raises:
        UnknownStatusError: the model was refused, or the status is new.
    """
    try:
        return Status[name]
    except KeyError:
        raise UnknownStatusError(f"CP-SAT ended with the status {name}, which is not expected") from None
