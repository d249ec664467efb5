"""The night over columns, compiled: the same integers as `rules`, `memory` and `retention`.

A shard keeps its agents' beliefs in rows of K slots, one column per field, the strongest first, so
that the weakest is always at the end. A night walks the news of marked agents, sorted by agent:
it finds the slots they bear on, works out the new states, and merges them into the row. What did
not change keeps its order for ever, since everything fades alike. Ids count from 1; id 0 and rank
0 are an empty slot.

Every number is an integer of at most 63 bits, so vector units, compilers and the interpreter agree.
What is inlined stands in this file: compiled code is kept until the file it came from changes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from llvmlite import ir
from numba import config, njit, types
from numba.core import cgutils
from numba.extending import intrinsic
from numpy.typing import NDArray

U16 = NDArray[np.uint16]
U32 = NDArray[np.uint32]
U64 = NDArray[np.uint64]

# Columns of a row of news.
AGENT, TAG, AMOUNT, VIVID = range(4)
# Columns of what a tag means: its key, and how it bears on it.
KEY, GOOD = range(2)

_FEW = 32
_LAST_WORD = np.uint64(0xFFFFFFFFFFFFFFFF)
_FULL = (1 << 31) - 1
_ONE = 1 << 30


class Slots(NamedTuple):
    """Beliefs of a range of agents, or crumbs (without `b`): K slots each."""

    word: U32
    a: U32
    b: U32
    day: U16
    rank: U32


class Tables(NamedTuple):
    """What the numbers are moved by."""

    fading: U32
    crumb_fading: U32
    logarithms: U32
    coarse: U32
    fine: U32


class Knobs(NamedTuple):
    """A config in quanta, and what of it depends on the night."""

    v1: bool
    day: int
    day_rank: int
    crumb_day_rank: int
    wary: bool
    bonus: int
    bias: int
    alpha: int
    least: int
    most: int
    rate: int
    episodes: int


class Words(NamedTuple):
    """What ids stand for: a tag's key, side and hash; a key's hash, and if it may sound worse."""

    meaning: U32
    tag_hash: U64
    tag_key_hash: U64
    key_hash: U64
    key_wary: NDArray[np.uint8]


_compiled = njit(nogil=True, cache=True)
# Where a call would copy the descriptions of a dozen arrays: that is dearer than the work.
_inlined = njit(nogil=True, cache=True, inline="always")


@intrinsic
def _leading_zeros(context, number):
    """How many of the 64 bits of a whole number above 0 are zero before the first one."""
    del context, number

    def generate(context, builder, signature, arguments):
        del context, signature
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@_inlined
def _faded(number, days, table):
    """`fixed.faded`."""
    left = np.int64(table[min(days, table.shape[0] - 1)])
    return (np.int64(number) * left + (1 << 30)) >> 31


@_inlined
def _rank(number, day_rank, table):
    """`fixed.rank`, with the day's part worked out once a night."""
    number = max(np.int64(number), np.int64(1))
    top = 63 - _leading_zeros(number)
    tail = (number << (40 - top)) & ((1 << 40) - 1)
    step = tail >> 28
    low, high = np.int64(table[step]), np.int64(table[step + 1])
    log = (top << 24) + low + (((high - low) * (tail & ((1 << 28) - 1))) >> 28)
    return 1 + (log >> 9) + day_rank


@_inlined
def _saturation(count, rate, coarse, fine):
    """`fixed.saturation`."""
    exponent = (count * rate) >> 16
    digits = exponent & ((1 << 24) - 1)
    lives = min(exponent >> 24, 32)
    left = ((np.int64(coarse[digits >> 12]) * np.int64(fine[digits & 4095])) >> 31) >> lives
    return ((1 << 31) - left + 1) >> 1


@_inlined
def _find(words, row, word):
    """The slot of a row that holds a word, or −1.

    The first loop never stops early: that is what vector units are good at, and most words are not
    held.
    """
    there = False
    for slot in range(words.shape[1]):
        there |= words[row, slot] == word
    found = -1
    if there:
        for slot in range(words.shape[1]):
            if words[row, slot] == word:
                found = slot
    return found


@_compiled
def _by_key(news, start, count, words, hashes, order):
    """The order of an agent's news by the hash of the key, then by tag."""
    for i in range(count):
        hashes[i] = words.tag_key_hash[news[start + i, TAG]]
    if count > _FEW:
        order[:count] = np.argsort(hashes[:count], kind="mergesort")
        _by_tag(news, start, count, hashes, order)
        return
    # Each finds its own place: for few, comparing all with all is faster than any branch.
    padded = (count + 7) & ~7
    for i in range(count, padded):
        hashes[i] = _LAST_WORD
    for i in range(count):
        mine = hashes[i]
        place = same = 0
        for j in range(padded):
            place += hashes[j] < mine
            same += hashes[j] == mine
        if same > 1:
            tag = news[start + i, TAG]
            for j in range(count):
                other = news[start + j, TAG]
                place += hashes[j] == mine and (other < tag or (other == tag and j < i))
        order[place] = i


@_compiled
def _by_tag(news, start, count, hashes, order):
    """Put news of one key, which stand together, in the order of their tags."""
    begin = 0
    while begin < count:
        end = begin + 1
        while end < count and hashes[order[end]] == hashes[order[begin]]:
            end += 1
        if end - begin > 1:
            tags = np.empty(end - begin, np.int64)
            for i in range(end - begin):
                tags[i] = news[start + order[begin + i], TAG]
            order[begin:end] = order[begin:end][np.argsort(tags, kind="mergesort")]
        begin = end


@_inlined
def _tags(news, start, count, order, tags):
    """News tag by tag: amounts add, the most severe episode stays; (tags, episodes)."""
    found = 0
    for i in range(count):
        at = start + order[i]
        tag = np.int64(news[at, TAG])
        amount, vivid = np.int64(news[at, AMOUNT]), np.int64(news[at, VIVID])
        if found and tags[found - 1, 0] == tag:
            tags[found - 1, 1] = min(tags[found - 1, 1] + amount, _FULL)
            tags[found - 1, 2] = max(tags[found - 1, 2], vivid)
        else:
            tags[found, 0], tags[found, 1], tags[found, 2] = tag, min(amount, _FULL), vivid
            tags[found, 3] = 0
            found += 1
    episodes = 0
    for i in range(found):
        episodes += tags[i, 2] > 0
    return found, episodes


@_compiled
def _forget(tags, found, surplus, tag_hash):
    """Forget so many of the least severe episodes."""
    for _ in range(surplus):
        least = -1
        for i in range(found):
            if tags[i, 2] and (
                least < 0
                or tags[i, 2] < tags[least, 2]
                or (
                    tags[i, 2] == tags[least, 2] and tag_hash[tags[i, 0]] > tag_hash[tags[least, 0]]
                )
            ):
                least = i
        tags[least, 2] = 0


@_compiled
def _without_strange(tags, found, meaning):
    """Leave out tags that nobody understands: without a key, they sort first."""
    strange = 0
    while strange < found and meaning[tags[strange, 0], KEY] == 0:
        strange += 1
    for i in range(found - strange):
        tags[i] = tags[i + strange]
    return found - strange


@_inlined
def _evidence(trouble, success, a, b, wary, bias):
    """`EvidenceRule.update`, given what has faded and what is new."""
    moved = ((success * bias + (_ONE >> 1)) >> 30) if wary else np.int64(0)
    return min(a + trouble + moved, _FULL), min(b + success - moved, _FULL)


@_inlined
def _first(signal, a, b, alpha, least, most):
    """`FirstRule.update`, given the signal and what has faded."""
    signal = min(signal, _ONE)
    a += ((signal - a) * alpha + (_ONE >> 1)) >> 30
    b += ((signal - b) * alpha + (_ONE >> 1)) >> 30
    return a, min(max(b, least), most)


class Changed(NamedTuple):
    """What changed in a row, before it is merged into it; `slot` is where it was, or −1."""

    word: U32
    a: U32
    b: U32
    rank: U32
    slot: NDArray[np.int64]


@_compiled
def _by_hash(words, count, hashes, order):
    """Put an order into that of the hashes of words."""
    for i in range(count):
        mine = hashes[words[i]]
        j = i
        while j > 0 and hashes[words[order[j - 1]]] > mine:
            order[j] = order[j - 1]
            j -= 1
        order[j] = i


@_inlined
def _strongest_first(ranks, count, order):
    """Put an order into that of ranks, the highest first; equals stay as they are."""
    for i in range(1, count):
        mine = order[i]
        rank = ranks[mine]
        j = i
        while j > 0 and ranks[order[j - 1]] < rank:
            order[j] = order[j - 1]
            j -= 1
        order[j] = mine


@_inlined
def _plan(slots, row, changed, count, hashes, day, order, gone, left, moves, places):
    """How a row is put together again: (to, from, length) of what moves, and where changes go.

    The slots in `gone` are left out; a change comes before whatever has no higher rank, since it
    is the more recent. What no longer fits falls off the end.
    """
    ranks = slots.rank
    width = ranks.shape[1]
    for i in range(count):
        rank = changed.rank[order[i]]
        place = 0
        if ranks[row, 0] > rank:
            for slot in range(width):
                place += ranks[row, slot] > rank
        # Only what a snapshot brought can be of this very day.
        while place < width and ranks[row, place] == rank and slots.day[row, place] == day:
            if hashes[slots.word[row, place]] > hashes[changed.word[order[i]]]:
                break
            place += 1
        places[i] = place
    taken = skipped = slot = out = runs = 0
    while out < width:
        stop = width
        if taken < count:
            stop = min(stop, places[taken])
        if skipped < left:
            stop = min(stop, gone[skipped])
        length = min(stop - slot, width - out)
        if length > 0:
            moves[runs, 0], moves[runs, 1], moves[runs, 2] = out, slot, length
            runs += 1
            out += length
            slot += length
        if out < width and taken < count and places[taken] == slot:
            places[taken] = out
            taken += 1
            out += 1
        elif out < width:  # the slot is gone
            skipped += 1
            slot += 1
    return runs, taken


@intrinsic
def _memmove(context, column, row, to, source, length):
    """Move slots within a row: what a loop does, at the speed of the C library."""
    del context, row, to, source, length

    def generate(context, builder, signature, arguments):
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        width = builder.extract_value(array.shape, 1)
        begin = builder.gep(array.data, [builder.mul(arguments[1], width)])
        cgutils.raw_memmove(
            builder,
            builder.gep(begin, [arguments[2]]),
            builder.gep(begin, [arguments[3]]),
            arguments[4],
            array.itemsize,
        )
        return context.get_dummy_value()

    return types.void(column, types.int64, types.int64, types.int64, types.int64), generate


if config.DISABLE_JIT:  # the interpreter has no machine code to write

    def _leading_zeros(number):
        return 64 - int(number).bit_length()

    def _memmove(column, row, to, source, length):
        column[row, to : to + length] = column[row, source : source + length].copy()


@_inlined
def _move(column, row, moves, runs):
    """Move the runs of one column of a row, none over what is still to be moved."""
    for run in range(runs - 1, -1, -1):
        if moves[run, 0] > moves[run, 1]:
            _memmove(column, row, moves[run, 0], moves[run, 1], moves[run, 2])
    for run in range(runs):
        if moves[run, 0] < moves[run, 1]:
            _memmove(column, row, moves[run, 0], moves[run, 1], moves[run, 2])


@_inlined
def _merge(row, slots, changed, count, hashes, day, order, scratch):
    """Put what changed into its row; at most its width stays. `order` is that of its hashes."""
    gone, moves, places = scratch
    _strongest_first(changed.rank, count, order)
    left = 0
    for i in range(count):
        slot = changed.slot[i]
        if slot >= 0:  # insert it in order
            j = left
            while j > 0 and gone[j - 1] > slot:
                gone[j] = gone[j - 1]
                j -= 1
            gone[j] = slot
            left += 1
    runs, placed = _plan(slots, row, changed, count, hashes, day, order, gone, left, moves, places)
    _move(slots.word, row, moves, runs)
    _move(slots.a, row, moves, runs)
    _move(slots.day, row, moves, runs)
    _move(slots.rank, row, moves, runs)
    for i in range(placed):
        slot, source = places[i], order[i]
        slots.word[row, slot] = changed.word[source]
        slots.a[row, slot] = changed.a[source]
        slots.day[row, slot] = day
        slots.rank[row, slot] = changed.rank[source]
    if slots.b.shape[1]:
        _move(slots.b, row, moves, runs)
        for i in range(placed):
            slots.b[row, places[i]] = changed.b[order[i]]


@_inlined
def _crumbs(row, crumbs, tags, found, knobs, tables, changed):
    """Add what is new to what is left of each tag's count, and note the total as its news."""
    for i in range(found):
        tag = np.uint32(tags[i, 0])
        slot = _find(crumbs.word, row, tag)
        total = tags[i, 1]
        if slot >= 0:
            days = knobs.day - np.int64(crumbs.day[row, slot])
            total = min(total + _faded(crumbs.a[row, slot], days, tables.crumb_fading), _FULL)
        tags[i, 3] = total
        changed.word[i], changed.a[i], changed.slot[i] = tag, total, slot
        changed.rank[i] = _rank(total, knobs.crumb_day_rank, tables.logarithms)


@_inlined
def _beliefs(row, slots, tags, found, words, knobs, tables, changed):
    """The state of each key after its news; tags of one key stand together."""
    keys = i = 0
    while i < found:
        key = words.meaning[tags[i, 0], KEY]
        trouble = success = total = np.int64(0)
        vivid_trouble = vivid_success = np.int64(0)
        while i < found and words.meaning[tags[i, 0], KEY] == key:
            if words.meaning[tags[i, 0], GOOD]:
                success = min(success + tags[i, 1], _FULL)
                vivid_success |= tags[i, 2] > 0
            else:
                trouble = min(trouble + tags[i, 1], _FULL)
                total = max(total, tags[i, 3])
                vivid_trouble |= tags[i, 2] > 0
            i += 1
        slot = _find(slots.word, row, key)
        a = b = np.int64(0)
        if slot >= 0:
            days = knobs.day - np.int64(slots.day[row, slot])
            a, b = np.int64(slots.a[row, slot]), _faded(slots.b[row, slot], days, tables.fading)
            if not knobs.v1:
                a = _faded(a, days, tables.fading)
        wary = knobs.wary and words.key_wary[key] > 0
        if knobs.v1:
            signal = _saturation(total, knobs.rate, tables.coarse, tables.fine)
            signal += knobs.bonus * vivid_trouble + (knobs.bias if wary else 0)
            a, b = _first(signal, a, b, knobs.alpha, knobs.least, knobs.most)
            strength = b
        else:
            trouble += knobs.bonus * vivid_trouble
            success += knobs.bonus * vivid_success
            a, b = _evidence(trouble, success, a, b, wary, knobs.bias)
            strength = a + b
        changed.word[keys], changed.a[keys], changed.b[keys] = key, a, b
        changed.rank[keys] = _rank(strength, knobs.day_rank, tables.logarithms)
        changed.slot[keys] = slot
        keys += 1
    return keys


@_compiled
def night(news, first, start, end, longest, slots, crumbs, words, knobs, tables):
    """Let the agents of news[start:end], sorted by agent, sleep; returns (agents, beliefs)."""
    hashes, order = np.empty(longest + 7, np.uint64), np.empty(longest, np.int64)
    tags = np.empty((longest, 4), np.int64)
    changed = Changed(
        np.empty(longest, np.uint32),
        np.empty(longest, np.uint32),
        np.empty(longest, np.uint32),
        np.empty(longest, np.uint32),
        np.empty(longest, np.int64),
    )
    scratch = (
        np.empty(longest, np.int64),
        np.empty((2 * longest + 2, 3), np.int64),
        np.empty(longest, np.int64),
    )
    agents = beliefs = 0
    while start < end:
        agent = news[start, AGENT]
        stop = start + 1
        while stop < end and news[stop, AGENT] == agent:
            stop += 1
        row = np.int64(agent) - first
        _by_key(news, start, stop - start, words, hashes, order)
        found, episodes = _tags(news, start, stop - start, order, tags)
        if episodes > knobs.episodes:
            _forget(tags, found, episodes - knobs.episodes, words.tag_hash)
        if words.meaning[tags[0, 0], KEY] == 0:
            found = _without_strange(tags, found, words.meaning)
        if knobs.v1:
            _crumbs(row, crumbs, tags, found, knobs, tables, changed)
            _by_hash(changed.word, found, words.tag_hash, order)
            _merge(row, crumbs, changed, found, words.tag_hash, knobs.day, order, scratch)
        keys = _beliefs(row, slots, tags, found, words, knobs, tables, changed)
        for i in range(keys):
            order[i] = i  # keys come in the order of their hashes
        _merge(row, slots, changed, keys, words.key_hash, knobs.day, order, scratch)
        agents += 1
        beliefs += keys
        start = stop
    return agents, beliefs


@_compiled
def held_rows(slots, hashes, ends, word, a, b, day):
    """Write out what every agent holds, by the hash of its word; `ends` says where each ends."""
    width = slots.word.shape[1]
    order = np.empty(width, np.int64)
    for row in range(slots.word.shape[0]):
        begin = ends[row - 1] if row else 0
        count = ends[row] - begin
        for i in range(count):
            mine = hashes[slots.word[row, i]]
            j = i
            while j > 0 and hashes[slots.word[row, order[j - 1]]] > mine:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
        for i in range(count):
            slot = order[i]
            word[begin + i] = hashes[slots.word[row, slot]]
            a[begin + i] = slots.a[row, slot]
            if slots.b.shape[1]:
                b[begin + i] = slots.b[row, slot]
            day[begin + i] = slots.day[row, slot]


@_compiled
def hold_rows(slots, hashes, ends, word, a, b, day, strength, half_life, logarithms):
    """Fill rows from what agents hold, the strongest first. The reverse of `held_rows`."""
    for row in range(slots.word.shape[0]):
        begin = ends[row - 1] if row else 0
        for i in range(begin, ends[row]):
            rank = _rank(strength[i], (np.int64(day[i]) << 15) // half_life, logarithms)
            j = i - begin
            while j > 0 and (
                slots.rank[row, j - 1] < rank
                or (
                    slots.rank[row, j - 1] == rank
                    and (
                        slots.day[row, j - 1] < day[i]
                        or (
                            slots.day[row, j - 1] == day[i]
                            and hashes[slots.word[row, j - 1]] > hashes[word[i]]
                        )
                    )
                )
            ):
                slots.word[row, j] = slots.word[row, j - 1]
                slots.a[row, j] = slots.a[row, j - 1]
                if slots.b.shape[1]:
                    slots.b[row, j] = slots.b[row, j - 1]
                slots.day[row, j] = slots.day[row, j - 1]
                slots.rank[row, j] = slots.rank[row, j - 1]
                j -= 1
            slots.word[row, j] = word[i]
            slots.a[row, j] = a[i]
            if slots.b.shape[1]:
                slots.b[row, j] = b[i]
            slots.day[row, j] = day[i]
            slots.rank[row, j] = rank
