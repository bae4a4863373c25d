// SPDX-License-Identifier: MIT
#include "kernels/data/saving/anonymous_file.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <vector>

namespace pairscope {
namespace {

FileDescriptor opened_in(const std::filesystem::path& folder) {
    constexpr mode_t for_its_user = 0600;
    const std::filesystem::path place = folder.empty() ? "." : folder;
    FileDescriptor file(::open(place.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, for_its_user));
    if (!file.is_open()) file = FileDescriptor(::memfd_create("pairscope", MFD_CLOEXEC));
    if (!file.is_open())
        throw InputError(fmt::format("cannot keep data for a while in {}: the system says '{}'; choose another folder",
                                     shown(place), std::strerror(errno)));
    return file;
}

} // namespace

AnonymousFile::AnonymousFile(const std::filesystem::path& folder) : file_(opened_in(folder)) {}

void AnonymousFile::add(std::span<const std::byte> bytes) {
    check_sum_ =
        static_cast<std::uint32_t>(::crc32_z(check_sum_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    while (!bytes.empty()) {
        const ssize_t count = ::write(file_.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
            throw InputError(fmt::format("cannot keep more than {} for a while: the system says '{}'; free some space",
                                         bytes_in_words(static_cast<double>(size_)), std::strerror(errno)));
        size_ += count;
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
}

void AnonymousFile::copy_to(const ByteSink& sink) const {
    std::vector<std::byte> piece(std::size_t{1} << 20);
    for (std::int64_t at = 0; at < size_;) {
        const ssize_t count = ::pread(file_.get(), piece.data(), piece.size(), at);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0)
            throw InputError(fmt::format("cannot read again what was kept: the system says '{}'",
                                         count < 0 ? std::strerror(errno) : "end of the file"));
        sink(std::span(piece).first(static_cast<std::size_t>(count)));
        at += count;
    }
}

void AnonymousFile::become_standard_input() const {
    if (::lseek(file_.get(), 0, SEEK_SET) < 0 || ::dup2(file_.get(), STDIN_FILENO) < 0)
        throw InputError(
            fmt::format("cannot keep standard input for a while: the system says '{}'", std::strerror(errno)));
}

} // namespace pairscope
