// SPDX-License-Identifier: MIT
// Paints the matrix without a GPU: the processor computes entries faster than it runs a shader.

const movingPause = 14; // [ms] that computing blocks of a moving picture may take
const paintPause = 90; // [ms] between two pictures that become exact
const mostLevels = 3; // levels that are kept
const shades = 16; // steps between two colours of a map

class ProcessorPainter {
    /** @param {CanvasRenderingContext2D} context @param {MatrixData} matrix @param {Float32Array[]} overview its planes */
    constructor(context, matrix, overview) {
        this.context = context;
        this.matrix = matrix;
        this.rate = 1e8; // steps of entries per second: a guess, then as measured last
        this.shape = matrixShape();
        this.steps = stepsOfEntry(matrix); // that an entry takes
        this.overview = new Level(matrix.side, 1, 1);
        Object.assign(this.overview, { high: matrix.blocks[0], wide: matrix.blocks[1], planes: overview,
            known: new Uint8Array(matrix.blocks[0] * matrix.blocks[1]).fill(knowledge.exact) });
        /** @type {Level[]} the one that was used last comes first */
        this.levels = [];
        this.colours = new Uint32Array(255 * shades + 1);
        this.image = context.createImageData(1, 1);
        this.place = /** @type {Place} */ ({ origin: [0, 0], perPixel: 1 });
        this.wishes = /** @type {Wishes | null} */ (null);
        this.isMoving = false;
        this.isExact = false;
        this.painted = 0; // [ms] the time at which the picture was drawn last
        /** @type {Level} what is shown */ this.level = this.overview;
        /** @type {Level} what is shown where it is not known */ this.base = this.overview;
        /** @type {Int32Array | null} */ this.rowOrder = null;
        this.columns = columnsOf(matrix, vectors.second, null);
    }

    /** @param {Uint8Array} colours 256 of them */
    setColours(colours) {
        for (let i = 0; i < this.colours.length; ++i) {
            const left = 3 * Math.floor(i / shades), share = i % shades / shades;
            const part = (/** @type {number} */ k) => colours[left + k] + (share > 0 ? share * (colours[left + 3 + k] - colours[left + k]) : 0);
            this.colours[i] = packedColour([part(0), part(1), part(2)]);
        }
    }

    /** @param {Int32Array | null} rows the vector at each place; null: as loaded @param {Int32Array | null} columns */
    setOrder(rows, columns) {
        this.rowOrder = rows;
        this.columns = columnsOf(this.matrix, vectors.second, columns);
        this.levels = [];
    }

    /** @param {Place} place @param {Wishes} wishes @param {boolean} isMoving */
    begin(place, wishes, isMoving) {
        const { width, height } = this.context.canvas;
        if (this.image.width !== width || this.image.height !== height) {
            this.image = this.context.createImageData(width, height);
            this.levels = [];
        }
        [this.place, this.wishes, this.isMoving, this.painted] = [place, wishes, isMoving, 0];
        this.base = this.movingLevel();
        this.isExact = this.base === this.overview || this.fillMoving(this.base);
        if (isMoving && this.base === this.overview) this.isExact = this.restsOnOverview();
        this.level = isMoving || this.isExact && this.base !== this.overview ? this.base : this.restsOnOverview() ? this.overview : this.levelOf(this.finestSide());
        this.level.next = this.level.rows[0];
    }

    // One frame.
    /** @returns {Painted} */
    step() {
        const { level } = this, begin = performance.now();
        const isDone = this.isMoving || level === this.overview || this.fill(level, knowledge.exact, begin + paintPause / 2);
        if (isDone || begin - this.painted > paintPause) {
            this.draw();
            this.painted = begin;
        }
        return { isDone, isExact: this.isMoving ? this.isExact : isDone, side: level.side };
    }

    /** The least side of blocks with which no block is smaller than a pixel. */
    finestSide() { return Math.max(1, Math.ceil(this.place.perPixel)); }

    // The blocks in sight, along rows and columns.
    /** @param {number} side @returns {[number, number][]} */
    inSight(side) {
        const { width, height } = this.context.canvas, { origin, perPixel } = this.place;
        return [height, width].map((pixels, axis) => {
            const end = Math.ceil(this.shape[axis] / side), clamped = (/** @type {number} */ at) => Math.min(end, Math.max(0, at));
            const begin = clamped(Math.floor(origin[axis] / side));
            return [begin, Math.max(begin, clamped(Math.ceil((origin[axis] + pixels * perPixel) / side)))];
        });
    }

    // The kept level with blocks of this side, or a new one, moved to what is in sight.
    /** @param {number} side */
    levelOf(side) {
        const { width, height } = this.context.canvas, [rows, columns] = this.inSight(side);
        const level = this.levels.find((one) => one.side === side) || new Level(side, height + 2, width + 2);
        this.levels = [level, ...this.levels.filter((one) => one !== level)].slice(0, mostLevels);
        level.moveTo(rows, columns);
        return level;
    }

    // How much must be computed until all blocks in sight are known [steps of entries].
    /** @param {number} side @param {number} wanted */
    cost(side, wanted) {
        const entries = wanted === knowledge.exact ? side * side : Math.min(4, side * side);
        const [rows, columns] = this.inSight(side), isKept = this.levels.some((one) => one.side === side);
        return entries * this.steps * (isKept ? this.levelOf(side).missing(wanted) : (rows[1] - rows[0]) * (columns[1] - columns[0]));
    }

    /** The finest blocks for which there is time while the picture moves. */
    movingLevel() {
        const { perPixel } = this.place, most = this.rate * movingPause / 1000;
        if (this.rowOrder === null && perPixel * widestBlock > this.matrix.side) return this.overview;
        let side = this.finestSide();
        for (let wider = 2; wider <= widestBlock && Math.min(this.cost(side, knowledge.exact), this.cost(side, knowledge.sampled)) > most; wider *= 2)
            side = Math.max(1, Math.ceil(perPixel * wider));
        return this.levelOf(side);
    }

    /** Does the picture at rest show the overview, because exact blocks would take too long? */
    restsOnOverview() {
        return this.rowOrder === null && this.place.perPixel > 1 && this.cost(this.finestSide(), knowledge.exact) > this.rate * restBudget / 1000;
    }

    /** @param {Level} level @returns {boolean} are all its blocks exact? */
    fillMoving(level) {
        const { side } = level, exact = this.cost(side, knowledge.exact);
        const isCheap = exact <= Math.max(this.rate * movingPause / 1000, this.cost(side, knowledge.sampled));
        this.fill(level, isCheap ? knowledge.exact : knowledge.sampled, Infinity);
        return side === this.finestSide() && (isCheap || level.missing(knowledge.exact) === 0);
    }

    /** @param {Level} level @param {number} wanted @param {number} deadline @returns {boolean} are all blocks known? */
    fill(level, wanted, deadline) {
        const begin = performance.now(), { side } = level, entries = wanted === knowledge.exact ? side * side : Math.min(4, side * side);
        const longest = Math.max(1, Math.floor(mostAtOnce / (entries * this.steps)));
        const done = entries * this.steps * level.complete(wanted, longest, deadline, wanted === knowledge.exact ? this.exactly(level) : this.sampled(level));
        const rate = 1000 * done / Math.max(0.1, performance.now() - begin);
        if (done > leastMeasured) this.rate = Math.min(1e10, Math.max(1e6, 0.5 * (this.rate + rate)));
        return level.isComplete();
    }

    // Computes all entries of blocks.
    /** @param {Level} level */
    exactly(level) {
        const { side } = level, [rows, columns] = this.shape;
        return (/** @type {number} */ row, /** @type {number} */ begin, /** @type {number} */ end) => {
            while (this.matrix.symmetric && begin < Math.min(row, end) && level.mirror(row, begin)) ++begin;
            if (begin === end) return 0;
            const sums = new BlockSums(end - begin), from = begin * side, entries = new Float64Array(Math.min(end * side, columns) - from);
            for (let place = row * side; place < Math.min(row * side + side, rows); ++place) {
                this.entries(place, this.columns, from, entries);
                sums.add(entries, side);
            }
            sums.store(level, row, begin);
            return end - begin;
        };
    }

    // Computes four entries of blocks, as the shader does.
    /** @param {Level} level */
    sampled(level) {
        const { side } = level, [first, last] = level.columns;
        const those = columnsAt(this.columns, pickedIn(first, last, side, this.shape[1]));
        return (/** @type {number} */ row, /** @type {number} */ begin, /** @type {number} */ end) => {
            const sums = new BlockSums(end - begin), entries = new Float64Array(2 * (end - begin));
            for (const place of pickedIn(row, row + 1, side, this.shape[0])) {
                this.entries(place, those, 2 * (begin - first), entries);
                sums.add(entries, 2);
            }
            sums.store(level, row, begin);
            return end - begin;
        };
    }

    // The entries of a row of the picture.
    /** @param {number} place @param {Columns} columns @param {number} from @param {Float64Array} out */
    entries(place, columns, from, out) {
        entriesOfRow(this.matrix, vectors.first, this.rowOrder ? this.rowOrder[place] : place, columns, from, out.length, out);
    }

    draw() {
        const { image, level, base } = this, { width, height } = image, { origin, perPixel } = this.place, wishes = /** @type {Wishes} */ (this.wishes);
        const pixels = new Uint32Array(image.data.buffer), plane = aggregates.indexOf(wishes.shown), outside = packedColour(wishes.outside.map((part) => 255 * part));
        const fine = level.planes[plane], rough = base.planes[plane], { colours } = this, [low, high] = wishes.range;
        const curve = this.curve(wishes), special = this.specialColours(wishes);
        const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(origin[1] + (x + 0.5) * perPixel));
        const isSeen = (/** @type {number} */ at, /** @type {number} */ axis) => at >= 0 && at < this.shape[axis];
        const placesIn = (/** @type {Level} */ one) => columns.map((at) => (isSeen(at, 1) ? Math.floor(at / one.side) % one.wide : -1));
        const fineAt = placesIn(level), roughAt = placesIn(base);
        for (let y = 0, at = 0, last = NaN; y < height; ++y, at += width) {
            const row = Math.floor(origin[0] + (y + 0.5) * perPixel);
            if (row === last) pixels.copyWithin(at, at - width, at); // rows that are larger than a pixel
            else if (!isSeen(row, 0)) pixels.fill(outside, at, at + width);
            else {
                const fineLine = level.line(Math.floor(row / level.side)), roughLine = base.line(Math.floor(row / base.side));
                for (let x = 0; x < width; ++x) {
                    const place = fineAt[x];
                    if (place < 0) { pixels[at + x] = outside; continue; }
                    const value = level.known[fineLine + place] > 0 ? fine[fineLine + place] : rough[roughLine + roughAt[x]];
                    if (value >= low && value <= high) pixels[at + x] = colours[curve(value)];
                    else pixels[at + x] = special(value);
                }
            }
            last = row;
        }
        this.context.putImageData(image, 0, 0);
    }

    // Which of the colours a value of the range has, as in the shader.
    /** @param {Wishes} wishes @returns {(value: number) => number} */
    curve({ scale, range: [low, high] }) {
        const last = this.colours.length - 1, span = high > low ? 1 / (high - low) : 0;
        if (scale === "linear" || span === 0) return (value) => ((value - low) * span * last + 0.5) | 0;
        if (scale === "square_root") return (value) => (Math.sqrt((value - low) * span) * last + 0.5) | 0;
        const start = low > 0 ? low : high * 1e-4, decades = 1 / Math.log(high / start);
        return (value) => (high > 0 && value > start ? (Math.min(1, Math.log(value / start) * decades) * last + 0.5) | 0 : 0);
    }

    /** @param {Wishes} wishes @returns {(value: number) => number} */
    specialColours({ range: [low], hasChosenRange }) {
        const { colours } = this, special = /** @type {NonNullable<View["special"]>} */ (view.special);
        const [nan, infinite, below, above] = [special.nan, special.infinite, special.below, special.above].map(packedColour);
        const ends = hasChosenRange ? [below, above] : [colours[0], colours[colours.length - 1]]; // rounding alone leaves the range
        return (value) => (value !== value ? nan : value === Infinity || value === -Infinity ? infinite : value < low ? ends[0] : ends[1]);
    }
}

const mostAtOnce = 2e6; // steps of entries that are computed before the time is looked at
const leastMeasured = 1e6; // steps of entries; fewer say little about the rate

// Two places in each block, as the shader takes them.
/** @param {number} begin @param {number} end @param {number} side @param {number} count */
function pickedIn(begin, end, side, count) {
    const picked = new Int32Array(2 * (end - begin));
    for (let block = begin; block < end; ++block) {
        const from = block * side, to = Math.min(from + side, count), at = 2 * (block - begin);
        picked[at] = from;
        picked[at + 1] = Math.min(to - 1, from + Math.max(1, Math.floor((to - from + 1) / 2)));
    }
    return picked;
}

// A pixel as it stands in memory.
/** @param {number[]} colour red, green and blue, from 0 to 255 */
function packedColour(colour) {
    return new Uint32Array(new Uint8ClampedArray([...colour, 255]).buffer)[0];
}
