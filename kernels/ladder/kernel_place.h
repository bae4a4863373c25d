// SPDX-License-Identifier: MIT
// Where the function stands that does a variant's work: in the variant's own file, or in code that several variants
// share. Found by the text of the sources, so it needs no list. Pure functions.
#pragma once

#include "kernels/ladder/variant.h"

#include <string_view>
#include <vector>

namespace pairscope {

/// A function that a text defines outside of classes.
struct DefinedFunction {
    std::string_view name;
    std::string_view text; ///< from the first line of its definition to its closing brace
    int line = 0;          ///< from 1: where its comment begins, or its definition if there is no comment
};
[[nodiscard]] std::vector<DefinedFunction> functions_in(std::string_view text);

/// The variant's own file first, and then the files with shared code that it includes. For a header with declarations,
/// the file with the definitions.
[[nodiscard]] std::vector<std::string_view> source_files(const KernelVariant& variant);

struct KernelPlace {
    std::string_view path; ///< one of source_files()
    std::string_view name; ///< the function's
    int line = 0;          ///< where its reader begins, from 1
};
/// A CUDA variant's `__global__` function, a CPU variant's function with a loop. Where the own file has several, it is
/// the one with the variant's name, or else the first one that is not much shorter than the others. Where it has none,
/// it is the one that it calls in a shared file. Without any, the place is the first line of the own file, and the name
/// is empty.
[[nodiscard]] KernelPlace kernel_place(const KernelVariant& variant);

/// The first function of a file that the variant's own file names. 0: there is none, and the file is read from its
/// beginning. For the file with the kernel, the line of the kernel.
[[nodiscard]] int line_to_read(const KernelVariant& variant, std::string_view path);

} // namespace pairscope
