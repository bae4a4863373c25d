// SPDX-License-Identifier: MIT
// Paints the matrix by a shader: coarse while it moves, exact when it rests.

/**
 * @typedef {{ origin: [number, number], perPixel: number }} Place origin: the row and column of the upper left corner; perPixel: entries per pixel
 * @typedef {{ shown: string, scale: string, range: [number, number], hasChosenRange: boolean, outside: number[] }} Wishes
 * @typedef {{ isDone: boolean, isExact: boolean, side: number }} Painted
 */

/**
 * The minimum, mean and maximum of each block. The page has the bits of each one as their difference from what the
 * neighbours before it predict.
 * @param {MatrixData} matrix @param {ArrayBuffer} packed
 */
function overviewPlanes(matrix, packed) {
    const [rows, columns] = matrix.blocks, { symmetric } = matrix;
    const count = symmetric ? rows * (rows + 1) / 2 : rows * columns;
    const bytes = new Uint8Array(packed);
    if (bytes.length !== 12 * count) throw new PageError(view.words.damaged);
    return [0, 1, 2].map((part) => {
        const bits = new Uint32Array(rows * columns);
        const before = (/** @type {number} */ row, /** @type {number} */ column) => (row < 0 || column < 0 ? 0 : bits[row * columns + column]);
        let at = 4 * count * part;
        for (let row = 0; row < rows; ++row)
            for (let column = symmetric ? row : 0; column < columns; ++column, ++at) {
                const stored = bytes[at] | bytes[at + count] << 8 | bytes[at + 2 * count] << 16 | bytes[at + 3 * count] << 24;
                bits[row * columns + column] = (stored >>> 1 ^ -(stored & 1)) + before(row, column - 1) + before(row - 1, column) - before(row - 1, column - 1);
                if (symmetric) bits[column * columns + row] = bits[row * columns + column];
            }
        return new Float32Array(bits.buffer);
    });
}

const modes = { entries: 0, samples: 1, blocks: 2, overview: 3 };
const aggregates = ["minimum", "mean", "maximum"];
const bandPause = 24; // [ms] that a part of an exact picture may take
const restBudget = 800; // [ms] that an exact picture may take before the overview is shown instead
const widestBlock = 16; // [px] of a block while the picture moves

class ShaderPainter {
    /** @param {WebGL2RenderingContext} gl @param {MatrixData} matrix @param {Float32Array[]} overview its planes */
    constructor(gl, matrix, overview) {
        this.gl = gl;
        this.matrix = matrix;
        this.channels = vectors.dims % 4 === 0 ? 4 : vectors.dims % 2 === 0 ? 2 : 1;
        this.program = programFor(gl, matrix, this.channels);
        this.rate = 3e7; // pixels of one entry per second: a guess, then as measured last
        this.isOrdered = false;
        this.isMoving = false;
        this.work = { mode: modes.entries, side: 1 };
        this.next = 0; // the row of pixels that is drawn next
        /** @type {{ [name: string]: WebGLUniformLocation | null }} */
        this.places = {};
        gl.useProgram(this.program);
        ["first", "second", "overview", "colours", "rowOrder", "columnOrder"].forEach((name, unit) => gl.uniform1i(this.uniform(name), unit));
        plainTexture(gl, 0);
        fillRows(gl, vectors.first, this.channels);
        plainTexture(gl, 1);
        fillRows(gl, vectors.second, this.channels);
        plainTexture(gl, 2);
        const texels = new Float32Array(4 * overview[0].length);
        overview.forEach((plane, part) => plane.forEach((value, i) => { texels[4 * i + part] = value; }));
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, matrix.blocks[1], matrix.blocks[0], 0, gl.RGBA, gl.FLOAT, texels);
        for (const unit of [3, 4, 5]) plainTexture(gl, unit);
        for (const unit of [4, 5]) { gl.activeTexture(gl.TEXTURE0 + unit); fillRows(gl, new Int32Array(1), 1); }
        gl.uniform1i(this.uniform("groups"), vectors.dims / this.channels);
        gl.uniform1i(this.uniform("blockSide"), matrix.side);
        gl.uniform2i(this.uniform("shape"), matrix.sets[0].rows, matrix.sets[matrix.sets.length - 1].rows);
        const sigma = matrix.sigma || 1;
        gl.uniform1f(this.uniform("factor"), matrix.formula.ending === "gaussian" ? -1 / (2 * sigma * sigma) : 1 / vectors.dims);
        gl.uniform1f(this.uniform("parameter"), matrix.parameter || 1);
        if (matrix.globe) {
            gl.uniform1i(this.uniform("latitudeFirst"), matrix.globe.latitude_first ? 1 : 0);
            gl.uniform1f(this.uniform("poleOrigin"), matrix.globe.origin[matrix.globe.latitude_first ? 0 : 1]);
        }
        const special = /** @type {any} */ (view.special);
        for (const [name, key] of [["nanColour", "nan"], ["infiniteColour", "infinite"], ["belowColour", "below"], ["aboveColour", "above"]])
            gl.uniform4f(this.uniform(name), special[key][0] / 255, special[key][1] / 255, special[key][2] / 255, 1);
    }

    /** @param {string} name */
    uniform(name) {
        if (!(name in this.places)) this.places[name] = this.gl.getUniformLocation(this.program, name);
        return this.places[name];
    }

    /** @param {Uint8Array} colours 256 of them */
    setColours(colours) {
        const texels = new Uint8Array(1024);
        for (let i = 0; i < 256; ++i) texels.set([colours[3 * i], colours[3 * i + 1], colours[3 * i + 2], 255], 4 * i);
        this.gl.activeTexture(this.gl.TEXTURE3);
        this.gl.texImage2D(this.gl.TEXTURE_2D, 0, this.gl.RGBA8, 256, 1, 0, this.gl.RGBA, this.gl.UNSIGNED_BYTE, texels);
    }

    /** @param {Int32Array | null} rows the vector at each place; null: as loaded @param {Int32Array | null} columns */
    setOrder(rows, columns) {
        this.isOrdered = rows !== null;
        if (rows === null || columns === null) return;
        [rows, columns].forEach((order, i) => {
            this.gl.activeTexture(this.gl.TEXTURE4 + i);
            fillRows(this.gl, order, 1);
        });
    }

    /** @param {Place} place @param {Wishes} wishes */
    prepare(place, { shown, scale, range, hasChosenRange, outside }) {
        const { gl } = this;
        gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
        gl.uniform2f(this.uniform("origin"), place.origin[0], place.origin[1]);
        gl.uniform2f(this.uniform("perPixel"), place.perPixel, place.perPixel);
        gl.uniform1f(this.uniform("height"), gl.drawingBufferHeight);
        gl.uniform1i(this.uniform("aggregate"), aggregates.indexOf(shown));
        gl.uniform1i(this.uniform("transform"), ["linear", "square_root", "logarithmic"].indexOf(scale));
        gl.uniform1i(this.uniform("hasChosenRange"), hasChosenRange ? 1 : 0); // else rounding alone leaves the range
        gl.uniform1f(this.uniform("low"), range[0]);
        gl.uniform1f(this.uniform("high"), range[1]);
        gl.uniform1i(this.uniform("isOrdered"), this.isOrdered ? 1 : 0);
        gl.uniform4f(this.uniform("outside"), outside[0], outside[1], outside[2], 1);
    }

    /**
     * Rows of pixels from the top.
     * @param {number} mode
     * @param {number} side
     * @param {number} top
     * @param {number} rows
     */
    drawBand(mode, side, top, rows) {
        const { gl } = this, height = gl.drawingBufferHeight;
        gl.uniform1i(this.uniform("mode"), mode);
        gl.uniform1i(this.uniform("side"), side);
        gl.enable(gl.SCISSOR_TEST);
        gl.scissor(0, height - top - rows, gl.drawingBufferWidth, rows);
        gl.drawArrays(gl.TRIANGLES, 0, 3);
    }

    /** Waits until everything is drawn. */
    finish() {
        this.gl.readPixels(0, 0, 1, 1, this.gl.RGBA, this.gl.UNSIGNED_BYTE, new Uint8Array(4));
    }

    // How the picture is drawn at rest: single entries, blocks that are computed, or the blocks that the program computed.
    /** @param {number} perPixel */
    restingWork(perPixel) {
        const { width, height } = this.gl.canvas, side = Math.max(1, Math.ceil(perPixel));
        if (side === 1) return { mode: modes.entries, side };
        const isSlow = width * height * side * side * 1000 > restBudget * this.rate;
        return !this.isOrdered && isSlow ? { mode: modes.overview, side: this.matrix.side } : { mode: modes.blocks, side };
    }

    /** @param {number} perPixel */
    movingWork(perPixel) {
        if (perPixel <= 1) return { mode: modes.entries, side: 1 };
        if (!this.isOrdered && perPixel * widestBlock > this.matrix.side) return { mode: modes.overview, side: this.matrix.side };
        return { mode: modes.samples, side: Math.ceil(perPixel) };
    }

    /** @param {Place} place @param {Wishes} wishes @param {boolean} isMoving */
    begin(place, wishes, isMoving) {
        this.prepare(place, wishes);
        [this.work, this.next, this.isMoving] = [isMoving ? this.movingWork(place.perPixel) : this.restingWork(place.perPixel), 0, isMoving];
        if (isMoving || this.work.mode !== modes.blocks) return;
        const first = this.movingWork(place.perPixel); // something is there at once
        this.drawBand(first.mode, first.side, 0, this.gl.drawingBufferHeight);
    }

    // One frame.
    /** @returns {Painted} */
    step() {
        const { mode, side } = this.work, { width, height } = this.gl.canvas, cost = width * side * side;
        const rows = mode === modes.blocks ? Math.max(1, Math.min(height - this.next, Math.floor(this.rate * bandPause / 1000 / cost))) : height;
        const begin = performance.now();
        this.drawBand(mode, side, this.next, rows);
        this.finish();
        const seconds = Math.max(1e-5, (performance.now() - begin) / 1000);
        if (mode === modes.blocks) this.rate = Math.min(1e11, Math.max(1e6, 0.5 * this.rate + 0.5 * cost * rows / seconds));
        this.next += rows;
        return { isDone: this.next >= height, isExact: this.next >= height && !this.isMoving, side };
    }
}
