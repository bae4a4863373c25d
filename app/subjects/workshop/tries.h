// SPDX-License-Identifier: MIT
// The tries of one file: how one begins, what is kept of it, and how the version that ran becomes a variant.
#pragma once

#include "app/subjects/workshop/workshop.h"

namespace pairscope::app {

/// Reads the text as it is now, and has it compiled if that can be done.
void start_try(State& state, OwnKernel& kernel, Effects& effects);
/// Adds the latest try to the history, or what is known of it by now.
void note_try(OwnKernel& kernel);
/// The version that was just built becomes the variant of its id, and what was found with the one before is forgotten.
void publish_version(State& state, OwnKernel& kernel);

} // namespace pairscope::app
