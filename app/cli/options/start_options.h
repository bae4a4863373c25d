// SPDX-License-Identifier: MIT
// What the window and its picture off-screen have in common: data, size, theme.
#pragma once

#include "app/cli/options/data.h"
#include "app/spine/commands.h"

#include <optional>
#include <string>

#if PAIRSCOPE_HAS_GUI
#include "app/window/start.h"
#endif

namespace pairscope::cli {

/// The options about the window's look as they were typed.
struct LookOptions {
    std::string size; ///< "1600x900"
    std::optional<app::Theme> theme;
    std::string view; ///< what to look at: see app/subjects/matrix/view_text.h
};
void add_look_options(CLI::App& verb, LookOptions& options, const std::string& usual_size,
                      std::string_view needs = {}); ///< `needs`: what two of them need, "with --screen only"

struct Size {
    int width = 0; ///< [px]; 0: not asked for
    int height = 0;
};
/// Throws InputError.
[[nodiscard]] Size size_of(const LookOptions& options);

#if PAIRSCOPE_HAS_GUI
/// Throws InputError, also for a variant or a device that does not exist.
struct StartChoice {
    const DataOptions& data;
    const LookOptions& look;
    const std::string& variant;
    const std::string& device;
    bool may_ask = true; ///< the window can ask how a file is to be read
};
[[nodiscard]] app::StartOptions start_options(const StartChoice& choice);
#endif

} // namespace pairscope::cli
