// SPDX-License-Identifier: MIT
#include "kernels/data/slabs/array_file.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/idx.h"
#include "kernels/data/readers/npy.h"
#include "kernels/data/slabs/block_hash.h"
#include "kernels/data/text.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

namespace pairscope {
namespace {

std::filesystem::path without_ending(std::filesystem::path path) { return path.replace_extension(); }

/// A file that has to become another one first.
[[noreturn]] void refuse_form(const std::filesystem::path& path, std::string_view why, const std::string& command) {
    throw InputError(
        fmt::format("cannot read {} in slabs, because {}. Convert it first: {}", shown(path), why, command));
}

std::string saved_by_numpy(const std::filesystem::path& path, std::string_view array) {
    const std::filesystem::path made = without_ending(path).string() + "_rows.npy";
    return fmt::format("python3 -c \"import numpy; numpy.save('{}', {})\"", shown(made), array);
}

/// The first bytes tell the form. Throws InputError for one whose rows have no place of their own.
void refuse_packed(const InputFile& file) {
    const std::filesystem::path& path = file.path;
    ByteSource source(path);
    if (source.gzipped()) refuse_form(path, "it is compressed", fmt::format("gunzip --keep {}", shown(path)));
    if (file.is(FileFormat::npz))
        refuse_form(path, "it is an archive",
                    saved_by_numpy(path, fmt::format("next(iter(numpy.load('{}').values()))", shown(path))));
    if (!file.is(FileFormat::npy) && !file.is(FileFormat::idx))
        refuse_form(path, "its rows have no fixed length",
                    saved_by_numpy(path, fmt::format("numpy.loadtxt('{}', delimiter=',')", shown(path))));
}

/// The type that a .npy file has for the same numbers.
std::string npy_type_of(char kind) {
    switch (kind) {
    case 0x08:
        return "|u1";
    case 0x09:
        return "|i1";
    case 0x0b:
        return ">i2";
    case 0x0c:
        return ">i4";
    case 0x0d:
        return ">f4";
    default:
        return ">f8";
    }
}

/// The bytes of a .npy file before its first number.
std::int64_t npy_begin(const ByteSource& source) {
    constexpr std::size_t fixed = 12, version_at = 6, length_at = 8;
    const std::string start = source.stored_bytes(0, fixed);
    const int length_bytes = start.size() == fixed && start[version_at] == 1 ? 2 : 4;
    std::int64_t length = 0;
    for (int i = length_bytes; i-- > 0;)
        length = length * 256 + static_cast<unsigned char>(start.at(length_at + static_cast<std::size_t>(i)));
    return static_cast<std::int64_t>(length_at) + length_bytes + length;
}

} // namespace

ArrayFile::ArrayFile(const InputFile& file) : path_(file.path) {
    std::error_code unknown;
    if (std::filesystem::exists(path_, unknown) && !std::filesystem::is_regular_file(path_, unknown))
        throw InputError(fmt::format("cannot read {} in slabs, because it is no file on a disk; save it as one first",
                                     shown(path_)));
    const InputFile looked = look_at(file);
    refuse_packed(looked);
    descriptor_ = FileDescriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!descriptor_.is_open() || ::fstat(descriptor_.get(), &status) != 0) refuse(std::strerror(errno));
    opened_ = stamp_of(status);
    ByteSource source(path_);
    if (source.stamp() != opened_) refuse_changed(); // by now the path may name another file
    if (looked.is(FileFormat::npy)) {
        header_ = read_npy_header(source, NpyShape::vectors);
        begin_ = npy_begin(source);
        note_ = note_on_dimensions(header_);
        if (header_.fortran_order && header_.rows > 1 && header_.cols > 1)
            refuse_form(path_, "its numbers stand column by column",
                        saved_by_numpy(path_, fmt::format("numpy.ascontiguousarray(numpy.load('{}', mmap_mode='r'))",
                                                          shown(path_))));
    } else {
        const IdxHeader idx = read_idx_header(source);
        header_ = {.type = npy_type_of(idx.kind), .rows = idx.rows(), .cols = idx.cols(), .shape = idx.extent};
        if (idx.extent.size() == 3) picture_width_ = idx.extent.back();
        if (const std::filesystem::path labels = labels_beside(path_); !labels.empty())
            note_ = fmt::format("the labels in {} are left out, because the file is read in slabs",
                                shown(labels.filename()));
        begin_ = static_cast<std::int64_t>(idx_magic_bytes + 4 * idx.extent.size());
    }
    const std::int64_t wanted = begin_ + header_.data_bytes(), bytes = source.size().value_or(0);
    if (bytes != wanted)
        refuse(fmt::format("by its header it has {} bytes ({} x {}, {}), and it has {}; copy the file again, or save "
                           "the array again",
                           grouped(wanted), grouped(header_.rows), grouped(header_.cols), header_.type,
                           grouped(bytes)));
}

std::string ArrayFile::name() const { return shown(path_.filename()); }

bool ArrayFile::is_held_by_float32() const {
    return header_.kind() == 'f' ? header_.item_bytes() <= 4 : header_.item_bytes() <= 2;
}

void ArrayFile::read(std::int64_t first, std::span<char> bytes) const {
    std::int64_t place = begin_ + first * row_bytes();
    while (!bytes.empty()) {
        const ssize_t got = ::pread(descriptor_.get(), bytes.data(), bytes.size(), place);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse(fmt::format("reading failed ({}); check the disk that holds it", std::strerror(errno)));
        if (got == 0) refuse("it was cut while it was read; restore the file, and start again");
        place += got;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    check_unchanged();
}

void ArrayFile::check_unchanged() const {
    struct stat now {};
    if (::fstat(descriptor_.get(), &now) != 0 || stamp_of(now) != opened_) refuse_changed();
}

void ArrayFile::read_ahead(std::int64_t first, std::int64_t rows) const {
    const std::int64_t count = std::min(rows, header_.rows - first);
    if (count > 0)
        ::posix_fadvise(descriptor_.get(), begin_ + first * row_bytes(), count * row_bytes(), POSIX_FADV_WILLNEED);
}

std::uint64_t ArrayFile::fingerprint(std::int64_t rows) const {
    constexpr std::int64_t blocks = 64, block_bytes = 4096;
    const std::string shape = fmt::format("{} {} {} {}", header_.type, header_.rows, header_.cols, rows);
    std::uint64_t hash = hash_of_block(shape);
    const std::int64_t count = std::clamp<std::int64_t>(block_bytes / row_bytes(), 1, rows);
    std::vector<char> bytes(static_cast<std::size_t>(count * row_bytes()));
    for (std::int64_t i = 0; i < blocks; ++i) {
        read((rows - count) / (blocks - 1) * i, bytes);
        hash = hash_of_block({bytes.data(), bytes.size()}, hash);
    }
    read(rows - count, bytes);
    return hash_of_block({bytes.data(), bytes.size()}, hash);
}

void ArrayFile::refuse(std::string_view finding) const {
    throw InputError(fmt::format("cannot read {}: {}", shown(path_), finding));
}

void ArrayFile::refuse_changed() const { refuse("it was changed while it was read; start again when it is whole"); }

} // namespace pairscope
