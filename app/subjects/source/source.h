// SPDX-License-Identifier: MIT
// The source of the selected variant: the file of its rung, and the headers with code that several rungs share.
#pragma once

#include "kernels/ladder/variant.h"

#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct State;

struct SourceState {
    std::string path; ///< what the user chose; empty, or not a file of the selected variant: the file with the kernel
};

namespace command {

struct ShowSource {
    std::string path;
}; ///< one of source_files()

void carry_out(const ShowSource&, State&, Effects&);

} // namespace command

/// The variant's own file, and then the headers with shared device code that it includes.
[[nodiscard]] std::vector<std::string_view> source_files(const KernelVariant& variant);

/// A file, and where its reader begins.
struct ShownSource {
    std::string_view path, text;
    int line = 0; ///< where the kernel stands, from 1; 0: the file is read from its beginning
};
[[nodiscard]] ShownSource shown_source(const State& state, const KernelVariant& variant);

} // namespace pairscope::app
