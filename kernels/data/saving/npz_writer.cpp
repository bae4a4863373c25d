// SPDX-License-Identifier: MIT
#include "kernels/data/saving/npz_writer.h"

#include <zlib.h>

#include <limits>

namespace pairscope {
namespace {

constexpr std::int64_t most_in_32_bits = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint16_t version_with_zip64 = 45, stored = 0, unix_made = 3 << 8;
constexpr std::uint16_t first_day = 1 << 5 | 1; // 1 January 1980: the same data make the same file

/// Whole numbers with the lowest byte first.
class Bytes {
public:
    Bytes& two(std::uint64_t number) { return add(number, 2); }
    Bytes& four(std::uint64_t number) { return add(number, 4); }
    Bytes& eight(std::uint64_t number) { return add(number, 8); }
    Bytes& text(std::string_view more) {
        text_ += more;
        return *this;
    }
    [[nodiscard]] const std::string& str() const { return text_; }

private:
    Bytes& add(std::uint64_t number, int count) {
        for (int i = 0; i < count; ++i) text_ += static_cast<char>(number >> (8 * i) & 0xffu);
        return *this;
    }
    std::string text_;
};

/// What does not fit into 32 bits stands in an extra field of ZIP64.
std::uint64_t in_32_bits(std::int64_t number, bool is_wide) {
    return is_wide ? std::uint64_t{0xffffffff} : static_cast<std::uint64_t>(number);
}

std::uint32_t check_sum_of(std::uint32_t before, std::string_view bytes) {
    return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}
std::string_view text_in(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

} // namespace

void NpzWriter::put(std::string_view bytes) {
    sink_(std::as_bytes(std::span(bytes)));
    written_ += std::ssize(bytes);
}

void NpzWriter::begin(std::string_view name, std::int64_t size, std::uint32_t check_sum) {
    members_.push_back({.name = std::string(name) + ".npy", .begin = written_, .size = size, .check_sum = check_sum});
    const Member& member = members_.back();
    const bool is_wide = size >= most_in_32_bits;
    Bytes head;
    head.four(0x04034b50).two(version_with_zip64).two(0).two(stored).two(0).two(first_day).four(check_sum);
    head.four(in_32_bits(size, is_wide)).four(in_32_bits(size, is_wide));
    head.two(member.name.size()).two(is_wide ? 20 : 0).text(member.name);
    if (is_wide) head.two(1).two(16).eight(static_cast<std::uint64_t>(size)).eight(static_cast<std::uint64_t>(size));
    put(head.str());
}

void NpzWriter::add(std::string_view name, std::string_view header, std::span<const std::byte> items) {
    begin(name, std::ssize(header) + std::ssize(items), check_sum_of(check_sum_of(0, header), text_in(items)));
    put(header);
    put(text_in(items));
}

void NpzWriter::add(std::string_view name, std::string_view header, const AnonymousFile& items) {
    const auto whole = static_cast<std::uint32_t>(
        ::crc32_combine(check_sum_of(0, header), items.check_sum(), static_cast<z_off_t>(items.size())));
    begin(name, std::ssize(header) + items.size(), whole);
    put(header);
    items.copy_to([&](std::span<const std::byte> piece) { put(text_in(piece)); });
}

void NpzWriter::finish() {
    const std::int64_t list_begin = written_;
    for (const Member& member : members_) {
        const bool is_wide = member.size >= most_in_32_bits || member.begin >= most_in_32_bits;
        const auto size = static_cast<std::uint64_t>(member.size), begin = static_cast<std::uint64_t>(member.begin);
        Bytes entry;
        entry.four(0x02014b50).two(unix_made | version_with_zip64).two(version_with_zip64).two(0).two(stored);
        entry.two(0).two(first_day).four(member.check_sum);
        entry.four(in_32_bits(member.size, is_wide)).four(in_32_bits(member.size, is_wide));
        entry.two(member.name.size()).two(is_wide ? 28 : 0).two(0).two(0).two(0);
        entry.four(std::uint64_t{0644} << 16).four(in_32_bits(member.begin, is_wide)).text(member.name);
        if (is_wide) entry.two(1).two(24).eight(size).eight(size).eight(begin);
        put(entry.str());
    }
    const std::int64_t list_size = written_ - list_begin;
    const bool is_wide = list_begin >= most_in_32_bits;
    const auto count = members_.size();
    if (is_wide) {
        const auto place = static_cast<std::uint64_t>(written_);
        Bytes wide;
        wide.four(0x06064b50).eight(44).two(unix_made | version_with_zip64).two(version_with_zip64).four(0).four(0);
        wide.eight(count).eight(count).eight(static_cast<std::uint64_t>(list_size));
        wide.eight(static_cast<std::uint64_t>(list_begin));
        wide.four(0x07064b50).four(0).eight(place).four(1);
        put(wide.str());
    }
    Bytes end;
    end.four(0x06054b50).two(0).two(0).two(count).two(count).four(static_cast<std::uint64_t>(list_size));
    end.four(in_32_bits(list_begin, is_wide)).two(0);
    put(end.str());
}

} // namespace pairscope
