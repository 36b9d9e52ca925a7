"""Shows in a terminal what was read from a folder."""

from api.folders import FolderAnswer, FolderLine


def line_text(line: FolderLine) -> str:
    """Return what became of a photo in one line."""
    if line.read is None:
        return f"{line.photo}: not read: {line.problem.detail if line.problem else 'no reason is known'}"
    cards, asked = len(line.read.cards), len(line.read.questions)
    score = "certain" if line.read.confidence.certain["score"] else "open"
    questions = f", {asked} question{'s'[: asked != 1]}" if asked else ""
    return f"{line.photo}: {cards} card{'s'[: cards != 1]}, score {score}{questions}"


def summary(answer: FolderAnswer) -> str:
    """Return what became of all photos in one line."""
    count = len(answer.lines)
    told = f"score certain on {answer.certain}, open on {answer.open}, not read {answer.not_read}"
    return f"{count} photo{'s'[: count != 1]}: {told}."
