"""Never reads its input."""

from engine import forever

forever()
