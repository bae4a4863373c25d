// SPDX-License-Identifier: MIT
// What a session that comes back holds.
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/update/update.h"
#include "app/spine/version.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/recordings/session_second.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

/// Numbers of sets that go into a session although their file is known: it then opens without the file, too.
constexpr std::int64_t most_embedded = 100'000;

std::int64_t numbers_in(const Question& question) {
    const auto count = [](const std::shared_ptr<const Dataset>& set) { return set ? set->rows * set->dims : 0; };
    return count(question.first) + count(question.second);
}

/// A recording holds finite numbers only.
bool is_finite(const Question& question) {
    const auto are_finite = [](const std::shared_ptr<const Dataset>& set) {
        const auto* numbers = set ? std::get_if<std::vector<float>>(&set->values) : nullptr;
        return numbers == nullptr || std::ranges::all_of(*numbers, [](float x) { return std::isfinite(x); });
    };
    return are_finite(question.first) && are_finite(question.second);
}

} // namespace

profiling::Recording looked_at_recording(const State& state) {
    profiling::Recording recording;
    recording.is_session = true;
    recording.made_by = fmt::format("pairscope {}", version());
    recording.when = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
    recording.host = profiling::this_host();
    const DataSnapshot& data = state.data.now;
    record_question(recording, data.question, data.source, data.edited);
    if (!data.edited && !is_of_recording(data)) recording.source = source_to_record(data.source);
    const bool is_embedded = numbers_in(data.question) <= most_embedded && is_finite(data.question);
    if (recording.source && !is_embedded) {
        recording.points = std::monostate{};
        recording.sets.clear();
        recording.same_rows = false;
    } else { // they are shown without their files, too
        recording.tracks = tracks_to_record(data.question, data.tracks.get());
    }
    recording.second = second_to_record(state.two);
    for (const PinnedPair& pair : data.pairs) recording.pairs.push_back({pair.cell.row, pair.cell.col, pair.name});
    if (data.question.first && has_matrix_view(state)) recording.view = view_to_record(state);
    return recording;
}

void save_looked_at(State& state, const std::filesystem::path& path, Effects& effects) {
    if (!state.data.now.question.first) return;
    effects.files.emplace_back(
        job::SaveRecording{path, std::make_shared<const profiling::Recording>(looked_at_recording(state))});
}

} // namespace pairscope::app
