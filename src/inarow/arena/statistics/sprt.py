"""The sequential probability ratio test: stop a match as soon as its result is significant.

Two hypotheses about the strength of the first player are compared: H0, it is ``elo0`` stronger, and
H1, it is ``elo1`` stronger. After each game or pair of games the log likelihood ratio

    llr = ln L(results | best distribution with elo1) - ln L(results | best distribution with elo0)

is compared with Wald's bounds. At or above ``ln((1 - beta) / alpha)`` the test accepts H1, at or
below ``ln(beta / (1 - alpha))`` it accepts H0, in between the match continues. The first player is
then wrongly called better with a chance of about ``alpha`` if its true strength is elo0, and
wrongly dismissed with about ``beta`` if it is elo1.

What is not known, how often games are drawn, is replaced by its likeliest value under each
hypothesis (the generalized SPRT). Counts of pairs (pentanomial) are used where there are any: the
two games of one opening are not independent, and the counts of pairs need no such assumption.

What it cannot do: the error rates are those of long tests. If the bounds are so far apart that a
few games decide, the rates are only approximate; and a test that was stopped by its own result
exaggerates the difference that it reports.

Sources: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945); X. Li, J. Liu and Z. Ying,
"Generalized Sequential Probability Ratio Test for Separate Families of Hypotheses" (2014);
M. Van den Bergh's notes for fishtest. The numbers agree with those of fishtest and fastchess.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from inarow.arena.statistics.cross_table import Counts
from inarow.arena.statistics.elo import score_from_elo
from inarow.arena.statistics.likelihood import drop_at_mean, drop_at_normalized_mean, outcomes
from inarow.errors import BadSpec
from inarow.spec import Parameter, read_parameters, split_spec, value_text

MODELS = ("logistic", "normalized")

MAX_ELO = 1000.0
"""The strongest claim worth a test, in Elo: 99.7 % of the points, shown by a dozen games."""

NEVER_SEEN = 1e-3
"""The count of an outcome that has not occurred, in games or pairs; fishtest's value."""

NORMALIZED_ELO = 800 / math.log(10)
"""Normalized Elo per standard deviation of a game: equals Elo where few games are drawn."""

PARAMETERS = (
    Parameter("elo0", 0.0, "strength under H0, in Elo", -MAX_ELO, MAX_ELO),
    Parameter("elo1", 10.0, "strength under H1, in Elo", -MAX_ELO, MAX_ELO),
    Parameter("alpha", 0.05, "chance of accepting H1 when H0 is true", 0, 0.5),
    Parameter("beta", 0.05, "chance of accepting H0 when H1 is true", 0, 0.5),
    Parameter("model", "logistic", "what Elo means here", choices=MODELS),
)


@dataclass(frozen=True)
class Sprt:
    """A test of ``elo0`` against ``elo1`` with the errors ``alpha`` and ``beta``.

    >>> test = Sprt.parse("elo0=0,elo1=5")
    >>> round(test.lower, 2), round(test.upper, 2)
    (-2.94, 2.94)
    >>> llr = test.llr(Counts(wins=880, draws=1863, losses=759))
    >>> round(llr, 2), test.verdict(llr)
    (2.95, 'H1')
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "logistic"

    def __post_init__(self) -> None:
        """Refuse invalid parameters."""
        if not -MAX_ELO <= self.elo0 < self.elo1 <= MAX_ELO:
            raise BadSpec(
                f"elo0={self.elo0:g},elo1={self.elo1:g} is not a test: elo0 must be below elo1, "
                f"and both from {-MAX_ELO:g} to {MAX_ELO:g}."
            )
        for name, error in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < error < 0.5:
                raise BadSpec(f"{name}={error:g} is out of range: it must be between 0 and 0.5.")
        if self.model not in MODELS:
            raise BadSpec(f"model={self.model} is not valid: it must be {' or '.join(MODELS)}.")

    @classmethod
    def parse(cls, text: str) -> Sprt:
        """Read ``elo0=0,elo1=10``, optionally with alpha, beta and model.

        >>> Sprt.parse("elo0=10,elo1=0")
        Traceback (most recent call last):
        ...
        inarow.errors.BadSpec: elo0=10,elo1=0 is not a test: elo0 must be below elo1, ...
        """
        try:
            _, given = split_spec(f"sprt:{text}")
        except BadSpec:
            given = {}
        if not {"elo0", "elo1"} <= given.keys():
            raise BadSpec(
                f"{text!r} is not an SPRT: write elo0=0,elo1=10 "
                "(and alpha=, beta= or model= if need be), each once."
            )
        values = read_parameters("sprt", PARAMETERS, given)
        return cls(
            float(values["elo0"]),
            float(values["elo1"]),
            float(values["alpha"]),
            float(values["beta"]),
            str(values["model"]),
        )

    def __str__(self) -> str:
        """The test as :meth:`parse` reads it, without default values.

        >>> str(Sprt(0, 10, alpha=0.01))
        'elo0=0,elo1=10,alpha=0.01'
        """
        given = [f"elo0={self.elo0:g}", f"elo1={self.elo1:g}"]
        for parameter in PARAMETERS[2:]:
            value = getattr(self, parameter.name)
            if value != parameter.default:
                given.append(f"{parameter.name}={value_text(value)}")
        return ",".join(given)

    @property
    def lower(self) -> float:
        """At this log likelihood ratio or below, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """At this log likelihood ratio or above, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts, pairs: Sequence[int] = ()) -> float:
        """The log likelihood ratio of H1 to H0, from the pairs if there are any, else the games."""
        results, scores = outcomes(counts, pairs)
        if not any(results):
            return 0.0
        weights = [count or NEVER_SEEN for count in results]
        if self.model == "logistic":
            drops = [
                drop_at_mean(weights, scores, score_from_elo(elo)) for elo in (self.elo0, self.elo1)
            ]
        else:
            # The score of a pair is the mean of two games, so its deviation is smaller.
            unit = NORMALIZED_ELO / math.sqrt(2 if any(pairs) else 1)
            drops = [
                drop_at_normalized_mean(weights, scores, elo / unit)
                for elo in (self.elo0, self.elo1)
            ]
        return drops[0] - drops[1]

    def verdict(self, llr: float) -> str | None:
        """``"H0"`` or ``"H1"`` once a bound is reached, None before."""
        if llr >= self.upper:
            return "H1"
        return "H0" if llr <= self.lower else None
