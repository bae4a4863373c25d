// SPDX-License-Identifier: MIT
// The matrix as it is looked at: where, in which colours and order, and which entry is under the pointer.

const most = { zoom: 64, neighbours: 8 };
const widestBlock = 16; // [px] of a block of the overview, while the picture moves
const slowFrame = 45, quickFrame = 12; // [ms]: then moving pictures are drawn with fewer pixels, or with more
const coarsest = 4; // [px] along the side of a pixel that is drawn

const board = {
    /** @type {Painter | null} */ painter: null,
    /** @type {HTMLCanvasElement | null} */ canvas: null,
    /** @type {Int32Array | null} */ rowOrder: null,
    /** @type {Int32Array | null} */ columnOrder: null,
    isMoving: false,
    coarseness: 1, // of moving pictures: [px] along the side of a pixel that is drawn
    restTimer: 0,
    frame: 0,
    /** @type {{ mode: number, side: number, next: number } | null} */ work: null,
    /** @type {[number, number] | null} the place under the pointer */ hovered: null,
    madeOrder: "as_loaded:0",
};

/** @returns {[number, number]} rows and columns */
function matrixShape() {
    const sets = /** @type {MatrixData} */ (view.matrix).sets;
    return [sets[0].rows, sets[sets.length - 1].rows];
}

/** Where the canvas lies in the matrix [entries], and how many entries a pixel has. */
function boardPlace() {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), [rows, columns] = matrixShape();
    const ratio = canvas.width / Math.max(1, canvas.clientWidth);
    const fit = Math.max(rows / canvas.height, columns / canvas.width);
    const perPixel = look.place === null ? fit : 1 / (look.place.zoom * ratio);
    const row = look.place === null ? rows / 2 : look.place.row, column = look.place === null ? columns / 2 : look.place.column;
    return { perPixel, fit, ratio,
        origin: /** @type {[number, number]} */ ([row - canvas.height / 2 * perPixel, column - canvas.width / 2 * perPixel]) };
}

/**
 * The vectors at a place of the picture.
 * @param {[number, number]} place
 * @returns {[number, number]}
 */
const vectorsAt = ([row, column]) => [board.rowOrder ? board.rowOrder[row] : row, board.columnOrder ? board.columnOrder[column] : column];

/** @param {number} row @param {number} column */
const entryAt = (row, column) => entryOf(/** @type {MatrixData} */ (view.matrix), vectors.first, row, vectors.second, column);

/** @param {number} set @param {number} row */
function nameOf(set, row) {
    const labels = vectors.labels[set];
    // The signs keep a name that is written from right to left apart from what stands beside it.
    return labels ? `${row} \u2068${labels[row]}\u2069` : String(row);
}

/**
 * The digits that tell the float32 from its neighbours.
 * @param {number} value
 */
function floatText(value) {
    for (let digits = 6; digits < 9; ++digits)
        if (Math.fround(Number(value.toPrecision(digits))) === value) return String(Number(value.toPrecision(digits)));
    return String(Number(value.toPrecision(9)));
}

/** @param {number} value */
function valueText(value) {
    const unit = /** @type {MatrixData} */ (view.matrix).unit;
    return floatText(value) + (unit ? " " + unit : "");
}

function makeOrder() {
    const matrix = /** @type {MatrixData} */ (view.matrix), key = `${look.order}:${look.orderRow}`;
    if (key === board.madeOrder) return;
    board.madeOrder = key;
    if (look.order === "as_loaded") {
        board.rowOrder = board.columnOrder = null;
    } else {
        const sign = largeIsNear(matrix) ? -1 : 1;
        const sorted = (/** @type {Float32Array} */ set, /** @type {number} */ count) => {
            const values = new Float64Array(count);
            for (let i = 0; i < count; ++i) {
                const value = sign * entryOf(matrix, vectors.first, look.orderRow, set, i);
                values[i] = Number.isNaN(value) ? Infinity : value;
            }
            return Int32Array.from(Array.from({ length: count }, (_, i) => i).sort((a, b) => values[a] - values[b] || a - b));
        };
        const [rows, columns] = matrixShape();
        board.rowOrder = sorted(vectors.first, rows);
        board.columnOrder = matrix.sets.length > 1 ? sorted(vectors.second, columns) : board.rowOrder;
    }
    if (board.painter) board.painter.setOrder(board.rowOrder, board.columnOrder);
}

/** How the picture is drawn at rest: single entries, blocks that are computed, or the blocks that the program computed. */
function restingWork() {
    const painter = /** @type {Painter} */ (board.painter), canvas = /** @type {HTMLCanvasElement} */ (board.canvas);
    const { perPixel } = boardPlace(), matrix = /** @type {MatrixData} */ (view.matrix);
    if (perPixel <= 1) return { mode: modes.entries, side: 1, next: 0 };
    const side = Math.ceil(perPixel);
    const seconds = canvas.width * canvas.height * side * side / painter.rate;
    if (!painter.isOrdered && seconds * 1000 > restBudget) return { mode: modes.overview, side: matrix.side, next: 0 };
    return { mode: modes.blocks, side, next: 0 };
}

function movingWork() {
    const { perPixel } = boardPlace(), painter = /** @type {Painter} */ (board.painter), matrix = /** @type {MatrixData} */ (view.matrix);
    if (perPixel <= 1) return { mode: modes.entries, side: 1, next: 0 };
    if (!painter.isOrdered && perPixel * widestBlock > matrix.side) return { mode: modes.overview, side: matrix.side, next: 0 };
    return { mode: modes.samples, side: Math.ceil(perPixel), next: 0 };
}

/** @param {string} name of a custom property @returns {number[]} from 0 to 1 */
function roleColour(name) {
    const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);
}

/** @returns {[number, number]} */
const rangeInUse = () => look.range || /** @type {MatrixData} */ (view.matrix).range;

/** Draws in the next frame; `moving`: the picture goes on changing. */
function drawMatrix(moving = false) {
    if (!board.painter || !board.canvas) return;
    board.isMoving = moving;
    clearTimeout(board.restTimer);
    if (moving) board.restTimer = setTimeout(() => drawMatrix(false), 150);
    board.work = null;
    if (board.frame === 0) board.frame = requestAnimationFrame(paintFrame);
}

function fitCanvas() {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas);
    const ratio = Math.min(2, window.devicePixelRatio || 1) / (board.isMoving ? board.coarseness : 1);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
    }
}

function paintFrame() {
    board.frame = 0;
    const painter = board.painter, canvas = board.canvas;
    if (!painter || !canvas || painter.gl.isContextLost()) return;
    if (board.work === null) {
        fitCanvas();
        makeOrder();
        painter.prepare(boardPlace(), look.shown, look.scale, rangeInUse(), roleColour("--panel"));
        board.work = board.isMoving ? movingWork() : restingWork();
        if (!board.isMoving && board.work.mode === modes.blocks) { // something is there at once
            const first = movingWork();
            painter.drawBand(first.mode, first.side, 0, canvas.height);
        }
    }
    const work = board.work, height = canvas.height;
    const cost = canvas.width * (work.mode === modes.blocks ? work.side * work.side : work.mode === modes.samples ? 4 : 1);
    const rows = board.isMoving || work.mode !== modes.blocks ? height
        : Math.max(1, Math.min(height - work.next, Math.floor(painter.rate * bandPause / 1000 / cost)));
    const begin = performance.now();
    painter.drawBand(work.mode, work.side, work.next, rows);
    painter.finish();
    const seconds = Math.max(1e-5, (performance.now() - begin) / 1000);
    if (work.mode === modes.blocks) painter.rate = Math.min(1e11, Math.max(1e6, 0.5 * painter.rate + 0.5 * cost * rows / seconds));
    work.next += rows;
    board.isMoving ? countFrame(begin) : noteRest(work, work.next >= height);
    drawMarks();
    if (work.next < height) board.frame = requestAnimationFrame(paintFrame);
}

/** @type {number[]} [ms] the last frames of moving pictures, for who measures */
const frameTimes = [];
/** @param {number} begin */
function countFrame(begin) {
    const taken = performance.now() - begin;
    if (taken > slowFrame) board.coarseness = Math.min(coarsest, board.coarseness * 2);
    else if (taken < quickFrame) board.coarseness = Math.max(1, board.coarseness / 2);
    frameTimes.push(taken);
    if (frameTimes.length > 500) frameTimes.shift();
    tell("state", view.words.coarse);
}

/** @param {{ mode: number, side: number }} work @param {boolean} isDone */
function noteRest(work, isDone) {
    if (!isDone) return tell("state", view.words.coarse);
    const matrix = /** @type {MatrixData} */ (view.matrix);
    tell("state", work.mode === modes.entries ? view.words.exact_entries
        : `${view.words.exact_blocks} ${work.side} ${view.words.by} ${work.side} ${matrix.entries}`);
    if (!performance.getEntriesByName("pairscope-matrix").length) performance.mark("pairscope-matrix");
}

/** @param {string} id @param {string} text */
function tell(id, text) {
    const host = document.getElementById("matrix-" + id);
    if (host && host.textContent !== text) host.textContent = text;
}

/**
 * The place under the pointer; null: outside of the matrix.
 * @param {{ clientX: number, clientY: number }} event
 * @returns {[number, number] | null}
 */
function placeUnder(event) {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), box = canvas.getBoundingClientRect();
    const { origin, perPixel, ratio } = boardPlace();
    const row = Math.floor(origin[0] + (event.clientY - box.top) * ratio * perPixel), column = Math.floor(origin[1] + (event.clientX - box.left) * ratio * perPixel);
    const [rows, columns] = matrixShape();
    return row < 0 || column < 0 || row >= rows || column >= columns ? null : [row, column];
}

/** @param {[number, number] | null} place */
function hover(place) {
    board.hovered = place;
    if (place === null) return;
    const [row, column] = vectorsAt(place);
    tell("place", `${view.words.row} ${nameOf(0, row)}, ${view.words.column} ${nameOf(1, column)}`);
    tell("value", valueText(entryAt(row, column)));
}

/**
 * The nearest vectors of a row, by their entries.
 * @param {number} row
 */
function neighboursOf(row) {
    const matrix = /** @type {MatrixData} */ (view.matrix), [, columns] = matrixShape(), sign = largeIsNear(matrix) ? -1 : 1;
    /** @type {[number, number][]} */
    const best = [];
    for (let column = 0; column < columns; ++column) {
        if (matrix.sets.length === 1 && column === row) continue;
        const value = entryAt(row, column), key = sign * value;
        if (Number.isNaN(value) || (best.length === most.neighbours && !(key < sign * best[best.length - 1][1]))) continue;
        let at = best.length;
        while (at > 0 && key < sign * best[at - 1][1]) --at;
        best.splice(at, 0, [column, value]);
        if (best.length > most.neighbours) best.pop();
    }
    return best;
}

/**
 * A vector that is a picture.
 * @param {VectorSet} set
 * @param {Float32Array} values
 * @param {number} row
 */
function vectorPicture(set, values, row) {
    const width = /** @type {number} */ (set.picture_width), height = Math.floor(set.dims / width), canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.className = "vector-picture";
    const context = canvas.getContext("2d");
    if (!context) return null;
    const pixels = context.createImageData(width, height), part = values.subarray(row * set.dims, row * set.dims + width * height);
    let low = Infinity, high = -Infinity;
    for (const value of part) { low = Math.min(low, value); high = Math.max(high, value); }
    part.forEach((value, i) => pixels.data.set([0, 1, 2].map(() => high > low ? 255 * (value - low) / (high - low) : 0).concat(255), 4 * i));
    context.putImageData(pixels, 0, 0);
    return canvas;
}

function drawPinned() {
    const host = document.getElementById("matrix-pinned"), matrix = view.matrix;
    if (!host || !matrix) return;
    if (!look.pinned) return replace(host, element("p", { class: "hint" }, view.words.neighbours_hint));
    const [row, column] = look.pinned, columns = matrix.sets[matrix.sets.length - 1];
    replace(host,
        element("p", {}, element("b", {}, view.words.pinned), ` ${view.words.row} ${nameOf(0, row)}, ${view.words.column} ${nameOf(1, column)}: ${valueText(entryAt(row, column))}`),
        matrix.sets[0].picture_width && element("p", { "aria-label": view.words.pictures }, vectorPicture(matrix.sets[0], vectors.first, row), vectorPicture(columns, vectors.second, column)),
        table([`${view.words.neighbours} ${nameOf(0, row)}`, matrix.value], neighboursOf(row).map(([one, value]) => [nameOf(1, one), valueText(value)]), { right: [false, true] }));
}

/** A cross on the pinned entry. */
function drawMarks() {
    const mark = document.getElementById("matrix-mark"), canvas = board.canvas;
    if (!(mark instanceof SVGElement) || !canvas) return;
    mark.setAttribute("visibility", "hidden");
    if (!look.pinned || board.rowOrder) return;
    const { origin, perPixel, ratio } = boardPlace();
    const y = (look.pinned[0] + 0.5 - origin[0]) / perPixel / ratio, x = (look.pinned[1] + 0.5 - origin[1]) / perPixel / ratio;
    if (x < 0 || y < 0 || x > canvas.clientWidth || y > canvas.clientHeight) return;
    mark.setAttribute("visibility", "visible");
    mark.setAttribute("transform", `translate(${x} ${y})`);
}
