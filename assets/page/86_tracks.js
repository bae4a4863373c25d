// SPDX-License-Identifier: MIT
// Draws the columns beside the coordinates along the matrix, like the window.

const strip = { wide: 11, ofTexts: 64, gap: 2, least: 2, letters: 11, share: 0.4 }; // [px], and the share of the width that all of them may take
const mostLookedAt = 64; // rows of one part of a strip; two words of the page tell this number

/**
 * @typedef {{ data: TrackData, categories: string[], sets: (Float64Array | null)[] }} Track
 */
/** @type {Track[]} */
let tracks = [];

/** @param {MatrixData} matrix @param {any} recording */
function takeTracks(matrix, recording) {
    tracks = (matrix.tracks || []).map((data, i) => {
        const held = (recording.tracks || [])[i] || {};
        return { data, categories: held.categories || [], sets: matrix.sets.map((set, k) => valuesOfRows((held.sets || [])[k], set.rows)) };
    });
}

/**
 * The value of each row; NaN: it has none.
 * @param {{ values?: number[], unknown?: number[] } | undefined} known
 * @param {number} rows
 */
function valuesOfRows(known, rows) {
    if (!known || !known.values) return null;
    const unknown = new Set(known.unknown || []), { values } = known;
    let next = 0;
    return Float64Array.from({ length: rows }, (_, row) => (unknown.has(row) ? NaN : values[next++]));
}

/** @param {Track} track */
const widthOf = (track) => track.data.kind !== "texts" ? strip.wide : innerWidth < 500 ? strip.ofTexts / 2 : strip.ofTexts;

/** Those that leave the matrix room: the first ones. */
function tracksWithRoom() {
    const canvas = document.getElementById("matrix-canvas"), box = canvas && canvas.parentElement;
    let room = strip.share * (box ? box.clientWidth : 0);
    const last = tracks.findIndex((track) => (room -= widthOf(track) + strip.gap) < 0);
    return last < 0 ? tracks : tracks.slice(0, last);
}

/** [px] for all strips. */
const roomOfTracks = () => tracksWithRoom().reduce((room, track) => room + widthOf(track) + strip.gap, 0);

/**
 * Gives the strips their room, and says what they mean.
 * @param {HTMLCanvasElement} canvas
 */
function layTracks(canvas) {
    const box = canvas.parentElement, room = `${roomOfTracks()}px`, legend = document.getElementById("matrix-legend");
    if (!box || !legend || (box.style.getPropertyValue("--tracks") === room && legend.hasChildNodes())) return;
    box.style.setProperty("--tracks", room);
    if (tracks.length > 0) legend.replaceWith(trackLegend());
}

/** The track by which the picture is ordered. */
const trackOfOrder = () => tracks.find((track) => track.data.order[0] === look.order);

/** @param {number} axis */
const valuesAlong = (axis) => /** @type {Track} */ (trackOfOrder()).sets[axis === 0 ? 0 : /** @type {Track} */ (trackOfOrder()).sets.length - 1];

/**
 * Vectors of which nothing is known come last.
 * @param {number} axis 0: rows
 */
function orderByTrack(axis) {
    const values = valuesAlong(axis), order = Array.from({ length: matrixShape()[axis] }, (_, i) => i);
    const key = (/** @type {number} */ i) => (Number.isNaN(values && values[i]) ? Infinity : Number(values && values[i]));
    return Int32Array.from(order.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a - b)));
}

/**
 * The places at which the next category begins; numbers have none.
 * @param {number} axis @param {Int32Array} order
 */
function groupEnds(axis, order) {
    const values = valuesAlong(axis), ends = [];
    if (!values || /** @type {Track} */ (trackOfOrder()).data.kind === "numbers") return [];
    for (let place = 1; place < order.length; ++place)
        if (!Object.is(values[order[place]], values[order[place - 1]])) ends.push(place);
    return ends;
}

/** @param {Track} track @param {number} value */
function wordsOf(track, value) {
    if (Number.isNaN(value)) return view.words.unknown;
    return track.data.kind === "numbers" ? String(Number(value.toPrecision(6))) : track.categories[value];
}

/** @param {TrackData} data @param {number} value @returns {string} empty: it has no colour */
function colourIn(data, value) {
    if (data.kind !== "numbers") return data.colours[value] || "";
    const [low, high] = data.ends || [0, 0], share = high > low ? (value / 2 - low / 2) / (high / 2 - low / 2) : 0.5;
    return data.colours[Math.round(share * (data.colours.length - 1))];
}

/**
 * The most frequent value of these places, or the mean of their numbers; NaN: nothing is known.
 * @param {Track} track @param {number} axis 0: rows @param {number} first @param {number} last
 */
function valueOfPlaces(track, axis, first, last) {
    const values = track.sets[axis === 0 ? 0 : track.sets.length - 1], order = axis === 0 ? board.rowOrder : board.columnOrder;
    if (!values) return NaN;
    const count = last - first + 1, looked = Math.min(count, mostLookedAt), seen = [];
    for (let i = 0; i < looked; ++i) {
        const place = first + (looked === count ? i : Math.floor(i * (count - 1) / (looked - 1)));
        const value = values[order ? order[place] : place];
        if (!Number.isNaN(value)) seen.push(value);
    }
    if (seen.length < 2) return seen.length ? seen[0] : NaN;
    if (track.data.kind === "numbers") {
        const sum = seen.reduce((all, value) => all + value, 0); // that of large numbers overflows
        return Number.isFinite(sum) ? sum / seen.length : seen.reduce((all, value) => all + value / seen.length, 0);
    }
    seen.sort((a, b) => a - b);
    let best = NaN, most = 0;
    for (let at = 0; at < seen.length;) {
        let next = at;
        while (next < seen.length && seen[next] === seen[at]) ++next;
        if (next - at > most) [best, most] = [seen[at], next - at];
        at = next;
    }
    return best;
}

/**
 * The parts of a strip in sight.
 * @param {number} axis @param {(begin: number, end: number, first: number, last: number) => void} see begin and end [px]
 */
function partsInSight(axis, see) {
    const { origin, perPixel, ratio } = boardPlace(), canvas = /** @type {HTMLCanvasElement} */ (board.canvas), each = perPixel * ratio; // entries per px
    const length = axis === 0 ? canvas.clientHeight : canvas.clientWidth, count = matrixShape()[axis];
    const end = Math.min(count, Math.ceil(origin[axis] + length * each));
    for (let place = Math.max(0, Math.floor(origin[axis])); place < end;) {
        const begin = (place - origin[axis]) / each;
        const last = each > 1 ? Math.min(end, place + Math.max(1, Math.round((Math.floor(begin / strip.least + 1e-6) + 1) * strip.least * each - begin * each))) - 1 : place;
        see(Math.max(0, begin), Math.min(length, (last + 1 - origin[axis]) / each), place, last);
        place = last + 1;
    }
}

function drawTracks() {
    if (tracks.length > 0) [0, 1].forEach(drawTracksOf);
}

/** @param {number} axis */
function drawTracksOf(axis) {
    const canvas = document.getElementById(["row-tracks", "column-tracks"][axis]), context = canvas instanceof HTMLCanvasElement ? canvas.getContext("2d") : null;
    if (!(canvas instanceof HTMLCanvasElement) || !context) return;
    const ratio = Math.min(2, window.devicePixelRatio || 1), room = roomOfTracks();
    Object.assign(canvas, { width: Math.round(canvas.clientWidth * ratio), height: Math.round(canvas.clientHeight * ratio) });
    // The strips of columns are those of rows, turned about the corner of the matrix.
    context.setTransform(...(/** @type {[number, number, number, number, number, number]} */ (axis === 0 ? [ratio, 0, 0, ratio, 0, 0] : [0, ratio, ratio, 0, 0, 0])));
    const [faint, ink] = ["--line", "--text"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name));
    const areWritten = 1 / (boardPlace().perPixel * boardPlace().ratio) >= strip.letters;
    const snapped = (/** @type {number} */ at) => Math.round(at * ratio) / ratio; // no seams between parts of one colour
    let near = room;
    for (const track of tracksWithRoom()) {
        const wide = widthOf(track), left = near - strip.gap - wide;
        partsInSight(axis, (begin, end, first, last) => {
            const value = valueOfPlaces(track, axis, first, last);
            if (Number.isNaN(value)) return;
            const isWritten = track.data.kind === "texts" && areWritten;
            context.fillStyle = isWritten ? ink : colourIn(track.data, value) || faint;
            if (isWritten) writeIn(context, axis, wordsOf(track, value), left, (begin + end) / 2, wide);
            else context.fillRect(left + wide - strip.wide, snapped(begin), strip.wide, snapped(end) - snapped(begin));
        });
        near = left;
    }
}

/** @param {CanvasRenderingContext2D} context @param {number} axis @param {string} words @param {number} left @param {number} middle @param {number} wide */
function writeIn(context, axis, words, left, middle, wide) {
    context.save();
    context.font = `${strip.letters}px sans-serif`;
    context.textBaseline = "middle";
    if (axis === 0) context.translate(left + wide, middle);
    else context.transform(0, 1, 1, 0, left + wide, middle); // the axes are exchanged, and letters are not
    if (axis === 1) context.rotate(-Math.PI / 2);
    context.textAlign = axis === 0 ? "right" : "left";
    let fits = words;
    while (fits.length > 1 && context.measureText(fits).width > wide) fits = fits.slice(0, -2) + "\u2026";
    context.fillText(fits, 0, 0);
    context.restore();
}

// Says what is under the pointer.
/** @param {number} axis @param {{ clientX: number, clientY: number }} event */
function hoverTracks(axis, event) {
    const box = /** @type {HTMLCanvasElement} */ (document.getElementById(["row-tracks", "column-tracks"][axis])).getBoundingClientRect();
    const [away, along] = axis === 0 ? [event.clientX - box.left, event.clientY - box.top] : [event.clientY - box.top, event.clientX - box.left];
    let near = roomOfTracks();
    const track = tracksWithRoom().find((one) => (near -= widthOf(one) + strip.gap) <= away);
    if (!track) return;
    partsInSight(axis, (begin, end, first, last) => {
        if (along < begin || along >= end) return;
        const order = axis === 0 ? board.rowOrder : board.columnOrder, what = axis === 0 ? view.words.row : view.words.column;
        tell("place", `${track.data.name}, ${what} ${nameOf(axis, order ? order[first] : first)}${last > first ? ` + ${last - first}` : ""}`);
        tell("value", wordsOf(track, valueOfPlaces(track, axis, first, last)));
        tell("origin", last === first ? "" : track.data.kind === "numbers" ? view.words.mean_of_rows : view.words.most_of_rows);
    });
}

/** The strips beside the canvas. */
function trackElements() {
    if (!view.matrix || !view.matrix.tracks || view.matrix.tracks.length === 0) return [];
    return ["row-tracks", "column-tracks"].map((id, axis) => element("canvas", { id, class: "tracks", role: "img", "aria-label": view.words.tracks,
        pointermove: (/** @type {PointerEvent} */ event) => hoverTracks(axis, event), pointerdown: (/** @type {PointerEvent} */ event) => hoverTracks(axis, event) }));
}

/** What the colours of the strips mean, from the matrix outwards. */
function trackLegend() {
    const square = (/** @type {string} */ colour, wide = 10) => drawing("svg", { width: wide, height: 10, class: "swatch" }, drawing("rect", { width: wide, height: 10, fill: colour }));
    const hidden = tracks.slice(tracksWithRoom().length);
    return element("div", { id: "matrix-legend" }, hidden.length > 0 && element("p", { class: "quiet" }, `${view.words.no_room} ${hidden.map((track) => track.data.name).join(", ")}`), tracksWithRoom().map(({ data, categories }) => element("p", {}, element("b", {}, data.name), " ",
        data.kind === "texts" ? view.words.texts_of_track
            : data.kind === "categories" ? categories.map((text, i) => element("span", { class: "legend-key" }, square(data.colours[i]), text))
                : [(data.words || [])[0], " ", data.colours.filter((_, i) => i % 8 === 4).map((colour) => square(colour, 12)), " ", (data.words || [])[1]])));
}
