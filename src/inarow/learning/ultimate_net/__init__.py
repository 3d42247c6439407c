"""The pattern network: the learned evaluation of the ultimate engine. See ``model``."""
