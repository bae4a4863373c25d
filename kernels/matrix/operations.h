// SPDX-License-Identifier: MIT
// What can be done with a matrix in the memory of an engine's device, whichever that is. A texture belongs to a GPU.
// Every function throws what the members of Engine throw, and std::logic_error for a texture on a CPU.
#pragma once

#include "kernels/ladder/engine.h"
#include "kernels/matrix/matrix.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace pairscope {

/// Fills every entry of a texture with poison.
void poison(Engine& engine, Surface surface, MatrixShape shape);

/// Looks at every entry.
[[nodiscard]] MatrixSummary summarize(Engine& engine, const OutputTarget& matrix, MatrixShape shape,
                                      const RunControl& control);
/// Reduces by `factor` into `out` (a host overview is sized by the call).
void reduce(Engine& engine, const OutputTarget& matrix, MatrixShape shape, std::int64_t factor, OverviewTarget out);
/// Copies linear memory into a texture with entries of the same type, within the memory of one GPU.
void copy(Engine& engine, const LinearMemory& matrix, MatrixShape shape, Surface into);
/// Copies a region to the host, row-major. Halves become floats.
[[nodiscard]] std::vector<float> read(Engine& engine, const OutputTarget& matrix, Region region);

/// Compares the rows with the double-precision output for what was loaded. A stopped comparison checks fewer rows.
[[nodiscard]] Comparison compare(Engine& engine, const KernelVariant& variant, const OutputTarget& matrix,
                                 const std::vector<std::int64_t>& rows, const RunControl& control);

/// What the entries of a matrix are replaced by.
struct ErrorQuestion {
    MatrixContent content = MatrixContent::errors;
    std::optional<OutputTarget> other{}; ///< another output, in the same device's memory; absent: what is expected is
                                         ///< the double-precision output for what was loaded
};
/// Replaces every entry by its error: 0 where both outputs are NaN or equal, NaN where one of them is NaN. A stopped
/// one leaves values in some rows.
MatrixErrors into_errors(Engine& engine, const KernelVariant& variant, const OutputTarget& matrix,
                         const RunControl& control, const ErrorQuestion& question = {});

} // namespace pairscope
