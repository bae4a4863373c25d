// SPDX-License-Identifier: MIT
// Paints the matrix into its canvas: coarse while it moves, exact when it rests.

/**
 * The minimum, mean and maximum of each block, as texels.
 * @param {MatrixData} matrix @param {ArrayBuffer} packed
 */
function overviewTexels(matrix, packed) {
    const [rows, columns] = matrix.blocks, symmetric = matrix.sets.length === 1;
    const count = symmetric ? rows * (rows + 1) / 2 : rows * columns;
    const bytes = new Uint8Array(packed);
    if (bytes.length !== 12 * count) throw new PageError(view.words.damaged);
    const texels = new Float32Array(4 * rows * columns);
    for (let part = 0; part < 3; ++part) {
        const ordered = new Uint8Array(4 * count);
        for (let plane = 0; plane < 4; ++plane)
            for (let i = 0; i < count; ++i) ordered[4 * i + plane] = bytes[4 * count * part + count * plane + i];
        const values = new Float32Array(ordered.buffer);
        let at = 0;
        for (let row = 0; row < rows; ++row)
            for (let column = symmetric ? row : 0; column < columns; ++column, ++at) {
                texels[4 * (row * columns + column) + part] = values[at];
                if (symmetric) texels[4 * (column * columns + row) + part] = values[at];
            }
    }
    return texels;
}

const modes = { entries: 0, samples: 1, blocks: 2, overview: 3 };
const bandPause = 24; // [ms] that a band of an exact picture may take
const restBudget = 800; // [ms] that an exact picture may take before the overview is shown instead

class Painter {
    /** @param {WebGL2RenderingContext} gl @param {MatrixData} matrix @param {Float32Array} overview */
    constructor(gl, matrix, overview) {
        this.gl = gl;
        this.matrix = matrix;
        this.channels = vectors.dims % 4 === 0 ? 4 : vectors.dims % 2 === 0 ? 2 : 1;
        this.program = programFor(gl, matrix, this.channels);
        this.rate = 3e7; // pixels of one entry per second, as measured last
        this.isOrdered = false;
        /** @type {{ [name: string]: WebGLUniformLocation | null }} */
        this.places = {};
        gl.useProgram(this.program);
        ["first", "second", "overview", "colours", "rowOrder", "columnOrder"].forEach((name, unit) => gl.uniform1i(this.uniform(name), unit));
        plainTexture(gl, 0);
        fillRows(gl, vectors.first, this.channels);
        plainTexture(gl, 1);
        fillRows(gl, matrix.sets.length > 1 ? vectors.second : vectors.first, this.channels);
        plainTexture(gl, 2);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, matrix.blocks[1], matrix.blocks[0], 0, gl.RGBA, gl.FLOAT, overview);
        for (const unit of [3, 4, 5]) plainTexture(gl, unit);
        for (const unit of [4, 5]) { gl.activeTexture(gl.TEXTURE0 + unit); fillRows(gl, new Int32Array(1), 1); }
        gl.uniform1i(this.uniform("groups"), vectors.dims / this.channels);
        gl.uniform1i(this.uniform("blockSide"), matrix.side);
        gl.uniform2i(this.uniform("shape"), matrix.sets[0].rows, matrix.sets[matrix.sets.length - 1].rows);
        const sigma = matrix.sigma || 1;
        gl.uniform1f(this.uniform("factor"), matrix.formula.ending === "gaussian" ? -1 / (2 * sigma * sigma) : 1 / vectors.dims);
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

    /** @param {{ origin: [number, number], perPixel: number }} place @param {string} aggregate @param {string} transform @param {[number, number]} range @param {number[]} outside */
    prepare(place, aggregate, transform, range, outside) {
        const { gl } = this;
        gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
        gl.uniform2f(this.uniform("origin"), place.origin[0], place.origin[1]);
        gl.uniform2f(this.uniform("perPixel"), place.perPixel, place.perPixel);
        gl.uniform1f(this.uniform("height"), gl.drawingBufferHeight);
        gl.uniform1i(this.uniform("aggregate"), ["minimum", "mean", "maximum"].indexOf(aggregate));
        gl.uniform1i(this.uniform("transform"), ["linear", "square_root", "logarithmic"].indexOf(transform));
        gl.uniform1i(this.uniform("hasChosenRange"), look.range ? 1 : 0); // else rounding alone leaves the range
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
}
