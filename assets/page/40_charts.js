// SPDX-License-Identifier: MIT
// Draws charts that the program has laid out, for the width that there is, and says what is under the mouse.

/** @param {any[]} mark @returns {SVGElement} */
function drawnMark(mark) {
    const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
    switch (mark[0]) {
    case "p": {
        const [, colour, width, ...points] = mark;
        return drawing("polyline", { points: points.join(" "), class: "c" + colour, fill: "none", stroke: "currentColor", "stroke-width": width });
    }
    case "l":
        return drawing("line", { x1: mark[1], y1: mark[2], x2: mark[3], y2: mark[4], class: "c" + mark[5], stroke: "currentColor",
            "stroke-width": mark[6], "stroke-dasharray": mark[7] ? mark[7].join(" ") : null });
    case "b":
        return drawing("rect", { x: mark[1], y: mark[2], width: Math.max(0, mark[3]), height: Math.max(0, mark[4]), class: "c" + mark[5], fill: "currentColor" });
    case "m": {
        const [, shape, x, y, radius, colour, isFilled] = mark;
        const look = isFilled ? { fill: "currentColor" } : { fill: "none", stroke: "currentColor", "stroke-width": Math.max(1, radius / 4) };
        const corners = view.shapes[shape];
        if (corners.length === 0) return drawing("circle", { cx: x, cy: y, r: radius, class: "c" + colour, ...look });
        const points = corners.map(([dx, dy]) => `${round(x + radius * dx)},${round(y + radius * dy)}`).join(" ");
        return drawing("polygon", { points, class: "c" + colour, ...look });
    }
    default: {
        const [, x, y, text, size, colour, bold, width, angle] = mark;
        return drawing("text", { x, y, "font-size": size, class: "c" + colour, fill: "currentColor", "font-weight": bold ? 600 : null,
            textLength: width, lengthAdjust: "spacingAndGlyphs", transform: angle ? `rotate(${angle} ${x} ${y})` : null }, text);
    }
    }
}

/** @param {Layout} layout @param {string} title @param {string} kind */
function layoutDrawing(layout, title, kind) {
    const svg = drawing("svg", { viewBox: `0 0 ${layout.width} ${layout.height}`, class: `chart ${kind}`, role: "img", "aria-label": title },
        drawing("title", {}, title), layout.drawn.map(drawnMark));
    const told = element("p", { class: "told", "aria-live": "polite" }, view.words.chart_hint);
    const ring = drawing("circle", { r: 11, class: "ring", fill: "none", stroke: "currentColor", visibility: "hidden" });
    svg.append(ring);
    const show = (/** @type {any} */ event) => {
        const box = svg.getBoundingClientRect();
        const x = (event.clientX - box.left) * layout.width / box.width, y = (event.clientY - box.top) * layout.height / box.height;
        let best = null, reach = 28;
        for (const place of layout.places) {
            const away = Math.hypot(place[0] - x, place[1] - y);
            if (away < reach) { reach = away; best = place; }
        }
        ring.setAttribute("visibility", best ? "visible" : "hidden");
        if (!best) return;
        ring.setAttribute("cx", String(best[0]));
        ring.setAttribute("cy", String(best[1]));
        told.textContent = best[2];
    };
    svg.addEventListener("pointermove", show);
    svg.addEventListener("pointerdown", show);
    return element("div", { class: `layout ${kind}` }, svg, layout.places.length > 0 && told);
}

/**
 * Both layouts; the style sheet shows the one that fits.
 * @param {ChartData} data
 */
function chart(data) {
    return element("figure", { class: "figure chart-box" },
        layoutDrawing(data.wide, data.title, "wide"), layoutDrawing(data.narrow, data.title, "narrow"),
        data.sentence && element("figcaption", {}, data.sentence));
}
