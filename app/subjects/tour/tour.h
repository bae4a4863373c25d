// SPDX-License-Identifier: MIT
// Where the user is in the guided tour. The settings keep `step`, `done` and `offered`.
#pragma once

#include "app/spine/activity.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace pairscope::app {

struct Effects;
struct State;

/// A bar of the ladder whose length the user predicts. The ladder covers it until then.
struct AskedBar {
    std::string variant_id;
    int recording = 0; ///< id of the recording whose own row is meant; 0: a row of this session
    Device device{};   ///< the device of that recording
    double bar = 0.0;  ///< its length, 0 to 1
    bool operator==(const AskedBar&) const = default;
};

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

namespace command {

struct ShowTour {
    bool on;
}; ///< where the user left it; from the first step if all are done
struct GoToTourStep {
    std::size_t step;
};
struct AskAboutBar {
    AskedBar asked;
}; ///< the ladder asks, as soon as it has a bar to ask about
struct PredictBar {
    double guessed; ///< 0 to 1
};
struct ShowTerm {
    std::string word;
}; ///< the glossary, with this word alone

void carry_out(const ShowTour&, State&, Effects&);
void carry_out(const GoToTourStep&, State&, Effects&);
void carry_out(const AskAboutBar&, State&, Effects&);
void carry_out(const PredictBar&, State&, Effects&);
void carry_out(const ShowTerm&, State&, Effects&);

} // namespace command

} // namespace pairscope::app
