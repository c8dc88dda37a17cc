"""Hints and analysis: what moves are worth, in chances to win, or alone in points; luck and skill apart."""

from lodge.analysis.budget import playouts_for
from lodge.analysis.judging import Analysis, Judged, Standing, analyse, analysing
from lodge.analysis.weighing import Choice, Reason, Weighed, affordable, weigh
from lodge.analysis.what_if import Outlook, WhatIf, possible, what_if

__all__ = [
    "Analysis",
    "Choice",
    "Judged",
    "Outlook",
    "Reason",
    "Standing",
    "Weighed",
    "WhatIf",
    "affordable",
    "analyse",
    "analysing",
    "playouts_for",
    "possible",
    "weigh",
    "what_if",
]
