// SPDX-License-Identifier: MIT
// The bytes of a file, unpacked if they are gzipped, read from front to back in little memory. A file inside
// an archive is read in the same way.
#pragma once

#include "kernels/data/file_descriptor.h"

#include <sys/stat.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace pairscope {

/// A gzip file or a packed member of an archive that unpacks to more is refused.
inline constexpr std::int64_t max_unpacked_bytes = std::int64_t{1} << 30;
/// How many of a file's first bytes tell which reader it is for.
inline constexpr std::size_t head_bytes = 4096;

[[nodiscard]] FileStamp stamp_of(const struct stat& status);

/// A file in an archive, as the archive's list of files describes it.
struct ArchiveMember {
    std::string name;
    std::int64_t begin = 0;    ///< the place of its bytes in the archive
    std::int64_t packed = 0;   ///< [B]
    std::int64_t unpacked = 0; ///< [B]
    std::uint32_t check_sum = 0;
    bool deflated = false; ///< otherwise it is stored as it is
};

/// Every member function throws InputError: when the file cannot be read, when its gzip data are cut short or damaged,
/// when it unpacks to too much, when it changed since it was opened, and when reading was cancelled.
class ByteSource {
public:
    explicit ByteSource(const std::filesystem::path& path, std::stop_token stop = {});
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    [[nodiscard]] bool gzipped() const { return unpacker_ != nullptr && !member_; }
    /// From now on, the bytes are those of this member, from its first one. Their number and check sum are compared.
    void enter(const ArchiveMember& member);
    /// `count` bytes of the file as it is, from this place on; fewer only at its end. What read() gives stays the same.
    [[nodiscard]] std::string stored_bytes(std::int64_t place, std::size_t count) const;
    /// The bytes there are; absent for a gzip file, which tells only at its end.
    [[nodiscard]] std::optional<std::int64_t> size() const;

    /// The first bytes, `count` of them or all if there are fewer. They stay to be read.
    std::string_view peek(std::size_t count);
    /// The next bytes. Fewer than asked for, or 0, only at the end.
    std::size_t read(std::span<char> out);
    /// All bytes that read() would still give.
    std::string read_rest();
    /// Passes over bytes, unread unless they are gzipped. Returns how many there were, at most `count`.
    std::int64_t skip(std::int64_t count);

    /// Throws "cannot read FILE: FINDING", or that the file changed, if that is why.
    [[noreturn]] void refuse(std::string_view finding) const;
    /// The stamp of the file when it was opened.
    [[nodiscard]] FileStamp stamp() const;
    /// Compares size and time of change with those when the file was opened.
    void check_unchanged() const;
    /// read() and skip() call it at least once per 256 KiB; code that works long on what was read calls it, too.
    void check_cancelled() const;

private:
    struct Unpacker;
    std::size_t read_stored(std::span<char> out);
    std::size_t read_unpacked(std::span<char> out);
    std::size_t read_some(std::span<char> out);
    std::int64_t skip_stored(std::int64_t count);
    std::size_t read_packed(std::span<char> out);
    std::size_t fill_input();
    void check_member(std::span<const char> got);
    [[noreturn]] void refuse_packed(std::string_view what) const;

    /// How far the member is read.
    struct EnteredMember {
        ArchiveMember member;
        std::int64_t packed_left = 0, unpacked_left = 0; ///< [B]
        std::uint32_t check_sum = 0;                     ///< the check sum of the bytes that were unpacked
    };

    std::filesystem::path path_;
    std::stop_token stop_;
    FileDescriptor file_;
    struct stat opened_ {};
    std::unique_ptr<Unpacker> unpacker_; ///< null: the bytes are read as they are
    std::optional<EnteredMember> member_;
    std::string head_; ///< peeked at, not yet read
    std::size_t head_used_ = 0;
};

} // namespace pairscope
