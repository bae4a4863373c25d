// SPDX-License-Identifier: MIT
// What the program has written into the page. Every text comes from it.

/**
 * @typedef {{ width: number, height: number, drawn: any[][], places: [number, number, string][] }} Layout
 * @typedef {{ title: string, wide: Layout, narrow: Layout, sentence?: string,
 *   bars?: string[][] }} ChartData
 * @typedef {{ title: string, meaning: string, rows: string[][] }} CounterSection
 * @typedef {{ a: string, b: string, sentence: string, rows: string[][] }} WhyData
 * @typedef {{ id: string, name: string, title: string, colour: number, shape: number, lesson: string, waste: string,
 *   verdict: string, difference: string, output: string, failed: boolean, reason: string, warnings: string[],
 *   above: [string, string], origin: string, bar?: number, share?: [number, string], speedup?: [number, string],
 *   time?: [number, string], cells?: string[], badges?: [string, string, boolean][], facts?: string[][],
 *   counters?: CounterSection[], roofline?: ChartData, ledger?: ChartData, samples?: ChartData, launch?: ChartData,
 *   why?: WhyData[], has_code?: boolean, waiting?: { sentence: string, rows: string[][], bars?: [number, string, string, [number, number][]][] } }} Row
 * @typedef {{ title: string, facts: string, recording: number, device: string, target: string, architecture: number, rows: Row[],
 *   ceilings: string[][], speedup?: ChartData, size?: ChartData, other_sizes?: string }} Section
 * @typedef {{ name: string, rows: number, dims: number, unit?: string, about?: string, credit?: string, has_labels?: boolean,
 *   picture_width?: number }} VectorSet
 * @typedef {{ entries: string, value: string, unit: string, formula: { terms: string, ending: string },
 *   sets: VectorSet[], recorded: boolean, symmetric: boolean, side: number, blocks: [number, number], range: [number, number],
 *   orders: { kind: string, title: string, cuts?: number[][], column_cuts?: number[][] }[],
 *   tracks?: TrackData[], cluster_colours: string[], pairs: [number, number, string][], sigma?: number, parameter?: number, globe?: { origin: [number, number], latitude_first: boolean } }} MatrixData
 * @typedef {{ name: string, kind: string, colours: string[], order: [string, string], ends?: [number, number], words?: string[] }} TrackData
 * @typedef {{ sentence: string, headings: string[], right: boolean[], rows: string[][], entries: [number, number][], pictures: [number, string][][] }} OutputData
 * @typedef {{ version: number, made_by: string, title: string, question: string, workload: string,
 *   words: { [key: string]: any }, left_out: string[],
 *   recordings: { title: string, origin: string, block: string, file: string, conditions: string[][], shared?: [number, number, number][] }[],
 *   headings: [string, boolean][], shapes: [number, number][][], sections: Section[], matrix?: MatrixData,
 *   no_matrix?: string, output?: OutputData, colormaps?: [string, string][],
 *   special?: { nan: number[], infinite: number[], below: number[], above: number[] } }} View
 * @typedef {{ files: { [path: string]: string }, of: { [id: string]: { path: string, parent?: string,
 *   parent_path?: string, rows?: any[][] } } }} Sources
 * @typedef {{ line: number, phase: number, told: string, lanes: string[], sectors?: [number, number, string][],
 *   texture?: boolean, banks?: [number, number][][], free?: number }} WarpRequest
 * @typedef {{ why_not?: string, recorded?: boolean, of_other_source?: boolean, size: string, target: string, launches: string[], traffic: string[],
 *   findings?: string[], film: string, requests: WarpRequest[],
 *   rows: { line: number, code: string, access: string, requests: string, sectors: string, least: string,
 *   useful: string, conflict: string }[] }} TraceData
 * @typedef {{ variant: string, target: string, architecture: number, kernel?: string, symbol: string, made: number, instructions: string[], files: string[],
 *   places: number[][], at: number[], loops?: [number, number][] }} KernelCode
 * @typedef {{ sources: Sources, traces: { [id: string]: TraceData }, codes: KernelCode[], no_code: { [id: string]: string } }} More
 */
