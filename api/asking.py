"""A reading that is gone on with in a terminal: what is open is asked, and what is typed is the answer.

The most useful question is asked with the answers that are likeliest; a number chooses one of them, and
anything else is an answer in the words that `--answer` takes. After each step the reading is written to its
file, if it has one, so that it can be taken up again where it was left.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.text import Text

from api import outputs, service
from api.answers import ReadAnswer
from api.errors import EXPECTED, WrongUseError, plain, told
from api.keeping import Kept
from api.question_text import question_text
from api.session import Screen
from games.camouflage.facts import FORMS

COMMANDS: Final = (
    ("u", "undo", "take back the last answer that stands"),
    ("?", "help", "what can be answered"),
    ("q", "quit", "leave, as Enter alone does"),
)
"""What can be typed at any time: a letter or word, and what it does."""

_LEAVE: Final = ("", "q", "quit")


@dataclass(slots=True)
class Asking:
    """A reading about which somebody is asked.

    Attributes:
        found: what is known by now.
        screen: where it is shown and asked.
        file: where the reading is kept; None where it is not.
    """

    found: ReadAnswer
    screen: Screen
    file: Path | None = None
    _before: Kept = field(init=False)
    _told: set[str] = field(init=False)

    def __post_init__(self) -> None:
        """Take note of what was known and told already."""
        self._before, self._told = self.found.kept, {*self.found.warnings}

    def run(self) -> ReadAnswer:
        """Ask until nothing is open or whoever is asked leaves; return what is known then.

        Raises:
            WrongUseError: the reading cannot be written to its file.
        """
        self._keep()
        if self.found.questions:
            self._say("; ".join(f"{letter} {word}" for letter, word, _ in COMMANDS) + "; Enter leaves.", "")
        with suppress(KeyboardInterrupt):  # to stop while it is solved is to leave, as at the prompt
            while self.found.questions and self._answered():
                pass
        if not self.found.questions:
            self._say("Nothing is open that an answer would make surer.", "")
        if not self.file and self.found.kept != self._before:
            self._leave()
        if self.file and self.found.questions:
            self._say(f"To go on: camtable read --resume {self.file} --ask", "")
        elif self.file:
            self._say(f"The reading is kept in {self.file}.", "")
        return self.found

    def _leave(self) -> None:
        """Ask where the reading is to be kept, until it is or nobody wants it to be."""
        while (name := self.screen.ask("Keep the reading in which file? (Enter drops it) ")) and name.strip():
            try:
                self.file = outputs.new_file(Path(name.strip()))
                self._keep()
            except WrongUseError as error:
                self._say(f"{error}.")
                self.file = None
            else:
                return

    def _answered(self) -> bool:
        """Ask a question until something has changed; tell whether whoever is asked stays."""
        question = self.found.questions[0]
        sentence = question_text(question)
        self._say(f"{sentence[0].upper()}{sentence[1:]}")
        self._say(*(f"{number:>3}  {answer}" for number, answer in enumerate(question.answers, start=1)))
        while (typed := self.screen.ask("> ")) is not None and (text := typed.strip()).lower() not in _LEAVE:
            if self._changed_by(text):
                return True
        return False

    def _changed_by(self, text: str) -> bool:
        match text.lower():
            case "?" | "help":
                return self._help()
            case "u" | "undo":
                return self._undone()
            case number if number.isdecimal():
                return self._chosen(int(number))
            case _:
                return self._solved(lambda kept: kept.with_answers([text]))

    def _chosen(self, number: int) -> bool:
        answers = self.found.questions[0].answers
        if not 1 <= number <= len(answers):
            self._say(f"Type a number from 1 to {len(answers)}, or what you see; found {number}.")
            return False
        return self._solved(lambda kept: kept.with_answers([answers[number - 1]]))

    def _undone(self) -> bool:
        standing = [number for number, step in enumerate(self.found.kept.steps, start=1) if not step.undone]
        if not standing:
            self._say("There is nothing to take back.")
            return False
        answer = self.found.kept.steps[standing[-1] - 1].answer
        undone = self._solved(lambda kept: kept.without(standing[-1]))
        if undone:
            self._say(f'Taken back: "{answer}".')
        return undone

    def _solved(self, step: Callable[[Kept], Kept]) -> bool:
        """Take a step and solve again; tell whether that could be done."""
        try:
            found = service.read_on(step(self.found.kept))
        except EXPECTED as error:
            self._say(f"{told(error)}.")
            return False
        self.found = found
        self._keep()
        self._warn(found.warnings)
        layout, order, score = (
            f"{p:.1%}" for p in (found.confidence.layout, found.confidence.stacking, found.confidence.score)
        )
        self._say(f"Layout {layout}, stacking {order}, score {score}.", "")
        return True

    def _keep(self) -> None:
        if self.file:
            outputs.save_reading(self.found, self.file)

    def _warn(self, warnings: Iterable[str]) -> None:
        for warning in warnings:
            if warning not in self._told:
                self._say(f"Warning: {warning}.")
        self._told |= {*warnings}

    def _help(self) -> bool:
        self._say("A number chooses an answer. Or say what you see, of any card, asked or not:", FORMS, "")
        self._say(*(f"{letter} or {word}: {does}" for letter, word, does in COMMANDS), "")
        return False

    def _say(self, *lines: str) -> None:
        self.screen.show(*(Text(plain(line)) for line in lines))
