// SPDX-License-Identifier: MIT
// What a user can ask for in the guided tour, and in the glossary.
#pragma once

#include "kernels/ladder/device.h"

#include <cstddef>
#include <string>

namespace pairscope::app {

/// A bar of the ladder whose length the user predicts. The ladder covers it until then.
struct AskedBar {
    std::string variant_id;
    int recording = 0; ///< id of the recording whose own row is meant; 0: a row of this session
    Device device{};   ///< the device of that recording
    double bar = 0.0;  ///< its length, 0 to 1
    bool operator==(const AskedBar&) const = default;
};

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

} // namespace command
} // namespace pairscope::app
