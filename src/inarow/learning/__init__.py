"""Players that get better by playing: how they are trained."""
