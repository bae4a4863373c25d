// SPDX-License-Identifier: MIT
// What is looked at, and the same as the part of the address behind #: name=value,name=value. The parts about the
// matrix are those of `pairscope --view`.

/** @type {View} */
let view;
/** @type {More | null} */
let more = null;
let whyNoMore = ""; // empty: it is still being unpacked

const look = {
    section: 0,
    row: 0,
    panel: "roofline",
    /** @type {{ row: number, column: number, zoom: number } | null} null: the whole matrix */
    place: null,
    shown: "mean",
    colours: "viridis",
    scale: "linear",
    /** @type {[number, number] | null} null: all values */
    range: null,
    /** @type {[number, number] | null} */
    pinned: null,
    order: "as_loaded",
    orderRow: 0,
    clusters: 0, // into which the tree is cut; 0: it is not
};

const panelNames = ["roofline", "why", "source", "trace", "bytes", "counters", "samples", "figures", "table", "conditions"];

/** @returns {Section} */
const section = () => view.sections[look.section];
/** @returns {Row | undefined} */
const selected = () => (section() ? section().rows[look.row] : undefined);

/**
 * Puts the rows of the sections together again: each key has a list with a value for each row.
 * @param {any} packed
 * @returns {View}
 */
function withSections(packed) {
    const { sections, rows: keys } = packed.packed;
    packed.sections = sections.map((/** @type {any} */ one) => {
        const rows = [];
        for (let place = one.rows[0]; place < one.rows[1]; ++place) {
            /** @type {{ [key: string]: any }} */
            const row = {};
            for (const [key, values] of Object.entries(keys)) {
                const value = values[place];
                if (value === null || value === undefined) continue;
                const [chart, part] = key.split(".");
                if (part === undefined) row[key] = value;
                else row[chart] = { ...row[chart], [part]: value };
            }
            rows.push(row);
        }
        return { ...one, rows };
    });
    return packed;
}

/** The orders of the matrix: those that the page works out, those that the program has, and those by tracks. @returns {[string, string][]} */
function ordersOffered() {
    const matrix = view.matrix, more = matrix ? matrix.orders.map((order) => [order.kind, order.title]) : [];
    const ofTracks = new Map((matrix && matrix.tracks || []).map((track) => track.order).reverse()); // of equal names the first one
    return [...view.words.orders, ...more, ...[...ofTracks].reverse()];
}

/** The clusters of the finest cut; 1: there is no tree. */
const mostClusters = () => Math.max(1, ...(view.matrix ? view.matrix.orders : []).map((order) => (order.cuts ? order.cuts.length + 1 : 1)));

class ViewError extends Error {}

const longestNumber = 99; // letters; a check of very long ones would take seconds

/**
 * A decimal number; NaN: the text is none.
 * @param {string} text
 */
const decimalIn = (text) => (text.length <= longestNumber && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN);

/** @param {string} name @param {string} text @returns {number} */
function numberIn(name, text) {
    const number = decimalIn(text);
    if (!Number.isFinite(number)) throw new ViewError(`${name}=${text}`);
    return number;
}

/** @param {string} name @param {string} text @param {number} end @returns {number} */
function placeIn(name, text, end) {
    if (!/^\d{1,9}$/.test(text) || Number(text) >= end) throw new ViewError(`${name}=${text}`);
    return Number(text);
}

/** @param {string} name @param {string} text @param {string[]} choices @returns {string} */
function oneOf(name, text, choices) {
    if (!choices.includes(text)) throw new ViewError(`${name}=${text}`);
    return text;
}

/** @param {string} name @param {string} value @param {typeof look} into */
function takePart(name, value, into) {
    const matrix = view.matrix;
    const rows = matrix ? matrix.sets[0].rows : 0, columns = matrix ? matrix.sets[matrix.sets.length - 1].rows : 0;
    const keys = (/** @type {string} */ list) => view.words[list].map((/** @type {string[]} */ one) => one[0]);
    const far = (/** @type {number} */ at) => { if (Math.abs(at) > 1e9) throw new ViewError(`${name}=${value}`); return at; };
    const place = () => (into.place = into.place || { row: rows / 2, column: columns / 2, zoom: 1 });
    switch (name) {
    case "section": into.section = placeIn(name, value, view.sections.length); break;
    case "variant": {
        const at = view.sections[into.section] ? view.sections[into.section].rows.findIndex((row) => row.name === value) : -1;
        if (at < 0) throw new ViewError(`${name}=${value}`);
        into.row = at;
        break;
    }
    case "panel": into.panel = oneOf(name, value, panelNames); break;
    case "row": place().row = far(numberIn(name, value)); break;
    case "column": place().column = far(numberIn(name, value)); break;
    case "zoom": {
        if (value === "fit") { into.place = null; break; }
        const zoom = numberIn(name, value);
        if (zoom <= 0) throw new ViewError(`${name}=${value}`);
        place().zoom = zoom;
        break;
    }
    case "shown": into.shown = oneOf(name, value, keys("aggregates")); break;
    case "scale": into.scale = oneOf(name, value, keys("transforms")); break;
    case "colours": into.colours = oneOf(name, value, (view.colormaps || []).map((map) => map[0])); break;
    case "range": {
        if (value === "automatic") { into.range = null; break; }
        const ends = value.split(":").map((end) => numberIn(name, end));
        if (ends.length !== 2 || !(ends[0] < ends[1])) throw new ViewError(`${name}=${value}`);
        into.range = [ends[0], ends[1]];
        break;
    }
    case "pinned": {
        const [row, column, rest] = value.split(":");
        if (column === undefined || rest !== undefined) throw new ViewError(`${name}=${value}`);
        into.pinned = [placeIn(name, row, rows), placeIn(name, column, columns)];
        break;
    }
    case "order": {
        const [, row] = /^by_distance:(.*)$/.exec(value) || [];
        const order = row === undefined ? ordersOffered().find((one) => decodeURIComponentOr(one[0]) === value) : ["by_distance"];
        if (!order) throw new ViewError(`${name}=${value}`);
        into.order = order[0];
        into.orderRow = row === undefined ? 0 : placeIn(name, row, rows);
        break;
    }
    case "cut": {
        const [by, number, rest] = value.split(":");
        if (by !== "number" || rest !== undefined || !/^\d{1,3}$/.test(number || "") || Number(number) < 2 || Number(number) > mostClusters()) throw new ViewError(`${name}=${value}`);
        into.clusters = Number(number);
        break;
    }
    default: throw new ViewError(`${name}=${value}`);
    }
}

/**
 * Takes the view of the address, all of it or nothing. Returns the part that is wrong; empty: none is. Some programs
 * write the signs between the parts in code, too.
 */
function takeFragment() {
    const text = location.hash.slice(1);
    const wrong = takeView(text);
    return wrong !== "" && decodeURIComponentOr(text) !== text && takeView(decodeURIComponentOr(text)) === "" ? "" : wrong;
}

/** @param {string} text */
function takeView(text) {
    if (text === "") return "";
    const wanted = { ...look, place: null, range: null, pinned: null, order: "as_loaded", clusters: 0 };
    const taken = new Set();
    try {
        // The section is known before the variant in it.
        const parts = text.split(",").map((part) => {
            const equals = part.indexOf("=");
            if (equals < 0) throw new ViewError(part || ",");
            return [part.slice(0, equals), decodeURIComponentOr(part.slice(equals + 1))];
        });
        parts.sort((a, b) => Number(b[0] === "section") - Number(a[0] === "section"));
        for (const [name, value] of parts) {
            if (taken.has(name)) throw new ViewError(name);
            taken.add(name);
            takePart(name, value, wanted);
        }
    } catch (error) {
        if (error instanceof ViewError) return error.message.slice(0, 80);
        throw error;
    }
    Object.assign(look, wanted);
    return "";
}

/** @param {string} text */
function decodeURIComponentOr(text) {
    try {
        return decodeURIComponent(text);
    } catch (error) {
        return text;
    }
}

/** @param {number} number */
const shortNumber = (number) => String(Number(number.toPrecision(9)));

function fragmentOf() {
    const row = selected();
    const parts = [`section=${look.section}`];
    if (row) parts.push(`variant=${row.name}`);
    parts.push(`panel=${look.panel}`);
    if (view.matrix) {
        if (look.place === null) parts.push("zoom=fit");
        else parts.push(`row=${shortNumber(look.place.row)}`, `column=${shortNumber(look.place.column)}`, `zoom=${shortNumber(look.place.zoom)}`);
        parts.push(`shown=${look.shown}`, `range=${look.range ? look.range.map(shortNumber).join(":") : "automatic"}`,
            `scale=${look.scale}`, `colours=${look.colours}`);
        if (look.pinned) parts.push(`pinned=${look.pinned.join(":")}`);
        if (look.order !== "as_loaded") parts.push(look.order === "by_distance" ? `order=${look.order}:${look.orderRow}` : `order=${look.order}`);
        if (look.clusters > 0) parts.push(`cut=number:${look.clusters}`);
    }
    return parts.join(",");
}

let fragmentTimer = 0;
/** The address follows what is looked at, and no step of it is kept in the history. */
function noteView() {
    clearTimeout(fragmentTimer);
    fragmentTimer = setTimeout(() => {
        try {
            history.replaceState(null, "", "#" + fragmentOf());
        } catch (error) {
            // Some browsers forbid it for a page in a frame; the view then has no address.
        }
    }, 200);
}
