"""The errors that people meet. Each message says what is wrong and what to do."""


class LodgeError(Exception):
    """A request that cannot be met: the message says why. It is not a defect."""


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
