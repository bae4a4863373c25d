// SPDX-License-Identifier: MIT
// The source of the selected variant: its own file, and those with code that several variants share.
#pragma once

#include "kernels/ladder/variant.h"

#include <string>
#include <string_view>
#include <utility>

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

/// A file, and where its reader begins.
struct ShownSource {
    std::string_view path, text;
    int line = 0; ///< where the kernel stands, or what it calls, from 1; 0: the file is read from its beginning
};
/// The file that the user chose, if the variant has it, or else the one with its kernel.
[[nodiscard]] ShownSource shown_source(const State& state, const KernelVariant& variant);

/// The two files whose difference tells the most: those with the kernels, or the variants' own files where one shared
/// file has the kernels of both.
[[nodiscard]] std::pair<std::string_view, std::string_view> compared_sources(const KernelVariant& a,
                                                                             const KernelVariant& b);

} // namespace pairscope::app
