// SPDX-License-Identifier: MIT
#include "kernels/data/readers/byte_source.h"

#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace pairscope {

namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::size_t bytes_at_once = std::size_t{256} * 1024; ///< between two looks at whether reading was cancelled

std::string why_not_open(int error) {
    switch (error) {
    case ENOENT:
        return "there is no such file; check its name and folder";
    case ENOTDIR:
        return "a part of its path is a file, not a folder; check the path";
    case EACCES:
        return "no permission to read it; allow it with chmod, or copy the file to where you may read it";
    case ENAMETOOLONG:
        return "the name is too long for this file system; give it a shorter one";
    default:
        return fmt::format("opening it failed ({}); check the file and its disk", std::strerror(error));
    }
}

std::string why_not_a_file(const struct stat& status) {
    if (S_ISREG(status.st_mode)) return {};
    if (S_ISDIR(status.st_mode)) return "it is a folder; open a file in it";
    return "it is a pipe or a device; save the data to a file and open that";
}

} // namespace

FileStamp stamp_of(const struct stat& status) {
    return {.bytes = status.st_size, .seconds = status.st_mtim.tv_sec, .nanoseconds = status.st_mtim.tv_nsec};
}

/// The state of zlib, and the packed bytes it has not looked at yet.
struct ByteSource::Unpacker {
    static constexpr int gzip = 15 + 16, deflate = -15; ///< the largest window, with a header of gzip or without one
    explicit Unpacker(int window) {
        if (inflateInit2(&stream, window) != Z_OK) throw MemoryError("unpacking a file needs 64 KiB of memory");
    }
    ~Unpacker() { inflateEnd(&stream); }
    Unpacker(const Unpacker&) = delete;
    Unpacker& operator=(const Unpacker&) = delete;

    z_stream stream{};
    std::vector<char> input = std::vector<char>(std::size_t{64} * 1024);
    std::int64_t unpacked = 0; ///< [B]
    std::int64_t members = 0;  ///< finished; a gzip file is one or more of them
    bool at_member_start = true;
};

ByteSource::ByteSource(const std::filesystem::path& path, std::stop_token stop) : path_(path), stop_(std::move(stop)) {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    file_ = FileDescriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file_.is_open() || ::fstat(file_.get(), &opened_) != 0) {
        throw InputError(fmt::format("cannot read {}: {}", shown(path_), why_not_open(errno)));
    }
    if (const std::string reason = why_not_a_file(opened_); !reason.empty()) {
        throw InputError(fmt::format("cannot read {}: {}", shown(path_), reason));
    }
    if (peek(gzip_magic.size()) != gzip_magic) return;
    unpacker_ = std::make_unique<Unpacker>(Unpacker::gzip);
    std::copy(head_.begin(), head_.end(), unpacker_->input.begin());
    unpacker_->stream.next_in = reinterpret_cast<Bytef*>(unpacker_->input.data());
    unpacker_->stream.avail_in = static_cast<uInt>(head_.size());
    head_.clear();
}

ByteSource::~ByteSource() = default;

std::optional<std::int64_t> ByteSource::size() const {
    if (member_) return member_->member.unpacked;
    if (gzipped()) return std::nullopt;
    return opened_.st_size;
}

void ByteSource::enter(const ArchiveMember& member) {
    if (member.deflated && member.unpacked > max_unpacked_bytes)
        refuse("it unpacks to more than 1 GiB; cut it to the rows you need, or save it with numpy.save");
    if (::lseek(file_.get(), member.begin, SEEK_SET) < 0)
        refuse(fmt::format("seeking in it failed ({}); check the disk that holds it", std::strerror(errno)));
    head_.clear();
    head_used_ = 0;
    unpacker_ = member.deflated ? std::make_unique<Unpacker>(Unpacker::deflate) : nullptr;
    member_ = EnteredMember{.member = member, .packed_left = member.packed, .unpacked_left = member.unpacked};
}

std::string ByteSource::stored_bytes(std::int64_t place, std::size_t count) const {
    std::string bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        const ssize_t got = ::pread(file_.get(), bytes.data() + done, count - done, place + static_cast<off_t>(done));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) refuse(fmt::format("reading failed ({}); check the disk that holds it", std::strerror(errno)));
        if (got == 0) break;
        done += static_cast<std::size_t>(got);
    }
    bytes.resize(done);
    return bytes;
}

FileStamp ByteSource::stamp() const { return stamp_of(opened_); }

std::string_view ByteSource::peek(std::size_t count) {
    head_.erase(0, std::exchange(head_used_, 0));
    while (head_.size() < count) { // step by step: most files are far smaller than what is asked for
        constexpr std::size_t step = std::size_t{16} * 1024;
        const std::size_t had = head_.size();
        head_.resize(std::min(count, had + std::max(step, had)));
        const std::size_t got = read_some(std::span(head_).subspan(had));
        head_.resize(had + got);
        if (got == 0) break;
    }
    return std::string_view(head_).substr(0, count);
}

std::size_t ByteSource::read(std::span<char> out) {
    std::size_t done = std::min(out.size(), head_.size() - head_used_);
    std::copy_n(head_.data() + head_used_, done, out.data());
    head_used_ += done;
    while (done < out.size()) {
        const std::size_t got = read_some(out.subspan(done));
        if (got == 0) break;
        done += got;
    }
    return done;
}

std::int64_t ByteSource::skip(std::int64_t count) {
    const std::size_t peeked = std::min(static_cast<std::size_t>(count), head_.size() - head_used_);
    head_used_ += peeked;
    auto skipped = static_cast<std::int64_t>(peeked);
    if (unpacker_ == nullptr && !member_) return skipped + skip_stored(count - skipped);
    std::vector<char> nowhere(bytes_at_once);
    while (skipped < count) {
        const auto part = std::min<std::int64_t>(count - skipped, std::ssize(nowhere));
        const std::size_t got = read_some(std::span(nowhere).first(static_cast<std::size_t>(part)));
        if (got == 0) break;
        skipped += static_cast<std::int64_t>(got);
    }
    return skipped;
}

std::int64_t ByteSource::skip_stored(std::int64_t count) {
    const off_t from = ::lseek(file_.get(), 0, SEEK_CUR);
    const std::int64_t skipped = std::clamp<std::int64_t>(opened_.st_size - from, 0, count);
    if (from < 0 || ::lseek(file_.get(), from + skipped, SEEK_SET) < 0)
        refuse(fmt::format("seeking in it failed ({}); check the disk that holds it", std::strerror(errno)));
    return skipped;
}

std::size_t ByteSource::read_some(std::span<char> out) {
    check_cancelled();
    const std::span<char> part = out.first(std::min(out.size(), bytes_at_once));
    const std::size_t got = unpacker_ != nullptr ? read_unpacked(part) : read_packed(part);
    if (member_) check_member(part.first(got));
    return got;
}

/// The bytes of the file, or those of the member as the archive has them.
std::size_t ByteSource::read_packed(std::span<char> out) {
    if (!member_) return read_stored(out);
    const auto most = static_cast<std::size_t>(std::min<std::int64_t>(member_->packed_left, std::ssize(out)));
    const std::size_t got = read_stored(out.first(most));
    member_->packed_left -= static_cast<std::int64_t>(got);
    return got;
}

/// A member has as many bytes as the archive says, and their check sum. `got` is empty at its end.
void ByteSource::check_member(std::span<const char> got) {
    EnteredMember& entered = *member_;
    entered.unpacked_left -= std::ssize(got);
    entered.check_sum = static_cast<std::uint32_t>(
        crc32(entered.check_sum, reinterpret_cast<const Bytef*>(got.data()), static_cast<uInt>(got.size())));
    const bool is_over = entered.unpacked_left <= 0 || got.empty();
    if (!is_over) return;
    if (entered.unpacked_left != 0 || entered.check_sum != entered.member.check_sum)
        refuse(fmt::format("its array {} is damaged, as its bytes are not those that the archive promises; "
                           "copy or download the file again",
                           excerpt(entered.member.name)));
}

std::string ByteSource::read_rest() {
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (const std::size_t count = read(buffer)) text.append(buffer.data(), count);
    return text;
}

std::size_t ByteSource::read_stored(std::span<char> out) {
    ssize_t got = 0;
    do {
        got = ::read(file_.get(), out.data(), out.size());
    } while (got < 0 && errno == EINTR);
    if (got < 0) refuse(fmt::format("reading failed ({}); check the disk that holds it", std::strerror(errno)));
    if (got == 0) check_unchanged();
    return static_cast<std::size_t>(got);
}

/// Makes sure that zlib has packed bytes to look at; returns how many, 0 at the end of the file.
std::size_t ByteSource::fill_input() {
    z_stream& stream = unpacker_->stream;
    for (;;) {
        if (stream.avail_in == 0) {
            stream.next_in = reinterpret_cast<Bytef*>(unpacker_->input.data());
            stream.avail_in = static_cast<uInt>(read_packed(unpacker_->input));
        }
        const bool padding = !member_ && unpacker_->at_member_start && stream.avail_in > 0 && *stream.next_in == 0;
        if (!padding) return stream.avail_in;
        ++stream.next_in; // tapes and block devices fill up with zeros behind the last member
        --stream.avail_in;
    }
}

std::size_t ByteSource::read_unpacked(std::span<char> out) {
    z_stream& stream = unpacker_->stream;
    for (;;) {
        if (member_ && unpacker_->members > 0) return 0;
        if (fill_input() == 0) {
            if (unpacker_->at_member_start && unpacker_->members > 0) return 0;
            refuse_packed("is cut short");
        }
        stream.next_out = reinterpret_cast<Bytef*>(out.data());
        stream.avail_out = static_cast<uInt>(out.size());
        const uInt room = stream.avail_out;
        unpacker_->at_member_start = false;
        const int status = inflate(&stream, Z_NO_FLUSH);
        const uInt got = room - stream.avail_out;
        unpacker_->unpacked += got;
        if (status == Z_STREAM_END) {
            inflateReset(&stream);
            ++unpacker_->members;
            unpacker_->at_member_start = true;
        } else if (status != Z_OK) {
            refuse_packed("is damaged");
        }
        if (unpacker_->unpacked > max_unpacked_bytes) {
            refuse("it unpacks to more than 1 GiB; cut it to the rows you need");
        }
        if (got > 0) return got;
    }
}

void ByteSource::refuse_packed(std::string_view what) const {
    const char* const details = unpacker_->stream.msg;
    refuse(fmt::format("its {} data {}, after {} unpacked bytes{}; copy or download the file again",
                       member_ ? "packed" : "gzip", what, grouped(unpacker_->unpacked),
                       what == "is damaged" ? fmt::format(" ({})", details != nullptr ? details : "no details") : ""));
}

void ByteSource::refuse(std::string_view finding) const {
    check_unchanged();
    throw InputError(fmt::format("cannot read {}: {}", shown(path_), finding));
}

void ByteSource::check_cancelled() const {
    if (stop_.stop_requested())
        throw InputError(fmt::format("cannot read {}: reading it was cancelled; open it again", shown(path_)));
}

void ByteSource::check_unchanged() const {
    struct stat now {};
    if (::fstat(file_.get(), &now) == 0 && stamp_of(now) == stamp()) return;
    throw InputError(
        fmt::format("cannot read {}: it changed while it was read ({} bytes before, {} after); open it again "
                    "when nobody writes to it",
                    shown(path_), grouped(opened_.st_size), grouped(now.st_size)));
}

} // namespace pairscope
