// SPDX-License-Identifier: MIT
#include "kernels/scale/fingerprint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>

namespace pairscope::scale {
namespace {

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
class Hash {
public:
    void add(std::span<const std::byte> bytes) {
        for (const std::byte byte : bytes) value_ = (value_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001b3u;
    }
    template <class Value> void add(const Value& value) { add(std::as_bytes(std::span(&value, 1))); }
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

void add_spread(Hash& hash, std::span<const std::byte> bytes) {
    constexpr std::size_t parts = 64, part = 4096;
    hash.add(bytes.size());
    if (bytes.size() <= parts * part) return hash.add(bytes);
    for (std::size_t i = 0; i < parts; ++i) {
        const std::size_t first = (bytes.size() - part) / (parts - 1) * i;
        hash.add(bytes.subspan(first, part));
    }
    hash.add(bytes.last(part));
}

void add_set(Hash& hash, const Dataset& set) {
    hash.add(set.rows);
    hash.add(set.dims);
    std::visit([&](const auto& values) { add_spread(hash, std::as_bytes(std::span(values))); }, set.values);
    add_spread(hash, std::as_bytes(std::span(set.low)));
    add_spread(hash, std::as_bytes(std::span(set.origin)));
    hash.add(set.holds_distances);
}

} // namespace

std::uint64_t hash_of(std::span<const std::byte> bytes) {
    Hash hash;
    hash.add(bytes);
    return hash.value();
}

std::string fingerprint_of(const neighbours::NeighbourQuestion& question) {
    Hash hash;
    hash.add(question.metric);
    add_spread(hash, std::as_bytes(std::span(question.own.parameters)));
    add_set(hash, question.first);
    if (question.second != nullptr) add_set(hash, *question.second);
    hash.add(question.k);
    hash.add(question.same_rows);
    return fmt::format("{:016x}", hash.value());
}

} // namespace pairscope::scale
