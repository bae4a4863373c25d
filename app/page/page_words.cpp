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
    {"verdict", "Check"},
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
    {"no_trace", "This variant has no trace."},
    {"trace_origin", "The trace was made when this page was written, by executing the source on the CPU."},
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
    {"range", "Range"},
    {"range_all", "all values"},
    {"range_low", "from"},
    {"range_high", "to"},
    {"order", "Order"},
    {"row", "row"},
    {"column", "column"},
    {"neighbours", "Nearest vectors of row"},
    {"neighbours_hint", "Click an entry to pin it and to list the nearest vectors of its row."},
    {"pinned", "pinned"},
    {"distance", "value"},
    {"no_webgl", "This browser does not offer WebGL2, so the matrix is shown as a picture."},
    {"lost_webgl", "The browser took the graphics away. Reload the page to draw the matrix again."},
    {"changed", "This page was changed since it was written."},
    {"cut", "This page is not complete: the file was cut short. Copy it again, or make it anew with pairscope page."},
    {"no_unpacking",
     "This browser cannot unpack the page, because it lacks DecompressionStream. Open the page in a newer browser."},
    {"damaged", "The data of this page cannot be read. Copy the file again, or make it anew with pairscope page."},
    {"newer", "This page is of a newer version than its script. Make it anew with pairscope page."},
    {"bad_view", "The view in the address was not used, because one of its parts is wrong:"},
    {"failed", "failed"},
    {"left_out", "Left out"},
    {"pictures", "The two vectors"},
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
