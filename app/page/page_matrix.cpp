// SPDX-License-Identifier: MIT
#include "app/page/page_matrix.h"

#include "app/chart/number_text.h"
#include "app/page/page_formula.h"
#include "app/page/page_order.h"
#include "app/page/page_parts.h"
#include "app/page/page_tracks.h"
#include "app/spine/files/paths.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/globe.h"
#include "kernels/ladder/engine.h"
#include "kernels/matrix/scan.h"
#include "kernels/matrix/unstored/blocks.h"
#include "kernels/metrics/units.h"
#include "render/colouring.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

namespace pairscope::page {
namespace {

using app::Json;
using Set = std::shared_ptr<const Dataset>;

struct Sets {
    Set first, second;        ///< as they are computed with; one set has it once, and `second` is null
    bool are_recorded = true; ///< the recording has the coordinates
};

std::string bytes_of_floats(std::span<const float> values) {
    static_assert(std::endian::native == std::endian::little);
    std::string bytes(values.size_bytes(), '\0');
    if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Blocks side by side are alike: what is left of the bits of a number once its neighbours have predicted it has few
/// digits, and is packed better. Its sign becomes the lowest bit.
std::vector<std::uint32_t> differences_of(const std::vector<float>& values, MatrixShape shape, bool symmetric) {
    const auto bits = [&](std::int64_t row, std::int64_t col) {
        if (row < 0 || col < 0) return std::uint32_t{0};
        if (symmetric && col < row) std::swap(row, col);
        return std::bit_cast<std::uint32_t>(values[static_cast<std::size_t>(row * shape.cols + col)]);
    };
    std::vector<std::uint32_t> differences;
    for (std::int64_t row = 0; row < shape.rows; ++row)
        for (std::int64_t col = symmetric ? row : 0; col < shape.cols; ++col) {
            const std::uint32_t predicted = bits(row, col - 1) + bits(row - 1, col) - bits(row - 1, col - 1);
            const std::uint32_t difference = bits(row, col) - predicted;
            differences.push_back(difference << 1 ^ (difference >> 31 != 0 ? ~std::uint32_t{0} : 0));
        }
    return differences;
}

/// First the lowest byte of each number, then the next one: so they are packed better, as the higher ones are mostly 0.
std::string in_planes(const std::vector<std::uint32_t>& numbers) {
    std::string planes;
    for (int shift = 0; shift < 32; shift += 8)
        for (const std::uint32_t number : numbers) planes += static_cast<char>(number >> shift & 0xff);
    return planes;
}

void add_coordinates(std::string& bytes, const Dataset& set) {
    if (const auto* floats = std::get_if<std::vector<float>>(&set.values)) {
        bytes += bytes_of_floats(*floats);
        return;
    }
    const auto& small = std::get<std::vector<std::uint8_t>>(set.values);
    bytes += bytes_of_floats(std::vector<float>(small.begin(), small.end()));
}

Json set_json(const Dataset& set, bool with_labels) {
    const Dataset& shown = original_of(set);
    Json json{{"name", with_labels ? shown.name : std::string()}, {"rows", set.rows}, {"dims", set.dims}};
    if (!shown.unit.empty()) json["unit"] = shown.unit;
    json["about"] =
        fmt::format("{}{}{} x {}", with_labels ? shown.name : std::string(),
                    with_labels && !shown.name.empty() ? ", " : "", app::grouped(set.rows), app::grouped(set.dims));
    if (!shown.credit.empty()) json["credit"] = shown.credit;
    if (with_labels && !shown.labels.empty()) json["has_labels"] = true;
    if (shown.picture_width > 0 && shown.picture_width <= set.dims) json["picture_width"] = shown.picture_width;
    return json;
}

/// The blocks have a side that lets them fit.
std::int64_t side_for(MatrixShape shape) {
    return std::max<std::int64_t>(1, (std::max(shape.rows, shape.cols) + most_blocks - 1) / most_blocks);
}

Overview overview_of(const WorkloadType& type, const Sets& sets, std::span<const double> parameters) {
    const std::int64_t side = side_for({sets.first->rows, (sets.second ? sets.second : sets.first)->rows});
    if (type.inputs.takes_distances) { // which are only read there
        auto* const entries = const_cast<float*>(std::get<std::vector<float>>(sets.first->values).data());
        return cpu::overview_of({.data = entries, .pitch = sets.first->dims}, {sets.first->rows, sets.first->dims},
                                side);
    }
    Engine engine(devices().back()); // the CPU, so that every machine has it
    engine.load(*sets.first, sets.second ? *sets.second : *sets.first);
    engine.set_parameters({parameters.begin(), parameters.end()});
    const MatrixShape shape{sets.first->rows, (sets.second ? sets.second : sets.first)->rows};
    return reduce_blocks(engine, type.id, blocks_of(shape, side), RunControl{});
}

/// Empty where the entries have no unit, as similarities have none.
std::string unit_of_entries(const WorkloadType& type, const Dataset& set) {
    const bool has_none =
        type.formula && (type.formula->ending == PairEnding::gaussian || type.formula->terms == PairTerms::products);
    return has_none ? std::string() : unit_of_distances(type, set.unit);
}

ValueRange range_of(const Overview& overview) {
    ValueRange range{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
    for (const auto* values : {&overview.min, &overview.max})
        for (const float value : *values)
            if (std::isfinite(value)) range = {std::min(range.low, value), std::max(range.high, value)};
    return range.low <= range.high ? range : ValueRange{0.0f, 1.0f};
}

Image picture_of(const Overview& overview, ValueRange range) {
    const auto colormaps = load_colormaps(app::assets_folder() / "colormaps");
    const Colouring colouring{.range = range, .colormap = colormaps.front(), .special = {}};
    Image image{.width = overview.shape.cols, .height = overview.shape.rows, .pixels = {}};
    image.pixels.resize(overview.mean.size());
    colour_values(overview.mean, colouring, image.pixels);
    return image;
}

std::string why_no_formula(const WorkloadType* type) {
    if (type == nullptr) return "The recording names no workload, so this page has no matrix.";
    if (has_blocks(*type))
        return fmt::format("A page computes the entries of its matrix, and it cannot compute those of {}, so it has "
                           "none. Pairscope itself shows the matrix.",
                           type->id);
    return fmt::format("The vectors of {} have no matrix, so this page has none.", type->id);
}

std::string why_no_sets(const std::vector<Set>& held) {
    if (held.empty()) return "The recording does not hold its data, so this page has no matrix.";
    for (const Set& set : held)
        if (!holds_coordinates(*set))
            return fmt::format("The recording only describes its vectors ({} x {}), so this page has no matrix. "
                               "Pairscope itself can make them again.",
                               app::grouped(set->rows), app::grouped(set->dims));
    return {};
}

/// The overview looks at every entry, which must not take longer than a few seconds.
std::string why_too_large(const Sets& sets, const PageFormula& formula) {
    constexpr double most_steps = 2e10; // so many coordinates are those of 100 000 points in the plane
    const std::int64_t rows = sets.first->rows, cols = (sets.second ? sets.second : sets.first)->rows;
    if (double(rows) * double(cols) * formula.steps(sets.first->dims) <= most_steps) return {};
    return fmt::format("A page has no matrix of {} x {} entries, because its overview would take too long to compute. "
                       "Pairscope itself shows it.",
                       app::grouped(rows), app::grouped(cols));
}

} // namespace

PageMatrix matrix_of(const profiling::Recording& recording, const Request& request) {
    const bool with_labels = request.labels;
    PageMatrix made;
    const auto workload = app::recorded_workload(recording);
    const WorkloadType* const type = workload ? find_workload(*workload) : nullptr;
    const auto formula = type == nullptr ? std::nullopt : page_formula(*type);
    if (!formula) {
        made.why_not = why_no_formula(type);
        return made;
    }
    if (!with_labels) made.why_not = why_no_rows_without_texts(recording);
    if (!made.why_not.empty()) return made;
    const std::vector<Set> held = app::recorded_data(recording);
    if (made.why_not = why_no_sets(held); !made.why_not.empty()) return made;
    Sets sets{.first = held.front(), .second = held.size() > 1 ? held[1] : nullptr};
    bring_as_needed_by(*type, sets.first, sets.second);
    sets.are_recorded = sets.first == held.front() && (!sets.second || sets.second == held[1]) &&
                        !std::holds_alternative<GeneratorSettings>(recording.points);
    if (made.why_not = why_too_large(sets, *formula); !made.why_not.empty()) return made;
    const Inputs inputs = inputs_of(*sets.first, sets.second ? *sets.second : *sets.first);
    const std::vector<double> parameters =
        recording.parameters.empty() ? usual_parameters(*type) : recording.parameters;
    const Overview overview = overview_of(*type, sets, parameters);
    const ValueRange range = range_of(overview);
    if (!sets.are_recorded) {
        add_coordinates(made.coordinates, *sets.first);
        if (sets.second) add_coordinates(made.coordinates, *sets.second);
    }
    const bool is_symmetric = !sets.second && !sets.first->is_asymmetric;
    for (const auto* values : {&overview.min, &overview.mean, &overview.max})
        made.overview += in_planes(differences_of(*values, overview.shape, is_symmetric));
    Json list = Json::array({set_json(*sets.first, with_labels)});
    if (sets.second) list.push_back(set_json(*sets.second, with_labels));
    made.json = {{"entries", type->matrix.entries},
                 {"value", type->value},
                 {"unit", unit_of_entries(*type, original_of(*sets.first))},
                 {"formula", {{"terms", formula->terms}, {"ending", formula->ending}}},
                 {"sets", std::move(list)},
                 {"recorded", sets.are_recorded},
                 {"symmetric", is_symmetric},
                 {"side", overview.factor},
                 {"blocks", {overview.shape.rows, overview.shape.cols}},
                 {"range", {range.low, range.high}}};
    if (!parameters.empty()) {
        const bool is_gaussian = type->formula && type->formula->ending == PairEnding::gaussian;
        made.json[is_gaussian ? "sigma" : "parameter"] = parameters.front();
    }
    if (type->formula && type->formula->terms == PairTerms::places)
        made.json["globe"] = {{"origin", inputs.a.globe.origin}, {"latitude_first", inputs.a.globe.latitude_first}};
    made.picture = picture_of(overview, range);
    PageOrders orders = orders_of(
        {.workload = type->id, .first = sets.first, .second = sets.second, .parameters = parameters}, request.stop);
    made.json["orders"] = std::move(orders.json);
    made.orders = std::move(orders.bytes);
    Json pairs = Json::array();
    for (const profiling::RecordedPair& pair : recording.pairs)
        if (pair.row < sets.first->rows && pair.column < (sets.second ? sets.second : sets.first)->rows)
            pairs.push_back(Json::array({pair.row, pair.column, pair.name}));
    made.json["pairs"] = std::move(pairs);
    const app::Tracks tracks = drawn_tracks(recording, held);
    made.json["tracks"] = tracks_json(tracks);
    made.json["cluster_colours"] = cluster_colours_json(tracks);
    if (std::string note = note_on_tracks(recording); !note.empty()) made.notes.push_back(std::move(note));
    if (orders.take_too_long)
        made.notes.push_back(fmt::format("The page has no order of its matrix {} or {}, because it would take too long "
                                         "to work out. Pairscope itself offers it.",
                                         title_of(app::OrderKind::clusters), title_of(app::OrderKind::spanning_tree)));
    return made;
}

} // namespace pairscope::page
