// SPDX-License-Identifier: MIT
// Blocks of the matrix that were computed once and are kept while the picture moves.

const knowledge = { none: 0, sampled: 1, exact: 2 };

/** Blocks of one side in a ring: block (row, column) stands at row modulo `high` and column modulo `wide`. */
class Level {
    /** @param {number} side [entries] @param {number} high @param {number} wide */
    constructor(side, high, wide) {
        this.side = side;
        this.high = high;
        this.wide = wide;
        /** The minimum, mean and maximum of each block. */
        this.planes = [new Float32Array(high * wide)];
        while (side > 1 && this.planes.length < 3) this.planes.push(new Float32Array(high * wide));
        if (side === 1) this.planes.push(this.planes[0], this.planes[0]);
        this.known = new Uint8Array(high * wide);
        this.rows = this.columns = /** @type {[number, number]} */ ([0, 0]); // from, to
        this.next = 0; // the rows before it are known
        /** @type {number[]} how many blocks in sight are known in which way; empty: they were not counted */ this.counts = [];
    }

    /** @param {number} row */
    line(row) { return (row % this.high) * this.wide; }

    /**
     * Calls `see` for the parts of a row of blocks that stand side by side in the ring, with places in it.
     * @param {number} row @param {number} from @param {number} to
     * @param {(begin: number, end: number) => void} see
     */
    parts(row, from, to, see) {
        const line = this.line(row), begin = line + from % this.wide, end = begin + to - from, limit = line + this.wide;
        if (to <= from) return;
        see(begin, Math.min(end, limit));
        if (end > limit) see(line, end - this.wide);
    }

    /**
     * Sets which blocks are in sight from now on. Blocks that were out of sight become unknown.
     * @param {[number, number]} rows @param {[number, number]} columns
     */
    moveTo(rows, columns) {
        const forget = (/** @type {number} */ begin, /** @type {number} */ end) => { this.known.fill(knowledge.none, begin, end); };
        for (let row = rows[0]; row < rows[1]; ++row) {
            const isNew = row < this.rows[0] || row >= this.rows[1];
            if (isNew) this.parts(row, columns[0], columns[1], forget);
            else {
                this.parts(row, columns[0], Math.min(columns[1], this.columns[0]), forget);
                this.parts(row, Math.max(columns[0], this.columns[1]), columns[1], forget);
            }
        }
        const isSame = [0, 1].every((end) => rows[end] === this.rows[end] && columns[end] === this.columns[end]);
        [this.rows, this.columns, this.next] = [rows, columns, rows[0]];
        if (!isSame) this.counts = [];
    }

    // How many blocks in sight are known less well than `wanted`.
    /** @param {number} wanted */
    missing(wanted) {
        const { known } = this;
        if (this.counts.length === 0) {
            this.counts = [0, 0, 0];
            const count = (/** @type {number} */ begin, /** @type {number} */ end) => {
                for (let at = begin; at < end; ++at) ++this.counts[known[at]];
            };
            for (let row = this.rows[0]; row < this.rows[1]; ++row) this.parts(row, this.columns[0], this.columns[1], count);
        }
        return this.counts[knowledge.none] + (wanted === knowledge.exact ? this.counts[knowledge.sampled] : 0);
    }

    /**
     * Lets `fill` compute, row by row, the blocks that are known less well than `wanted`, at most `longest` at once, until the deadline [ms].
     * @param {number} wanted @param {number} longest @param {number} deadline
     * @param {(row: number, begin: number, end: number) => number} fill returns how many it has computed
     * @returns {number} how many were computed
     */
    complete(wanted, longest, deadline, fill) {
        const { known, wide } = this, [first, last] = this.columns;
        let computed = 0;
        this.counts = [];
        for (; this.next < this.rows[1]; ++this.next) {
            const line = this.line(this.next);
            for (let end = first, at = first % wide; end < last;) {
                const begin = end;
                for (; end < last && end - begin < longest && known[line + at] < wanted; ++end) {
                    known[line + at] = wanted;
                    if (++at === wide) at = 0;
                }
                if (end > begin) {
                    computed += fill(this.next, begin, end);
                    if (performance.now() > deadline) return computed;
                } else {
                    ++end;
                    if (++at === wide) at = 0;
                }
            }
        }
        return computed;
    }

    /**
     * Copies a block of a symmetric matrix from the other side of the diagonal, if it is exact there.
     * @param {number} row @param {number} column
     */
    mirror(row, column) {
        const { known, wide } = this, [[top, bottom], [left, right]] = [this.rows, this.columns];
        const from = this.line(column) + row % wide, to = this.line(row) + column % wide;
        const isThere = column >= top && column < bottom && row >= left && row < right && known[from] === knowledge.exact;
        if (isThere) for (const plane of this.planes) plane[to] = plane[from];
        return isThere;
    }

    /** Begins again with the first row. */
    rewind() { this.next = this.rows[0]; }

    isComplete() { return this.next >= this.rows[1]; }
}

/** The minimum, sum and maximum of blocks side by side. */
class BlockSums {
    /** @param {number} count */
    constructor(count) {
        this.least = new Float64Array(count).fill(Infinity);
        this.most = new Float64Array(count).fill(-Infinity);
        this.sums = new Float64Array(count);
        this.counts = new Float64Array(count);
    }

    /** @param {Float64Array} entries of one row @param {number} side of a block */
    add(entries, side) {
        const { least, most, sums, counts } = this;
        for (let block = 0, at = 0; at < entries.length; ++block) {
            let low = least[block], high = most[block], sum = 0, count = 0;
            for (const end = Math.min(at + side, entries.length); at < end; ++at) {
                const value = entries[at];
                if (value !== value) continue; // it is not a number
                if (value < low) low = value;
                if (value > high) high = value;
                sum += value;
                ++count;
            }
            [least[block], most[block]] = [low, high];
            sums[block] += sum;
            counts[block] += count;
        }
    }

    /** @param {Level} level @param {number} row @param {number} begin */
    store(level, row, begin) {
        const [least, mean, most] = level.planes;
        let block = 0;
        level.parts(row, begin, begin + this.counts.length, (from, to) => {
            for (let at = from; at < to; ++at, ++block) {
                const count = this.counts[block];
                least[at] = count > 0 ? this.least[block] : NaN;
                most[at] = count > 0 ? this.most[block] : NaN;
                mean[at] = count > 0 ? this.sums[block] / count : NaN;
            }
        });
    }
}
