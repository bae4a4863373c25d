// SPDX-License-Identifier: MIT
// The ladder: a row for each variant, with its bar, its time and its lesson.

/** @param {Row} row @returns {SVGElement} */
function markOf(row) {
    return drawing("svg", { viewBox: "-10 -10 20 20", class: "mark", "aria-hidden": "true" },
        drawnMark(["m", row.shape, 0, 0, 7, row.colour, row.time ? 1 : 0]));
}

/** @param {Row} row */
function barOf(row) {
    const width = Math.round(1000 * Math.min(1, row.bar || 0)) / 10;
    return drawing("svg", { class: "bar", preserveAspectRatio: "none", viewBox: "0 0 100 10", "aria-hidden": "true" },
        drawing("rect", { x: 0, y: 0, width: 100, height: 10, class: "bar-back" }),
        row.bar !== undefined && drawing("rect", { x: 0, y: 0, width, height: 10, class: "c" + row.colour, fill: "currentColor" }));
}

/** @param {Row} row */
function badgesOf(row) {
    const doubts = (row.badges || []).filter((badge) => badge[2]).map((badge) => badge[1]);
    /** @type {(string | HTMLElement)[]} */
    const badges = doubts.length > 0 ? [element("span", { class: "badge doubt", title: doubts.join("\n") }, "\u00a0!")] : [];
    if (row.output) badges.push(" ", element("span", { class: "badge", title: row.difference || row.output }, row.output));
    if (row.above[0]) badges.push(" ", element("span", { class: "badge", title: row.above[1] }, row.above[0]));
    return badges;
}

/** @param {Row} row */
function lessonOf(row) {
    const line = (/** @type {string} */ title, /** @type {string} */ text) =>
        text && element("p", {}, element("b", {}, title), " ", text);
    return element("div", { class: "lesson" },
        row.title && element("h3", {}, row.title),
        row.failed && element("p", { class: "bad" }, row.reason),
        line(view.words.teaches + ":", row.lesson), line(view.words.wastes + ":", row.waste),
        row.above[1] && element("p", {}, row.above[1]),
        row.warnings.map((warning) => element("p", { class: "warn" }, "! " + warning)));
}

/**
 * A long name breaks behind its underscores.
 * @param {string} name
 */
const breakable = (name) => name.split("_").flatMap((part, i) => (i === 0 ? [part] : ["_", element("wbr"), part]));

/** @param {Row} row @param {number} place @param {number} sectionPlace */
function ladderRow(row, place, sectionPlace) {
    const isSelected = sectionPlace === look.section && place === look.row;
    const key = sectionPlace === look.section && place < 9 ? String(place + 1) : "";
    return element("li", { class: isSelected ? "rung selected" : "rung" },
        button("", () => select(sectionPlace, place), { class: "rung-button", "aria-label": [row.name, row.share && `${view.words.useful} ${row.share[1]}`, row.time && row.time[1]].filter(Boolean).join(", "), "aria-pressed": isSelected ? "true" : "false", "data-variant": row.name }),
        element("span", { class: "key" }, key), markOf(row),
        element("span", { class: "name" }, element("span", {}, breakable(row.name)), badgesOf(row)),
        barOf(row),
        element("span", { class: "number" }, row.share ? row.share[1] : row.failed ? view.words.failed : ""),
        element("span", { class: "number time" }, row.time ? row.time[1] : ""),
        element("span", { class: "number speedup" }, row.speedup ? row.speedup[1] : ""));
}

function targetSwitch() {
    const targets = [...new Set(view.sections.map((one) => one.target))];
    if (targets.length < 2) return null;
    const names = { linear: view.words.linear, texture: view.words.surface };
    return element("div", { class: "switch", role: "group", "aria-label": view.words.output }, element("span", {}, view.words.output + ":"),
        targets.map((target) => button(names[/** @type {"linear"} */ (target)] || target, () => chooseTarget(target),
            { "aria-pressed": String(section().target === target) })));
}

/**
 * The same variant of the same device, written into the other memory.
 * @param {string} target
 */
function chooseTarget(target) {
    const now = section(), row = selected();
    let best = view.sections.findIndex((one) => one.target === target && one.device === now.device && one.recording === now.recording);
    if (best < 0) best = view.sections.findIndex((one) => one.target === target);
    const place = row ? view.sections[best].rows.findIndex((one) => one.id === row.id) : 0;
    select(best, Math.max(0, place));
}

/** @param {number} sectionPlace @param {number} place */
function select(sectionPlace, place) {
    look.section = sectionPlace;
    look.row = place;
    drawLadder();
    drawPanel();
    noteView();
}

function drawLadder() {
    const host = document.getElementById("ladder");
    if (!host) return;
    const focus = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.variant : undefined;
    const shown = section() ? view.sections.map((one, place) => ({ one, place })).filter(({ one }) => one.target === section().target) : [];
    replace(host,
        element("header", {}, element("h2", {}, view.words.ladder), targetSwitch()),
        shown.length > 0 && element("div", { class: "rung-heads", "aria-hidden": "true" }, element("span", {}, view.words.variant),
            element("span", { class: "number" }, view.words.useful), element("span", { class: "number time" }, view.words.time),
            element("span", { class: "number speedup" }, view.words.speedup_column)),
        shown.map(({ one, place }) => element("section", { class: "rungs" },
            element("h3", { class: "section-title" }, one.title, one.facts && element("span", {}, one.facts)),
            one.other_sizes && element("p", { class: "quiet" }, one.other_sizes.replace(/(\d) (?=\d)/g, "$1\u00a0")),
            element("ol", {}, one.rows.map((row, i) => [ladderRow(row, i, place),
                place === look.section && i === look.row && element("li", { class: "rung-lesson" }, lessonOf(row))])))),
        element("p", { class: "hint" }, shown.length > 0 ? view.words.keys : view.words.no_runs));
    if (focus) {
        const again = host.querySelector(`.selected [data-variant="${CSS.escape(focus)}"]`);
        if (again instanceof HTMLElement) again.focus();
    }
}
