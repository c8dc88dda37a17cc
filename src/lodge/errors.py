"""The errors that people meet. Each message says what is wrong and what to do."""


class LodgeError(Exception):
    """Anything that went wrong because of what was asked, not because of a defect."""


class UnknownName(LodgeError):
    """A game, bot, option or file that does not exist."""


class IllegalMove(LodgeError):
    """A move that the rules do not allow now."""


class CannotUndo(LodgeError):
    """A move that cannot be taken back."""


class BadRecord(LodgeError):
    """A record that is damaged, tampered with, or of another version."""


class OtherRules(BadRecord):
    """A record of rules of another version: it can be shown as it is, but not be replayed."""


class BadPosition(LodgeError):
    """A position that cannot be."""
