"""Named random streams. Draws from one stream do not affect the others."""

from hashlib import blake2b
from math import isfinite
from operator import index


cdef Rng named(object seed, tuple key) except *:
    """Return the generator of a seed and key. The hash includes each part's type and length, so that keys differ."""
    cdef Rng rng
    parts = [f"i{index(seed)};"]
    for part in key:
        if isinstance(part, str):
            parts.append(f"s{len(part)}:{part};")
        else:
            parts.append(f"i{index(part)};")
    digest = blake2b("".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    rng.state = int.from_bytes(digest, "little")
    return rng


cdef class Stream:
    """A named random stream. The same seed and key give the same numbers on every machine and in every build.

    Args:
        seed: any int.
        key: ints and strings. Streams of different keys are independent.
    """

    def __cinit__(self, seed, *key):
        self.rng = named(seed, key)

    def below(self, n):
        """Return a random int from 0 to n - 1. ValueError unless 1 <= n <= 2**32."""
        n = index(n)
        if not 1 <= n <= 2**32:
            raise ValueError(f"n is {n}; it must be 1 to 2**32")
        return below(&self.rng, n)

    def unit(self):
        """Return a random float in [0, 1), a multiple of 2**-53."""
        return unit(&self.rng)

    def pick(self, weights):
        """Return a random index, with probability proportional to its weight.

        Raises:
            ValueError: a weight is negative or not finite, or none is positive.
        """
        weights = [float(weight) for weight in weights]
        total = sum(weights)
        if not total > 0 or not isfinite(total) or min(weights) < 0:
            raise ValueError("weights must be finite and at least 0, and one must be above 0")
        point = unit(&self.rng) * total
        last = 0
        for i, weight in enumerate(weights):
            if weight > 0:
                last = i
                if point < weight:
                    return i
                point -= weight
        return last  # rounding has moved the point past the end

    def choice(self, items):
        """Return a random item of a sequence. ValueError if it is empty."""
        if not items:
            raise ValueError("the sequence is empty: give at least one item")
        return items[self.below(len(items))]

    def shuffled(self, items):
        """Return the items in random order as a new list."""
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            k = self.below(i + 1)
            items[i], items[k] = items[k], items[i]
        return items

    def copy(self):
        """Return an independent Stream that continues with the same numbers."""
        cdef Stream other = Stream(0)
        other.rng = self.rng
        return other

    def __reduce__(self):
        return _restored, (self.rng.state,)


def _restored(state):
    """Return a Stream with this state. For `pickle`."""
    cdef Stream stream = Stream(0)
    stream.rng.state = state
    return stream
