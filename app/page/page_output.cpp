// SPDX-License-Identifier: MIT
#include "app/page/page_output.h"

#include "app/chart/number_text.h"
#include "app/page/page_parts.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/output_words.h"
#include "app/subjects/recordings/recorded_output.h"
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

class OutputTable {
public:
    OutputTable(const WorkloadType& type, const profiling::Recording& recording)
        : type_(type), sets_(app::recorded_data(recording)), vectors_(recording.vectors) {}

    void fill(double value) {
        headings_ = {{std::string(type_.value), true}};
        rows_.push_back(Json::array({app::value_text(value)}));
        pictures_.push_back(Json::array());
    }
    void fill(const FoundPair& pair) {
        headings_ = {{"", false}, {"vector", false}};
        const bool has_few = set(0) != nullptr && set(0)->dims <= most_named_coordinates &&
                             !vector(0, pair.first).empty() && !vector(1, pair.second).empty();
        if (has_few)
            for (std::int64_t k = 0; k < set(0)->dims; ++k) headings_.push_back({axis(k), true});
        add_vector("first", 0, pair.first, has_few);
        add_vector("second", 1, pair.second, has_few);
        entries_ = Json::array({Json::array({pair.first, pair.second}), Json::array({pair.second, pair.first})});
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
            entries_.push_back(Json::array({row, match.best}));
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
                {"entries", entries_},
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
    /// Empty: the recording does not have it.
    [[nodiscard]] std::vector<double> vector(std::size_t which, std::int64_t row) const {
        const Dataset* const held = set(which);
        std::vector<double> found;
        if (held == nullptr || row < 0 || row >= held->rows) return found;
        if (holds_coordinates(*held)) {
            for (std::int64_t k = 0; k < held->dims; ++k) found.push_back(coordinate_in_file(*held, row, k));
            return found;
        }
        const auto place = std::int64_t(std::min(which, sets_.size() - 1));
        for (const profiling::RecordedVector& one : vectors_)
            if (one.set == place && one.row == row) found.assign(one.values.begin(), one.values.end());
        return found;
    }
    void add_vector(const char* place, std::size_t which, std::int64_t row, bool with_coordinates) {
        Json cells = Json::array({place, name(which, row)});
        if (with_coordinates)
            for (const double coordinate : vector(which, row)) cells.push_back(app::value_text(coordinate));
        rows_.push_back(std::move(cells));
        Json pictures = Json::array();
        add_picture(pictures, which, row);
        pictures_.push_back(std::move(pictures));
    }
    /// In grey levels from the least coordinate to the largest.
    void add_picture(Json& pictures, std::size_t which, std::int64_t row) const {
        const Dataset* const held = set(which);
        std::vector<double> values = vector(which, row);
        if (values.empty() || held->picture_width <= 0 || held->picture_width > held->dims) return;
        values.resize(std::size_t(held->dims / held->picture_width * held->picture_width));
        const auto [low, high] = std::ranges::minmax(values);
        std::string bytes;
        for (const double value : values)
            bytes += char(high > low ? std::lround(255.0 * (value - low) / (high - low)) : 0L);
        pictures.push_back(Json::array({held->picture_width, profiling::in_base64(bytes)}));
    }

    const WorkloadType& type_;
    std::vector<Set> sets_;
    const std::vector<profiling::RecordedVector>& vectors_;
    std::vector<std::pair<std::string, bool>> headings_;
    Json rows_ = Json::array(), pictures_ = Json::array(), entries_ = Json::array();
    std::string sentence_;
};

} // namespace

Json output_json(const profiling::Recording& recording) {
    const auto found = app::recorded_output(recording);
    if (!found) return {};
    const WorkloadType& type = type_of(found->workload.type);
    OutputTable table(type, recording);
    std::visit([&](const auto& output) { table.fill(output); }, found->verdict->output);
    std::string sentence = fmt::format("This is the output of {}: {}.", short_name(found->variant_id),
                                       profiling::short_text(*found->verdict));
    const std::int64_t all = found->verdict->comparison.rows;
    if (std::int64_t(table.size()) > 1 && all > std::int64_t(table.size()))
        sentence += fmt::format(" A recording keeps the first {} of {}.", table.size(), app::grouped(all));
    return table.json(sentence);
}

} // namespace pairscope::page
