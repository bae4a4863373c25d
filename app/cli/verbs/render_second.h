// SPDX-License-Identifier: MIT
// What pairscope render takes from a session: how it was looked at, and its second matrix.
#pragma once

#include "app/cli/options/session_options.h"
#include "app/cli/verbs/render.h"

#include <optional>
#include <span>

namespace pairscope::cli {

/// Colours and an order that were not asked for are those of the session that is drawn. Says on standard error which
/// order is lost. Throws InputError.
void look_as_session(RenderOptions& options, std::span<const OpenSession> sessions);

/// The second matrix of the session, unless it was not asked for. Says on standard error why it is not drawn. Throws
/// InputError.
[[nodiscard]] app::SecondMatrix second_to_draw(const RenderOptions& options, std::span<const OpenSession> sessions);

/// Draws the matrix and the second one, as their session shows them or as the options say. Absent: there is no second
/// matrix, or it was not asked for, and nothing is drawn. Throws InputError, MemoryError.
[[nodiscard]] std::optional<ExitCode> render_second(const RenderOptions& options, const app::SecondMatrix& second,
                                                    const Data& data);

} // namespace pairscope::cli
