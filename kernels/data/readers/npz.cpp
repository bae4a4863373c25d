// SPDX-License-Identifier: MIT
#include "kernels/data/readers/npz.h"

#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace pairscope {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view file_mark = "PK\x03\x04"sv, entry_mark = "PK\x01\x02"sv, end_mark = "PK\x05\x06"sv;
constexpr std::size_t file_head = 30, entry_head = 46, end_head = 22; // [B]
constexpr std::string_view ending = ".npy";
constexpr std::size_t most_arrays = 1000;
constexpr std::int64_t in_another_field = 0xffffffff; ///< a number that 32 bits do not hold stands elsewhere
constexpr std::int64_t most_list_bytes = std::int64_t{1} << 20;
constexpr std::string_view damaged = "it is a damaged archive of NumPy; copy the file again, or save the arrays again";

/// Numbers in an archive are little-endian.
std::uint64_t number_at(std::string_view bytes, std::size_t place, std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t i = size; i > 0; --i) number = number << 8 | static_cast<unsigned char>(bytes[place + i - 1]);
    return number;
}

/// Where the list of files is.
struct FileList {
    std::int64_t begin = 0, bytes = 0;
    std::size_t files = 0;
};

/// In an archive above 4 GiB, another record has the numbers of the one that ends here, and before that one stands
/// where.
FileList large_list_of(const ByteSource& archive, std::int64_t end) {
    constexpr std::size_t locator_bytes = 20, record_bytes = 56;
    const std::int64_t at = end - static_cast<std::int64_t>(locator_bytes);
    const std::string locator = at < 0 ? std::string() : archive.stored_bytes(at, locator_bytes);
    if (locator.size() < locator_bytes || !locator.starts_with("PK\x06\x07"sv)) archive.refuse(damaged);
    const auto place = static_cast<std::int64_t>(number_at(locator, 8, 8));
    if (place < 0 || place > at) archive.refuse(damaged);
    const std::string record = archive.stored_bytes(place, record_bytes);
    if (record.size() < record_bytes || !record.starts_with("PK\x06\x06"sv)) archive.refuse(damaged);
    return {.begin = static_cast<std::int64_t>(number_at(record, 48, 8)),
            .bytes = static_cast<std::int64_t>(number_at(record, 40, 8)),
            .files = number_at(record, 32, 8)};
}

/// The record at the end of the archive, behind which only a comment may follow.
FileList list_of(const ByteSource& archive) {
    constexpr std::int64_t longest_comment = 0xffff;
    const std::int64_t size = archive.stamp().bytes;
    const std::int64_t tail = std::min(size, longest_comment + static_cast<std::int64_t>(end_head));
    const std::string bytes = archive.stored_bytes(size - tail, static_cast<std::size_t>(tail));
    for (std::size_t at = bytes.rfind(end_mark); at != std::string::npos; at = bytes.rfind(end_mark, at - 1)) {
        const bool fits = at + end_head <= bytes.size() && at + end_head + number_at(bytes, at + 20, 2) == bytes.size();
        if (fits) {
            FileList list{.begin = static_cast<std::int64_t>(number_at(bytes, at + 16, 4)),
                          .bytes = static_cast<std::int64_t>(number_at(bytes, at + 12, 4)),
                          .files = number_at(bytes, at + 10, 2)};
            const std::int64_t end = size - tail + static_cast<std::int64_t>(at);
            if (list.begin == in_another_field) list = large_list_of(archive, end);
            const bool is_inside = list.begin >= 0 && list.begin <= end && list.bytes >= 0 && list.bytes <= end;
            if (!is_inside || list.begin + list.bytes > end || list.bytes > most_list_bytes) archive.refuse(damaged);
            if (list.files > most_arrays)
                archive.refuse(fmt::format("it holds {} files, and at most {} are read; save the array that you want "
                                           "with numpy.save",
                                           grouped(static_cast<std::int64_t>(list.files)), most_arrays));
            return list;
        }
        if (at == 0) break;
    }
    archive.refuse("its end is missing, where the list of its arrays is; copy the file again");
}

/// The extra field with the numbers that 32 bits do not hold, behind its head; empty if the entry has none.
std::string_view large_numbers_in(std::string_view entry) {
    constexpr std::uint64_t large_numbers = 1;
    constexpr std::size_t field_head = 4;
    std::string_view fields = entry.substr(entry_head + number_at(entry, 28, 2), number_at(entry, 30, 2));
    while (fields.size() >= field_head) {
        const std::size_t length = number_at(fields, 2, 2);
        if (number_at(fields, 0, 2) == large_numbers) return fields.substr(field_head, length);
        fields.remove_prefix(std::min(fields.size(), field_head + length));
    }
    return {};
}

/// The array of one entry of the list; its begin is still that of the head before it.
ArchiveMember member_of(const ByteSource& archive, std::string_view entry) {
    ArchiveMember member{.name = std::string(entry.substr(entry_head, number_at(entry, 28, 2))),
                         .begin = static_cast<std::int64_t>(number_at(entry, 42, 4)),
                         .packed = static_cast<std::int64_t>(number_at(entry, 20, 4)),
                         .unpacked = static_cast<std::int64_t>(number_at(entry, 24, 4)),
                         .check_sum = static_cast<std::uint32_t>(number_at(entry, 16, 4))};
    std::string_view large = large_numbers_in(entry); // Python writes it from 2 GiB on
    for (std::int64_t* const number : {&member.unpacked, &member.packed, &member.begin}) {
        if (*number != in_another_field) continue;
        if (large.size() < sizeof(std::int64_t)) archive.refuse(damaged);
        *number = static_cast<std::int64_t>(number_at(large, 0, sizeof(std::int64_t)));
        large.remove_prefix(sizeof(std::int64_t));
    }
    const std::int64_t bytes = archive.stamp().bytes;
    const bool fits = member.unpacked >= 0 && member.packed >= 0 && member.packed <= bytes && member.begin >= 0 &&
                      member.begin <= bytes;
    if (!fits) archive.refuse(damaged);
    if ((number_at(entry, 8, 2) & 1) != 0)
        archive.refuse("its arrays are encrypted; save the array that you want with numpy.save");
    constexpr std::uint64_t stored = 0, deflated = 8;
    const std::uint64_t method = number_at(entry, 10, 2);
    if (method != stored && method != deflated)
        archive.refuse(fmt::format("its arrays are packed by method {} of ZIP, which NumPy does not use; save them "
                                   "again with numpy.savez_compressed",
                                   method));
    member.deflated = method == deflated;
    return member;
}

std::vector<ArchiveMember> members_of(const ByteSource& archive, const FileList& list) {
    const std::string bytes = archive.stored_bytes(list.begin, static_cast<std::size_t>(list.bytes));
    std::vector<ArchiveMember> members;
    std::string_view rest = bytes;
    for (std::size_t i = 0; i < list.files; ++i) {
        if (rest.size() < entry_head || !rest.starts_with(entry_mark)) archive.refuse(damaged);
        const std::size_t size = entry_head + number_at(rest, 28, 2) + number_at(rest, 30, 2) + number_at(rest, 32, 2);
        if (rest.size() < size) archive.refuse(damaged);
        members.push_back(member_of(archive, rest.substr(0, size)));
        rest.remove_prefix(size);
    }
    return members;
}

/// The head before the bytes of a member repeats its name and may hold other extra fields than the list does, so the
/// lengths are read from the head.
void find_bytes(const ByteSource& archive, const FileList& list, ArchiveMember& member) {
    const std::string head = archive.stored_bytes(member.begin, file_head);
    if (head.size() < file_head || !head.starts_with(file_mark)) archive.refuse(damaged);
    member.begin += static_cast<std::int64_t>(file_head + number_at(head, 26, 2) + number_at(head, 28, 2));
    if (member.begin > list.begin || member.packed > list.begin - member.begin) archive.refuse(damaged);
}

} // namespace

bool is_npz(std::string_view first_bytes) {
    if (!first_bytes.starts_with(file_mark) || first_bytes.size() < file_head) return false;
    return first_bytes.substr(file_head, number_at(first_bytes, 26, 2)).ends_with(ending);
}

ArchiveMember array_in(const ByteSource& archive) {
    const FileList list = list_of(archive);
    std::vector<ArchiveMember> members = members_of(archive, list);
    const auto other =
        std::ranges::find_if_not(members, [](const ArchiveMember& member) { return member.name.ends_with(ending); });
    if (other != members.end())
        archive.refuse(fmt::format("it holds {}, which is no array of NumPy; save the array that you want with "
                                   "numpy.save",
                                   excerpt(other->name)));
    if (members.empty()) archive.refuse("it holds no array; save one with numpy.save");
    if (members.size() > 1) {
        constexpr std::size_t most_named = 8;
        std::vector<std::string> names;
        for (const ArchiveMember& member : members)
            if (names.size() < most_named)
                names.push_back(excerpt(member.name.substr(0, member.name.size() - ending.size())));
        archive.refuse(fmt::format("it holds {} ({}{}), and one array is read; save the array that you want with "
                                   "numpy.save",
                                   counted(std::ssize(members), "array"), fmt::join(names, ", "),
                                   members.size() > most_named ? ", ..." : ""));
    }
    find_bytes(archive, list, members.front());
    return members.front();
}

void enter_array(ByteSource& source) {
    if (!is_npz(source.peek(head_bytes))) return;
    if (source.gzipped()) source.refuse("it is an archive of NumPy that is gzipped once more; unpack it once");
    source.enter(array_in(source));
}

} // namespace pairscope
