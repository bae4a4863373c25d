// SPDX-License-Identifier: MIT
// A file without a name, which is gone with the program: for bytes that have to be read again and may not fit into
// memory.
#pragma once

#include "kernels/data/file_descriptor.h"
#include "kernels/data/save.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace pairscope {

class AnonymousFile {
public:
    /// On the disk of this folder; in memory where the folder can have no such file. Throws InputError.
    explicit AnonymousFile(const std::filesystem::path& folder);

    /// Appends. Throws InputError where the disk is full.
    void add(std::span<const std::byte> bytes);
    [[nodiscard]] std::int64_t size() const { return size_; }            ///< [B]
    [[nodiscard]] std::uint32_t check_sum() const { return check_sum_; } ///< CRC-32 of ZIP and gzip
    void copy_to(const ByteSink& sink) const;
    /// Makes the bytes the standard input of this process, from the first one on. Throws InputError.
    void become_standard_input() const;

private:
    FileDescriptor file_;
    std::int64_t size_ = 0;
    std::uint32_t check_sum_ = 0;
};

} // namespace pairscope
