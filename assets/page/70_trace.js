// SPDX-License-Identifier: MIT
// One request of a warp after the other: its lanes, and the sectors or banks that they touch.

const film = { step: 0, timer: 0, id: "" };
const filmPause = 900; // [ms]

function stopFilm() {
    clearInterval(film.timer);
    film.timer = 0;
}

/**
 * A colour for each lane, from the classes of the series.
 * @param {number} lane
 */
const laneClass = (lane) => "lane" + (lane % 8);

/** @param {string} text @returns {[number, number][]} lane, -1 for none, and how many bytes */
const lanesIn = (text) => text.split(" ").map((part) => {
    const [lane, bytes] = part.split(":");
    return [lane === "-" ? -1 : Number(lane), Number(bytes)];
});

/** @param {WarpRequest} request */
function sectorsDrawing(request) {
    const list = request.sectors || [], perLine = 2, width = 224, height = 26;
    const lines = Math.ceil(list.length / perLine);
    const svg = drawing("svg", { viewBox: `0 0 ${perLine * width} ${Math.max(1, lines) * height}`, class: "sectors", role: "img", "aria-label": view.words.sectors_title });
    list.forEach(([row, col, lanes], i) => {
        const left = (i % perLine) * width, top = Math.floor(i / perLine) * height;
        let at = 0;
        svg.append(drawing("title", {}, request.texture ? `${row}, ${col}` : String(col)));
        for (const [lane, bytes] of lanesIn(lanes)) {
            const box = { x: left + at * 6.6, y: top + 2, width: bytes * 6.6 - 1, height: height - 7 };
            svg.append(drawing("rect", { ...box, class: lane < 0 ? "unused" : laneClass(lane), fill: "currentColor" }));
            if (lane >= 0 && bytes >= 3) svg.append(drawing("text", { x: box.x + box.width / 2, y: top + 15.5, "text-anchor": "middle", "font-size": 11, class: "lane-number" }, String(lane)));
            at += bytes;
        }
    });
    return element("figure", {}, element("figcaption", {}, view.words.sectors_title), svg);
}

/** @param {WarpRequest} request */
function banksDrawing(request) {
    const banks = request.banks || [], tallest = Math.max(1, ...banks.map((bank) => bank.length)), width = 28, height = 20;
    const svg = drawing("svg", { viewBox: `0 0 ${32 * width} ${(tallest + 1) * height}`, class: "sectors", role: "img", "aria-label": view.words.banks_title });
    banks.forEach((bank, i) => {
        const left = i * width;
        for (let k = 0; k < tallest; ++k) {
            const word = bank[k], top = k * height;
            svg.append(drawing("rect", { x: left + 1, y: top + 1, width: width - 2, height: height - 2, class: word ? laneClass(word[1]) : "unused", fill: "currentColor" }));
            if (word) svg.append(drawing("text", { x: left + width / 2, y: top + 14, "text-anchor": "middle", "font-size": 11, class: "lane-number" }, String(word[1])));
        }
        svg.append(drawing("text", { x: left + width / 2, y: tallest * height + 14, "text-anchor": "middle", "font-size": 10, class: "bank-number", fill: "currentColor" }, String(i)));
    });
    return element("figure", {}, element("figcaption", {}, view.words.banks_title), svg);
}

/** @param {WarpRequest} request */
function lanesDrawing(request) {
    return element("ol", { class: "lanes", "aria-label": view.words.lane }, request.lanes.map((address, lane) =>
        element("li", { class: address ? laneClass(lane) : "idle", title: address || "-" }, element("span", {}, String(lane)))));
}

/** @param {TraceData} trace */
function drawRequest(trace) {
    const host = document.getElementById("request");
    if (!host || trace.requests.length === 0) return;
    film.step = Math.min(film.step, trace.requests.length - 1);
    const request = trace.requests[film.step], row = trace.rows[request.line];
    replace(host,
        element("p", { class: "request-place" }, `${view.words.request} ${film.step + 1} / ${trace.requests.length}`, row && element("code", {}, `${row.line}  ${row.code}`)),
        element("p", {}, request.told), lanesDrawing(request), request.banks ? banksDrawing(request) : sectorsDrawing(request));
    document.querySelectorAll(".trace-lines tbody tr").forEach((line, i) => line.classList.toggle("now", i === request.line));
    const slider = document.getElementById("film-step");
    if (slider instanceof HTMLInputElement) slider.value = String(film.step);
}

/** @param {Row} row */
function tracePanel(row) {
    if (!more) return [element("p", {}, whyNoMore)];
    const trace = more.traces[row.id];
    if (!trace) return [element("p", {}, view.words.no_trace)];
    if (trace.why_not) return [element("p", {}, view.words.no_trace), element("p", { class: "quiet" }, trace.why_not)];
    if (film.id !== row.id) { film.id = row.id; film.step = 0; }
    const step = (/** @type {number} */ by) => {
        film.step = (film.step + by + trace.requests.length) % trace.requests.length;
        drawRequest(trace);
    };
    const play = element("button", { type: "button", id: "film-play", click: () => {
        if (film.timer !== 0) stopFilm();
        else film.timer = setInterval(() => step(1), filmPause);
        play.textContent = film.timer !== 0 ? view.words.stop : view.words.play;
    } }, view.words.play);
    const slider = element("input", { type: "range", id: "film-step", min: 0, max: trace.requests.length - 1, value: film.step, "aria-label": view.words.request,
        input: (/** @type {any} */ event) => { film.step = Number(event.target.value); drawRequest(trace); } });
    const lines = table([view.words.line, view.words.access, view.words.sectors, view.words.least, view.words.useful_bytes, view.words.conflict, view.words.requests, view.words.code],
        trace.rows.map((one) => [String(one.line), one.access, one.sectors, one.least, one.useful, one.conflict, one.requests, element("code", {}, one.code)]),
        { right: [true, false, true, true, true, true, true, false] });
    lines.classList.add("trace-lines");
    setTimeout(() => drawRequest(trace), 0);
    return [element("p", { class: "quiet" }, `${trace.size}, ${trace.target}. ${trace.recorded ? view.words.trace_recorded : view.words.trace_origin}`),
        trace.of_other_source && element("p", { class: "warn" }, view.words.trace_of_other_source),
        trace.findings && element("div", { class: "bad" }, trace.findings.map((finding) => element("p", {}, finding))),
        trace.requests.length > 0 && [element("div", { class: "film" }, button(view.words.previous, () => step(-1)), play, button(view.words.next, () => step(1)), slider),
            element("div", { id: "request" }), element("p", { class: "quiet" }, trace.film)],
        lines, trace.traffic.map((sentence) => element("p", {}, sentence)), trace.launches.map((sentence) => element("p", { class: "quiet" }, sentence))];
}
