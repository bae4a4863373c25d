// SPDX-License-Identifier: MIT
// Results of pieces as bytes, which other threads, processes and files take. Both sides are the same version of the
// program on the same kind of processor, so numbers are written as they are in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace pairscope::scale {

using Bytes = std::vector<std::byte>;

class ByteWriter {
public:
    template <class Value> void put(const Value& value) {
        static_assert(std::is_trivially_copyable_v<Value>);
        append(std::as_bytes(std::span(&value, 1)));
    }
    template <class Value> void put_all(std::span<const Value> values) {
        static_assert(std::is_trivially_copyable_v<Value>);
        put(static_cast<std::int64_t>(values.size()));
        append(std::as_bytes(values));
    }
    [[nodiscard]] Bytes take() { return std::move(bytes_); }

private:
    void append(std::span<const std::byte> more) {
        const std::size_t end = bytes_.size();
        bytes_.resize(end + more.size());
        if (!more.empty()) std::memcpy(bytes_.data() + end, more.data(), more.size());
    }
    Bytes bytes_;
};

/// Throws std::runtime_error where the bytes end before a value does.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

    template <class Value> [[nodiscard]] Value get() {
        Value value;
        std::memcpy(&value, take(sizeof(Value)).data(), sizeof(Value));
        return value;
    }
    template <class Value> [[nodiscard]] std::vector<Value> get_all() {
        const auto count = get<std::int64_t>();
        if (count < 0 || static_cast<std::uint64_t>(count) > bytes_.size() / sizeof(Value)) throw too_short();
        std::vector<Value> values(static_cast<std::size_t>(count));
        const std::span<const std::byte> from = take(values.size() * sizeof(Value));
        if (!from.empty()) std::memcpy(values.data(), from.data(), from.size());
        return values;
    }
    [[nodiscard]] bool is_at_end() const { return bytes_.empty(); }

private:
    [[nodiscard]] static std::runtime_error too_short() {
        return std::runtime_error("the output of a piece ends before its last number");
    }
    std::span<const std::byte> take(std::size_t count) {
        if (count > bytes_.size()) throw too_short();
        const std::span<const std::byte> taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }

    std::span<const std::byte> bytes_;
};

} // namespace pairscope::scale
