"""Named random streams: who draws what never moves anybody else's luck."""

from hashlib import blake2b
from math import isfinite
from operator import index


cdef Rng named(object seed, tuple key) except *:
    """The generator of this seed and key. Each part is written with its kind and length, so that no two keys meet."""
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
    def __cinit__(self, seed, *key):
        self.rng = named(seed, key)

    def below(self, n):
        n = index(n)
        if not 1 <= n <= 2**32:
            raise ValueError(f"n is {n}; it must be 1 to 2**32")
        return below(&self.rng, n)

    def unit(self):
        return unit(&self.rng)

    def pick(self, weights):
        weights = [float(weight) for weight in weights]
        total = sum(weights)
        if not total > 0 or not isfinite(total) or min(weights) < 0:
            raise ValueError("weights must be finite, none negative and one at least positive")
        point = unit(&self.rng) * total
        last = 0
        for i, weight in enumerate(weights):
            if weight > 0:
                last = i
                if point < weight:
                    return i
                point -= weight
        return last  # rounding carried the point past the end

    def choice(self, items):
        if not items:
            raise ValueError("nothing to choose from")
        return items[self.below(len(items))]

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            k = self.below(i + 1)
            items[i], items[k] = items[k], items[i]
        return items

    def copy(self):
        cdef Stream other = Stream(0)
        other.rng = self.rng
        return other

    def __reduce__(self):
        return _restored, (self.rng.state,)


def _restored(state):
    cdef Stream stream = Stream(0)
    stream.rng.state = state
    return stream
