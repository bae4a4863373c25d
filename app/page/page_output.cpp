// SPDX-License-Identifier: MIT
#include "app/page/page_output.h"

#include "app/chart/number_text.h"
#include "app/page/page_parts.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/output_words.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/globe.h"
#include "kernels/metrics/units.h"
#include "profiling/outcome.h"
#include "profiling/recording/page_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pairscope::page {
namespace {

using app::Json;
using Set = std::shared_ptr<const Dataset>;

struct JudgedOutput {
    std::string variant_id;
    Workload workload;
    const profiling::CheckVerdict* verdict = nullptr;
};

/// The first run whose output is right and was kept.
std::optional<JudgedOutput> output_in(const profiling::Recording& recording) {
    for (const profiling::RunOutcome& run : recording.runs) {
        JudgedOutput found;
        if (const auto* measured = std::get_if<profiling::Measurement>(&run))
            found = {measured->variant_id, measured->workload, &measured->check};
        else if (const auto* simulated = std::get_if<profiling::Simulated>(&run))
            found = {simulated->variant_id, simulated->workload, &simulated->check};
        if (found.verdict != nullptr && found.verdict->right() &&
            !std::holds_alternative<std::monostate>(found.verdict->output))
            return found;
    }
    return {};
}

class OutputTable {
public:
    OutputTable(const WorkloadType& type, std::vector<Set> sets) : type_(type), sets_(std::move(sets)) {}

    void fill(double value) {
        headings_ = {{std::string(type_.value), true}};
        rows_.push_back(Json::array({app::value_text(value)}));
        pictures_.push_back(Json::array());
    }
    void fill(const FoundPair& pair) {
        headings_ = {{"", false}, {"vector", false}};
        const bool has_few = set(0) && set(0)->dims <= most_named_coordinates && holds_coordinates(*set(0));
        if (has_few)
            for (std::int64_t k = 0; k < set(0)->dims; ++k) headings_.push_back({axis(k), true});
        add_vector("first", 0, pair.first, has_few);
        add_vector("second", 1, pair.second, has_few);
        sentence_ = fmt::format("The {} of this pair is {}{}.", type_.value, app::pair_value_text(pair.value), unit());
    }
    void fill(const std::vector<FoundMatch>& matches) {
        headings_ = {{"vector", false},
                     {"best match", false},
                     {std::string(type_.value), true},
                     {"second best", false},
                     {std::string(type_.value), true}};
        for (std::size_t row = 0; row < matches.size(); ++row) {
            const FoundMatch& match = matches[row];
            const bool has_second = match.second >= 0;
            rows_.push_back(Json::array({name(0, std::int64_t(row)), name(1, match.best), number(match.best_value),
                                         has_second ? name(1, match.second) : "none",
                                         has_second ? number(match.second_value) : std::string()}));
            Json pictures = Json::array();
            add_picture(pictures, 0, std::int64_t(row));
            add_picture(pictures, 1, match.best);
            pictures_.push_back(std::move(pictures));
        }
    }
    void fill(const std::vector<float>& values) {
        headings_ = {{"vector", false}, {std::string(type_.value), true}};
        for (std::size_t row = 0; row < values.size(); ++row) {
            rows_.push_back(Json::array({name(0, std::int64_t(row)), number(values[row])}));
            pictures_.push_back(Json::array());
        }
    }
    void fill(std::monostate) {}

    [[nodiscard]] std::size_t size() const { return std::size_t(rows_.size()); }
    [[nodiscard]] Json json(const std::string& sentence) const {
        Json headings = Json::array(), right = Json::array();
        for (const auto& [text, is_right] : headings_) {
            headings.push_back(text);
            right.push_back(is_right);
        }
        return {{"sentence", sentence_.empty() ? sentence : fmt::format("{} {}", sentence_, sentence)},
                {"headings", std::move(headings)},
                {"right", std::move(right)},
                {"rows", rows_},
                {"pictures", pictures_}};
    }

private:
    static constexpr std::int64_t most_named_coordinates = 4;

    /// Null: the recording does not hold it. A workload of two sets with one set compares it with itself.
    [[nodiscard]] const Dataset* set(std::size_t which) const {
        return sets_.empty() ? nullptr : &original_of(*sets_[std::min(which, sets_.size() - 1)]);
    }
    [[nodiscard]] std::string name(std::size_t which, std::int64_t row) const {
        return set(which) != nullptr ? app::vector_text(*set(which), row) : fmt::format("row {}", app::grouped(row));
    }
    [[nodiscard]] static std::string number(float value) { return app::value_text(double(value)); }
    [[nodiscard]] std::string unit() const {
        const std::string unit = set(0) == nullptr ? std::string() : unit_of_distances(type_, set(0)->unit);
        return unit.empty() ? unit : fmt::format(" {}", unit);
    }
    [[nodiscard]] std::string axis(std::int64_t k) const {
        const auto& axes = set(0)->axes;
        return std::size_t(k) < axes.size() && !axes[std::size_t(k)].empty() ? axes[std::size_t(k)]
                                                                             : fmt::format("coordinate {}", k);
    }
    void add_vector(const char* place, std::size_t which, std::int64_t row, bool with_coordinates) {
        Json cells = Json::array({place, name(which, row)});
        if (with_coordinates)
            for (std::int64_t k = 0; k < set(0)->dims; ++k)
                cells.push_back(row >= 0 && row < set(which)->rows
                                    ? app::value_text(coordinate_in_file(*set(which), row, k))
                                    : std::string());
        rows_.push_back(std::move(cells));
        Json pictures = Json::array();
        add_picture(pictures, which, row);
        pictures_.push_back(std::move(pictures));
    }
    /// In grey levels from the least coordinate to the largest.
    void add_picture(Json& pictures, std::size_t which, std::int64_t row) const {
        const Dataset* const held = set(which);
        if (held == nullptr || held->picture_width <= 0 || held->picture_width > held->dims || row < 0 ||
            row >= held->rows || !holds_coordinates(*held))
            return;
        const std::int64_t count = held->dims / held->picture_width * held->picture_width;
        double low = held_coordinate(*held, row, 0), high = low;
        for (std::int64_t k = 1; k < count; ++k) {
            low = std::min(low, held_coordinate(*held, row, k));
            high = std::max(high, held_coordinate(*held, row, k));
        }
        std::string bytes;
        for (std::int64_t k = 0; k < count; ++k)
            bytes += char(high > low ? std::lround(255.0 * (held_coordinate(*held, row, k) - low) / (high - low)) : 0L);
        pictures.push_back(Json::array({held->picture_width, profiling::in_base64(bytes)}));
    }

    const WorkloadType& type_;
    std::vector<Set> sets_;
    std::vector<std::pair<std::string, bool>> headings_;
    Json rows_ = Json::array(), pictures_ = Json::array();
    std::string sentence_;
};

} // namespace

Json output_json(const profiling::Recording& recording) {
    const auto found = output_in(recording);
    if (!found) return {};
    const WorkloadType& type = type_of(found->workload.type);
    OutputTable table(type, app::recorded_data(recording));
    std::visit([&](const auto& output) { table.fill(output); }, found->verdict->output);
    std::string sentence = fmt::format("This is the output of {}: {}.", short_name(found->variant_id),
                                       profiling::short_text(*found->verdict));
    const std::int64_t all = found->verdict->comparison.rows;
    if (std::int64_t(table.size()) > 1 && all > std::int64_t(table.size()))
        sentence += fmt::format(" A recording keeps the first {} of {}.", table.size(), app::grouped(all));
    return table.json(sentence);
}

} // namespace pairscope::page
