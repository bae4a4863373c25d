// SPDX-License-Identifier: MIT
#include "app/page/page_words.h"

#include "app/subjects/matrix/order/order_choice.h"
#include "render/aggregate.h"
#include "render/colouring.h"

#include <array>
#include <string_view>
#include <utility>

namespace pairscope::page {
namespace {

using app::Json;

constexpr std::pair<std::string_view, std::string_view> words[] = {
    {"ladder", "Ladder"},
    {"matrix", "Matrix"},
    {"roofline", "Roofline"},
    {"why", "Why"},
    {"source", "Source"},
    {"trace", "Trace"},
    {"bytes", "Bytes"},
    {"counters", "Counters"},
    {"samples", "Samples"},
    {"launch", "Inside a launch"},
    {"figures", "Figures"},
    {"conditions", "Conditions"},
    {"ceilings", "Ceilings"},
    {"speedup", "Speed-up"},
    {"size", "Size"},
    {"table", "Table"},
    {"save", "Save the recording"},
    {"output", "Output"},
    {"linear", "linear memory"},
    {"surface", "texture"},
    {"useful", "useful fraction"},
    {"time", "time"},
    {"speedup_column", "speed-up"},
    {"variant", "variant"},
    {"keys", "The keys 1 to 9 select a variant. The arrow keys step through the ladder."},
    {"no_runs", "This recording has no measured runs."},
    {"teaches", "It teaches"},
    {"wastes", "It still wastes"},
    {"figure", "figure"},
    {"value", "value"},
    {"meaning", "meaning"},
    {"from", "source"},
    {"quantity", "quantity"},
    {"share", "share of the difference"},
    {"ceiling", "ceiling"},
    {"rate", "rate"},
    {"no_counters", "Nothing was counted for this run."},
    {"no_why", "This run is the only one of its section, so it is compared with none."},
    {"why_others", "For two other variants, pairscope compare A B shows the same table."},
    {"no_source", "The program that wrote this page does not have the source of this variant."},
    {"whole_source", "This variant has no parent, so the whole source is shown."},
    {"changes", "changes only"},
    {"whole", "whole source"},
    {"source_origin", "The source is the one of the program that wrote this page."},
    {"instructions", "Instructions"},
    {"code_recorded", "These instructions (SASS) were recorded with the times, from the program that was measured."},
    {"code_made", "The recording has no instructions, so these (SASS) are from the program that wrote this page."},
    {"code_cut", "Only the first instructions of the kernel are shown."},
    {"code_hint", "Click a line to highlight its instructions, or an instruction to highlight its line."},
    {"code_bars", "A bar says how often warps were at an instruction when the hardware took a sample."},
    {"no_code", "The page has no instructions of this kernel."},
    {"fold", "Fold the loop"},
    {"unfold", "Unfold the loop"},
    {"previous_line", "Previous line"},
    {"next_line", "Next line"},
    {"no_trace", "This variant has no trace."},
    {"trace_origin", "The trace was made when this page was written, by executing the source on the CPU."},
    {"trace_recorded", "The trace was recorded with the times, by executing the source on the CPU."},
    {"trace_of_other_source",
     "The source of this variant has changed since it was recorded, so the lines stand here without their code."},
    {"play", "Play"},
    {"stop", "Stop"},
    {"previous", "Previous"},
    {"next", "Next"},
    {"request", "request"},
    {"lane", "lane"},
    {"line", "line"},
    {"code", "code"},
    {"access", "access"},
    {"requests", "requests"},
    {"sectors", "sectors per request"},
    {"least", "least"},
    {"conflict", "bank conflict"},
    {"useful_bytes", "bytes used of 32"},
    {"sectors_title", "Sectors of 32 bytes, with the lane that asks for each byte"},
    {"banks_title", "Banks of shared memory, with the lanes that ask for a word of each"},
    {"reference", "reference, not the output of a kernel"},
    {"coarse", "coarse"},
    {"exact_blocks", "exact, blocks of"},
    {"exact_entries", "single entries"},
    {"by", "x"},
    {"fit", "Fit"},
    {"one_to_one", "1:1"},
    {"shown", "Shown"},
    {"colours", "Colours"},
    {"scale", "Scale"},
    {"range_low", "Range from"},
    {"range_high", "to"},
    {"order", "Order"},
    {"row", "row"},
    {"column", "column"},
    {"neighbours", "Nearest vectors of row"},
    {"neighbours_hint", "Click an entry to pin it and to list the nearest vectors of its row."},
    {"pinned", "pinned"},
    {"by_processor", "The CPU draws the matrix, because this browser offers no GPU through WebGL2, or none that draws "
                     "this matrix fast enough."},
    {"sequences_by_processor", "The CPU draws the matrix, because the distance of two sequences needs a table, which a "
                               "shader has no room for."},
    {"no_canvas",
     "This browser does not let the page draw, so the page shows the picture of the matrix that the program made."},
    {"changed", "This page was changed since it was written."},
    {"damaged", "The data of this page cannot be read. Copy the file again, or make it anew with pairscope page."},
    {"bad_view", "The view in the address was not used, because one of its parts is wrong:"},
    {"failed", "failed"},
    {"left_out", "Left out"},
    {"pictures", "The two vectors"},
    {"point_hint", "Point at an entry, or touch it, to read its value."},
    {"chart_hint", "Point at a mark, or touch it, to read what it stands for."},
    {"pairs", "Pairs that were pinned when it was recorded"},
    {"pair_name", "pair"},
    {"tracks", "Columns of the data along the matrix"},
    {"no_room", "The matrix has no room for the columns"},
    {"unknown", "unknown"},
    {"texts_of_track", "This column has texts, which are shown where the rows are large enough."},
    {"mean_of_rows", "the mean of at most 64 of these rows"},
    {"most_of_rows", "the most frequent value of at most 64 of these rows"},
    {"clusters", "Clusters"},
    {"no_cut", "not cut"},
    {"waiting", "Where warps waited"},
    {"samples_column", "samples"},
    {"share_of_samples", "share of samples"},
    {"reasons", "reasons"},
    {"font", "The letters of the charts are those of Roboto (Apache License 2.0)."},
};

template <class Enum, std::size_t size> Json choices_json(const std::array<Name<Enum>, size>& names) {
    Json list = Json::array();
    for (const Name<Enum>& name : names) list.push_back(Json::array({name.name, title_in(names, name.value)}));
    return list;
}

} // namespace

Json words_json() {
    Json json = Json::object();
    for (const auto& [key, text] : words) json[std::string(key)] = text;
    Json aggregates = Json::array();
    for (const Aggregate aggregate : {Aggregate::minimum, Aggregate::mean, Aggregate::maximum})
        aggregates.push_back(Json::array({name_in(aggregate_names, aggregate), title_in(aggregate_names, aggregate)}));
    Json orders = Json::array();
    for (const app::OrderKind kind : {app::OrderKind::as_loaded, app::OrderKind::by_distance})
        orders.push_back(Json::array({app::name_of(kind), app::title_of(kind)}));
    json["aggregates"] = std::move(aggregates);
    json["transforms"] = choices_json(transform_names);
    json["orders"] = std::move(orders);
    return json;
}

} // namespace pairscope::page
