// SPDX-License-Identifier: MIT
// A bounded sample of the entries of a matrix that have something in common: those that are wrong, say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pairscope {

struct MatrixEntry {
    std::int32_t row = 0, col = 0;
    auto operator<=>(const MatrixEntry&) const = default;
};

/// Keeps all entries while they are few, and then those with the smallest hashes: spread evenly, and the same ones
/// whatever the order in which they were added. Samples of parts add up to the sample of the whole.
class EntrySample {
public:
    static constexpr std::size_t most = 4096;

    void add(MatrixEntry entry);
    void add(const EntrySample& other);
    [[nodiscard]] std::vector<MatrixEntry> entries() const; ///< in row order
    [[nodiscard]] bool empty() const { return kept_.empty(); }

private:
    struct Hashed {
        std::uint64_t hash = 0;
        MatrixEntry entry;
        auto operator<=>(const Hashed&) const = default;
    };
    void keep(const Hashed& candidate);

    std::vector<Hashed> kept_; // a heap: the largest hash first
};

} // namespace pairscope
