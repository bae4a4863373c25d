// SPDX-License-Identifier: MIT
// Writes recordings of every kind into a folder: plain and packed, with points, with a run that failed.
#include "profiling/recording/file.h"
#include "tests/profiling/sample_recording.h"

#include <filesystem>

int main(int count, char** arguments) {
    using namespace pairscope::profiling;
    if (count != 2) return 2;
    const std::filesystem::path folder = arguments[1];
    Recording recording = sample_recording();
    save_recording(folder / "settings.pairscope", recording);
    recording.points = sample_points();
    save_recording(folder / "points.pairscope", recording);
    std::get<Measurement>(recording.runs[0]).seconds.assign(10'000, 0.25); // large enough to be packed
    save_recording(folder / "packed.pairscope", recording);
    return 0;
}
