// SPDX-License-Identifier: MIT
// Memory for an output, and what it holds afterwards. Apart from output.h, which every kernel includes, because
// <memory> costs nvcc 0.2 s per file.
#pragma once

#include "kernels/ladder/output.h"

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace pairscope {

/// An output that is no matrix, as values: a scalar, a pair, matches or values; nothing of a matrix. The matches of a
/// variant that answers both directions are those of the first set's vectors, and then those of the second set's.
using Output = std::variant<std::monostate, double, FoundPair, std::vector<FoundMatch>, std::vector<float>>;

/// An output in linear memory with a guard band of `guard` entries before and behind it. Shared, because the picture on
/// the screen may outlive the run that wrote it.
struct OutputBuffer {
    MatrixShape shape;              ///< words_of() the output
    Backend backend = Backend::cpu; ///< host or device memory
    std::int64_t guard = 0;         ///< [entries]
    std::shared_ptr<float> storage; ///< starts with the leading guard band
    Entry entry = Entry::float32;   ///< number type of a matrix; float32 stands for the words of other outputs

    [[nodiscard]] LinearMemory memory() const { return {data_at(guard), shape.cols, entry}; }
    [[nodiscard]] LinearMemory leading_guard() const { return {storage.get(), guard, entry}; }
    [[nodiscard]] LinearMemory trailing_guard() const {
        return {data_at(guard + shape.rows * shape.cols), guard, entry};
    }
    /// The output and both guard bands.
    [[nodiscard]] std::int64_t entries() const { return shape.rows * shape.cols + 2 * guard; }

private:
    [[nodiscard]] float* data_at(std::int64_t index) const {
        if (entry == Entry::float32) return storage.get() + index;
        return reinterpret_cast<float*>(reinterpret_cast<std::uint16_t*>(storage.get()) + index);
    }
};

} // namespace pairscope
