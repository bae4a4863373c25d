// SPDX-License-Identifier: MIT
// The bytes of a file, unpacked if they are gzipped, read from front to back in little memory.
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

/// A gzip file that unpacks to more is refused while it unpacks.
inline constexpr std::int64_t max_unpacked_bytes = std::int64_t{1} << 30;

/// Every member throws InputError: when the file cannot be read, when its gzip data are cut short or damaged, when it
/// unpacks to too much, when it changed since it was opened, and when reading was cancelled.
class ByteSource {
public:
    explicit ByteSource(const std::filesystem::path& path, std::stop_token stop = {});
    ~ByteSource();
    ByteSource(const ByteSource&) = delete;
    ByteSource& operator=(const ByteSource&) = delete;

    [[nodiscard]] bool gzipped() const { return unpacker_ != nullptr; }
    /// The bytes there are; absent for a gzip file, which tells only at its end.
    [[nodiscard]] std::optional<std::int64_t> size() const;

    /// The first bytes, `count` of them or all if there are fewer. They stay to be read.
    std::string_view peek(std::size_t count);
    /// The next bytes. Fewer than asked for, or 0, only at the end.
    std::size_t read(std::span<char> out);
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
    std::size_t fill_input();

    std::filesystem::path path_;
    std::stop_token stop_;
    FileDescriptor file_;
    struct stat opened_ {};
    std::unique_ptr<Unpacker> unpacker_;
    std::string head_; ///< peeked at, not yet read
    std::size_t head_used_ = 0;
};

} // namespace pairscope
