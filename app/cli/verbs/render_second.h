// SPDX-License-Identifier: MIT
// The second matrix of a session that pairscope render draws.
#pragma once

#include "app/cli/verbs/render.h"

#include <optional>

namespace pairscope::cli {

/// The second matrix of the session among the files, unless it was not asked for. Says on standard error why it is not
/// drawn. Throws InputError.
[[nodiscard]] app::SecondMatrix second_to_draw(const RenderOptions& options);

/// Draws the matrix and the second one, as their session shows them or as the options say. Absent: there is no second
/// matrix, or it was not asked for, and nothing is drawn. Throws InputError, MemoryError.
[[nodiscard]] std::optional<ExitCode> render_second(const RenderOptions& options, const app::SecondMatrix& second,
                                                    const Data& data);

} // namespace pairscope::cli
