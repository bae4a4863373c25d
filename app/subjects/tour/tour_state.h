// SPDX-License-Identifier: MIT
// Where the user is in the guided tour, as plain values. The settings keep `step`, `done` and `offered`.
#pragma once

#include "app/spine/activity.h"
#include "app/subjects/tour/tour_commands.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace pairscope::app {

enum class TourStep : std::uint8_t {
    switch_kernel,
    read_trace,
    drag_point,
    predict_bar,
    compare,
    open_file,
    save_chart
};
inline constexpr std::size_t tour_steps = 7;

/// A file that the user asked to open or to save in this step.
struct AskedFile {
    std::filesystem::path path;
    bool shipped = false;                          ///< it comes with the program, so it is not the user's own
    std::optional<Clock::time_point> saved_before; ///< when the file before it was saved; absent: none was
};

struct TourState {
    bool shown = false;
    bool offered = false; ///< the program offers it once, at the very first start
    std::size_t step = 0;
    std::array<bool, tour_steps> done{};

    // What follows belongs to the step that is shown.
    std::string variant_before;          ///< the variant that was selected when the step began
    std::optional<AskedBar> asked;       ///< absent: the ladder has no bar to ask about yet
    std::optional<double> guessed;       ///< what the user predicted, 0 to 1
    std::optional<AskedFile> asked_file; ///< absent: the user asked for none yet
};

[[nodiscard]] inline TourStep step_of(const TourState& tour) { return TourStep(tour.step); }
[[nodiscard]] inline bool is_at(const TourState& tour, TourStep step) { return tour.shown && step_of(tour) == step; }

} // namespace pairscope::app
