// SPDX-License-Identifier: MIT
#include "app/subjects/recordings/recorded_output.h"

#include "kernels/data/coordinates.h"
#include "profiling/recording/vector_fields.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

/// The recording's sets, from which vectors are kept.
class VectorKeeper {
public:
    explicit VectorKeeper(profiling::Recording& recording) : recording_(recording) {}

    void keep(std::monostate) {}
    void keep(double) {}
    void keep(const std::vector<float>&) {}
    void keep(const FoundPair& pair) {
        keep(0, pair.first);
        keep(1, pair.second);
    }
    void keep(const std::vector<FoundMatch>& matches) {
        for (std::size_t row = 0; row < matches.size(); ++row) {
            if (recording_.sets.front()->picture_width <= 0) return;
            keep(0, std::int64_t(row));
            keep(1, matches[row].best);
        }
    }

private:
    void keep(std::size_t asked, std::int64_t row) {
        const std::size_t place = std::min(asked, recording_.sets.size() - 1);
        const Dataset& set = *recording_.sets[place];
        const bool is_held = std::visit([](const auto& values) { return !values.empty(); }, set.values);
        const bool fits = recording_.vectors.size() < profiling::most_vectors_kept &&
                          set.dims <= std::int64_t(profiling::most_kept_coordinates);
        if (!is_held || !fits || row < 0 || row >= set.rows) return;
        profiling::RecordedVector one{.set = std::int64_t(place), .row = row};
        for (std::int64_t k = 0; k < set.dims; ++k) one.values.push_back(float(held_coordinate(set, row, k)));
        const bool is_finite = std::ranges::all_of(one.values, [](float value) { return std::isfinite(value); });
        if (is_finite && std::ranges::find(recording_.vectors, one) == recording_.vectors.end())
            recording_.vectors.push_back(std::move(one));
    }

    profiling::Recording& recording_;
};

} // namespace

std::optional<RecordedOutput> recorded_output(const profiling::Recording& recording) {
    for (const profiling::RunOutcome& run : recording.runs) {
        RecordedOutput found;
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

void add_vectors(profiling::Recording& recording) {
    const auto found = recorded_output(recording);
    if (!found || recording.sets.empty()) return;
    const bool are_described = std::ranges::any_of(
        recording.sets, [](const auto& set) { return set->rows * set->dims > profiling::most_values_of_set; });
    if (are_described)
        std::visit([&](const auto& output) { VectorKeeper(recording).keep(output); }, found->verdict->output);
}

} // namespace pairscope::app
