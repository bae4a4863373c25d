// SPDX-License-Identifier: MIT
// Which painter draws the matrix, and when.

const slowFrame = 45; // [ms]
const mostSlowFrames = 4; // after so many in a row, the processor paints
const restAfter = 150; // [ms] after the last movement
const restPatience = 250; // [ms] of work on an exact picture, before a shader that is slower than the processor gives way
const slowestRate = 2e8; // steps of entries per second, which the processor reaches

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
    if (moving) board.restTimer = setTimeout(() => drawMatrix(false), restAfter);
    board.hasBegun = false;
    if (board.frame === 0) board.frame = requestAnimationFrame(paintFrame);
}

function fitCanvas() {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas);
    layTracks(canvas);
    // A pixel has at most one block of the overview. Otherwise a single near pair could be left out.
    const [high, wide] = /** @type {MatrixData} */ (view.matrix).blocks;
    const least = Math.max(high / Math.max(1, canvas.clientHeight), wide / Math.max(1, canvas.clientWidth));
    const ratio = Math.min(4, Math.max(least, Math.min(2, window.devicePixelRatio || 1)));
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio)), height = Math.max(1, Math.round(canvas.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
    }
}

function paintFrame() {
    board.frame = 0;
    const { painter } = board;
    if (!painter) return;
    const begin = performance.now();
    if (!board.hasBegun) {
        fitCanvas();
        makeOrder();
        painter.begin(boardPlace(), { shown: look.shown, scale: look.scale, range: rangeInUse(), hasChosenRange: look.range !== null, outside: roleColour("--panel") }, board.isMoving);
        board.hasBegun = true;
        board.restTime = 0;
    }
    const painted = painter.step();
    if (board.isMoving) countFrame(performance.now() - begin);
    else if (!painted.isDone && isTooSlow(painter, performance.now() - begin)) return paintByProcessor();
    tellState(painted);
    drawMarks();
    if (!painted.isDone) board.frame = requestAnimationFrame(paintFrame);
}

/** @type {number[]} [ms] the last frames of moving pictures, for measurements */
const frameTimes = [];
/** @param {number} taken [ms] */
function countFrame(taken) {
    frameTimes.push(taken);
    if (frameTimes.length > 500) frameTimes.shift();
    board.slowFrames = taken > slowFrame ? board.slowFrames + 1 : 0;
    if (board.painter instanceof ShaderPainter && board.slowFrames >= mostSlowFrames) paintByProcessor();
}

// Does the exact picture take so long that the processor is quicker?
/** @param {ShaderPainter | ProcessorPainter} painter @param {number} taken [ms] */
function isTooSlow(painter, taken) {
    board.restTime += taken;
    return painter instanceof ShaderPainter && !board.isChosen && board.restTime > restPatience && painter.rate * stepsOfEntry(painter.matrix) < slowestRate;
}

/** @param {Painted} painted */
function tellState({ isDone, isExact, side }) {
    const { words, matrix } = view;
    tell("state", !isExact ? words.coarse : side === 1 ? words.exact_entries
        : `${words.exact_blocks} ${side} ${words.by} ${side} ${/** @type {MatrixData} */ (matrix).entries}`);
    if (isDone && isExact && !performance.getEntriesByName("pairscope-matrix").length) performance.mark("pairscope-matrix");
}

// A canvas is painted in one way only.
/** @param {HTMLCanvasElement} old @returns {HTMLCanvasElement} */
function freshCanvas(old) {
    const canvas = /** @type {HTMLCanvasElement} */ (old.cloneNode(false));
    old.replaceWith(canvas);
    return canvas;
}

/** @param {HTMLCanvasElement} canvas */
function use(canvas) {
    board.canvas = canvas;
    listenTo(canvas);
    resizes.disconnect();
    resizes.observe(canvas);
}
const resizes = new ResizeObserver(() => drawMatrix());

// Does the processor do the work of the GPU?
/** @param {WebGL2RenderingContext} gl */
function isSoftware(gl) {
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(gl.getParameter(gl.RENDERER));
}

/**
 * @param {HTMLCanvasElement} canvas @param {boolean} evenSlow try it even where the CPU runs the shaders
 * @returns {boolean} whether this browser can do it
 */
function paintByShader(canvas, evenSlow = false) {
    const matrix = /** @type {MatrixData} */ (view.matrix);
    if (areSequences(matrix)) return false;
    const gl = canvas.getContext("webgl2", { alpha: false, antialias: false, preserveDrawingBuffer: true, failIfMajorPerformanceCaveat: !evenSlow });
    if (!gl || (!evenSlow && isSoftware(gl))) return false;
    const texels = Math.max(...matrix.sets.map((set) => set.rows * set.dims / 4));
    if (texels > texturesWide * gl.getParameter(gl.MAX_TEXTURE_SIZE)) return false;
    try {
        board.painter = new ShaderPainter(gl, matrix, board.overview);
    } catch (error) {
        return false; // this browser does not compile the shader
    }
    canvas.addEventListener("webglcontextlost", () => paintByProcessor());
    tell("painter", "");
    use(canvas);
    return true;
}

/** Begins again with a canvas that the processor paints. */
function paintByProcessor() {
    const canvas = freshCanvas(/** @type {HTMLCanvasElement} */ (document.getElementById("matrix-canvas")));
    const context = canvas.getContext("2d", { alpha: false });
    if (!context) return replaceBoard(view.words.no_canvas);
    board.painter = new ProcessorPainter(context, /** @type {MatrixData} */ (view.matrix), board.overview);
    tell("painter", areSequences(/** @type {MatrixData} */ (view.matrix)) ? view.words.sequences_by_processor : view.words.by_processor);
    use(canvas);
    restartPicture();
}

/** Tells a new painter what is looked at. */
function restartPicture() {
    board.madeOrder = "as_loaded:0";
    colourBar();
    drawMatrix();
}

// For tests and measurements: the other painter.
/** @param {string} name "shader" or "processor" */
function paintBy(name) {
    board.isChosen = true;
    if (name === "processor") paintByProcessor();
    else if (paintByShader(freshCanvas(/** @type {HTMLCanvasElement} */ (board.canvas)), true)) restartPicture();
}

/** The pixels of the canvas, row by row from the top: red, green, blue and 255. */
function pixels() {
    const canvas = /** @type {HTMLCanvasElement} */ (board.canvas), { width, height } = canvas, copy = document.createElement("canvas");
    Object.assign(copy, { width, height });
    const context = /** @type {CanvasRenderingContext2D} */ (copy.getContext("2d"));
    context.drawImage(canvas, 0, 0);
    return context.getImageData(0, 0, width, height);
}
