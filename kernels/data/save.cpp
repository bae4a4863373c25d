// SPDX-License-Identifier: MIT
#include "kernels/data/save.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/file_descriptor.h"
#include "kernels/data/readable.h"
#include "kernels/data/saving/npy_text.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <mutex>
#include <optional>

namespace pairscope {

namespace {

namespace fs = std::filesystem;

std::string why(int error) {
    switch (error) {
    case ENOSPC:
    case EDQUOT:
        return "the disk is full; free some space, or choose another folder";
    case EFBIG:
        return "the file would be larger than this system allows; choose another folder";
    case EACCES:
    case EPERM:
        return "no permission to write there; choose another folder";
    case EROFS:
        return "that disk can only be read; choose another folder";
    case ENOENT:
        return "its folder does not exist; make it, or choose another";
    case ENOTDIR:
        return "a part of its path is a file, not a folder; choose another folder";
    case ENAMETOOLONG:
        return "the name is too long for this file system; choose a shorter one";
    default:
        return fmt::format("the system says '{}'; choose another folder", std::strerror(error));
    }
}

/// 16 digits that nobody can guess.
std::string random_digits() {
    std::uint64_t bits = 0;
    if (::getrandom(&bits, sizeof(bits), 0) != ssize_t{sizeof(bits)})
        throw InputError("cannot save: the system gives no random numbers for the name of a file");
    return fmt::format("{:016x}", bits);
}

constexpr std::string_view part_start = ".pairscope-", part_end = ".part";

/// The process in ".pairscope-PROCESS-DIGITS.part"; absent for every other name.
std::optional<pid_t> process_in(const std::string& name) {
    if (!name.starts_with(part_start) || !name.ends_with(part_end)) return {};
    pid_t process = 0;
    const char* const begin = name.data() + part_start.size();
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), process);
    return error == std::errc{} && *end == '-' && process > 0 ? std::optional(process) : std::nullopt;
}

/// A process that was killed while it saved leaves a part behind. It is removed if no process has its number, and none
/// holds its lock: a folder may be shared with another machine.
void remove_parts_of_the_dead(const fs::path& folder) {
    std::error_code none;
    for (fs::directory_iterator entry(folder, none); entry != fs::directory_iterator(); entry.increment(none)) {
        const auto process = process_in(entry->path().filename().string());
        if (!process || ::kill(*process, 0) == 0 || errno != ESRCH) continue;
        const FileDescriptor part(::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
        if (part.is_open() && ::flock(part.get(), LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    }
}

/// How much of some bytes a file took.
struct Written {
    std::int64_t bytes = 0;
    int error = 0; ///< 0: all of them
};

Written written_into(const FileDescriptor& file, std::span<const std::byte> bytes) {
    Written done;
    while (!bytes.empty()) {
        const ssize_t count = ::write(file.get(), bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            done.error = count < 0 ? errno : ENOSPC;
            return done;
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
        done.bytes += count;
    }
    return done;
}

/// The temporary files of this process. Who holds the mutex keeps them from being made, renamed and removed.
struct Unfinished {
    std::mutex mutex;
    std::vector<fs::path> paths;
};
Unfinished& unfinished() {
    static auto* const all = new Unfinished; // a signal may need it while the program ends
    return *all;
}

/// A file beside the one to be saved. It vanishes unless it takes the other's place.
class TemporaryFile {
public:
    explicit TemporaryFile(const fs::path& target) : target_(target) {
        check_target();
        remove_parts_of_the_dead(folder_of(target_));
        path_ = target_.parent_path() / fmt::format("{}{}-{}{}", part_start, ::getpid(), random_digits(), part_end);
        {
            const std::scoped_lock lock(unfinished().mutex);
            file_ = FileDescriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
            if (!file_.is_open()) refuse(errno);
            unfinished().paths.push_back(path_);
        }
        ::flock(file_.get(), LOCK_EX | LOCK_NB);
        if (old_) ::fchmod(file_.get(), old_->st_mode & 07777);
    }
    ~TemporaryFile() {
        const std::scoped_lock lock(unfinished().mutex);
        if (!in_place_) ::unlink(path_.c_str());
        std::erase(unfinished().paths, path_);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    void write(std::span<const std::byte> bytes) {
        const Written written = written_into(file_, bytes);
        written_ += written.bytes;
        if (written.error != 0) refuse(written.error);
    }

    /// Some file systems find only now that there is no room.
    void flush() {
        if (::fsync(file_.get()) != 0 && errno != EINVAL) refuse(errno);
    }

    void take_place() {
        flush();
        if (!file_.close()) refuse(errno);
        {
            const std::scoped_lock lock(unfinished().mutex);
            if (::rename(path_.c_str(), target_.c_str()) != 0) refuse(errno);
            in_place_ = true;
            std::erase(unfinished().paths, path_);
        }
        // The new name is safe once its folder is written, too; where a folder cannot be synchronized, nothing is lost.
        const FileDescriptor folder(::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
        if (folder.is_open()) ::fsync(folder.get());
    }

private:
    static fs::path folder_of(const fs::path& path) {
        return path.has_parent_path() ? path.parent_path() : fs::path(".");
    }

    /// A link stays a link: the file it points to is replaced. A link to a file of another kind is a mistake: the name
    /// of the link does not tell what would be lost.
    void check_target() {
        std::error_code error;
        if (fs::is_symlink(target_, error)) {
            const fs::path linked = fs::weakly_canonical(target_, error);
            if (error)
                refuse(
                    "it is a link that leads to no file, perhaps to itself; remove the link, or choose another file");
            if (fs::exists(linked, error) && linked.extension() != target_.extension())
                refuse(fmt::format("it is a link to {}, which has another ending; remove the link, or choose another "
                                   "file",
                                   shown(linked)));
            target_ = linked;
        }
        struct stat status {};
        if (::stat(target_.c_str(), &status) != 0) {
            if (errno == ENAMETOOLONG) refuse(errno); // the name of the temporary file is shorter
            return;
        }
        if (S_ISDIR(status.st_mode)) refuse("it is a folder; add a file name");
        if (!S_ISREG(status.st_mode)) refuse("it is a pipe or a device; choose a file");
        if (::access(target_.c_str(), W_OK) != 0) refuse(errno);
        old_ = status;
    }

    [[noreturn]] void refuse(std::string_view reason) const {
        throw InputError(old_ ? fmt::format("cannot save {}: {} (the old file is unchanged)", shown(target_), reason)
                              : fmt::format("cannot save {}: {}", shown(target_), reason));
    }
    [[noreturn]] void refuse(int error) const {
        std::error_code none;
        if (error == ENOENT && fs::is_directory(folder_of(target_), none)) // as in /proc
            refuse("no file can be made in that folder; choose another folder");
        const std::string after = written_ > 0 ? fmt::format("after {} bytes, ", grouped(written_)) : "";
        refuse(after + why(error));
    }

    fs::path target_, path_;
    FileDescriptor file_;
    std::optional<struct stat> old_;
    std::int64_t written_ = 0; ///< [B]
    bool in_place_ = false;
};

std::string quoted_cell(std::string_view cell) {
    const bool plain =
        cell.find_first_of(",\"\r\n#") == std::string_view::npos && !cell.starts_with(' ') && !cell.ends_with(' ');
    if (plain) return std::string(cell);
    std::string text = "\"";
    for (const char c : cell) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

std::string points_header(const Dataset& data) {
    std::string line;
    for (const std::string& axis : data.axes) {
        const bool tells_unit = data.unit.empty() || data.unit == "degrees"; // longitude and latitude do
        line += quoted_cell(tells_unit ? axis : fmt::format("{} [{}]", axis, data.unit)) + ",";
    }
    return line + (data.labels.empty() ? "" : "label,") + "source_row\n";
}

} // namespace

void save_atomically(const fs::path& path, const std::function<void(const ByteSink&)>& write) {
    TemporaryFile file(path);
    write([&](std::span<const std::byte> bytes) { file.write(bytes); });
    file.take_place();
}

void give_up_saving() {
    unfinished().mutex.lock(); // for good: no other file may be made, or take its place
    for (const fs::path& path : unfinished().paths) ::unlink(path.c_str());
}

void require_savable(const fs::path& path, std::int64_t bytes) {
    TemporaryFile file(path);
    const std::vector<std::byte> zeros(std::size_t{1} << 16);
    for (std::int64_t left = bytes; left > 0; left -= std::ssize(zeros))
        file.write(std::span(zeros).first(static_cast<std::size_t>(std::min(left, std::ssize(zeros)))));
    file.flush();
}

std::string why_not_into(const fs::path& output, std::span<const fs::path> inputs) {
    for (const fs::path& input : inputs) {
        std::error_code is_missing;
        if (!fs::equivalent(output, input, is_missing)) continue;
        const std::string other =
            output == input ? "the file that is read" : fmt::format("the same file as {}, which is read", shown(input));
        return fmt::format("cannot save {}: it is {}; choose another name", shown(output), other);
    }
    return {};
}

void require_no_input(const fs::path& output, std::span<const fs::path> inputs) {
    if (const std::string reason = why_not_into(output, inputs); !reason.empty()) throw InputError(reason);
}

fs::path save_new_text(const fs::path& folder, const std::string& name, std::string_view text) {
    const fs::path given(name);
    const fs::path path =
        folder / fmt::format("{}-{}{}", given.stem().string(), random_digits(), given.extension().string());
    constexpr mode_t for_its_user = 0600;
    const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, for_its_user));
    if (!file.is_open()) throw InputError(fmt::format("cannot save {}: {}", shown(path), why(errno)));
    const Written written = written_into(file, std::as_bytes(std::span(text)));
    const int error = written.error != 0 ? written.error : ::fsync(file.get()) != 0 && errno != EINVAL ? errno : 0;
    if (error == 0) return path;
    ::unlink(path.c_str());
    throw InputError(fmt::format("cannot save {}: {}", shown(path), why(error)));
}

void save_text(const fs::path& path, std::string_view text) {
    save_atomically(path, [&](const ByteSink& sink) { sink(std::as_bytes(std::span(text))); });
}

void save_npy(const fs::path& path, MatrixShape shape,
              const std::function<std::vector<float>(std::int64_t row, std::int64_t count)>& rows_of) {
    static_assert(std::endian::native == std::endian::little, "the entries are written as they lie in memory");
    constexpr std::int64_t entries_at_once = std::int64_t{4} << 20; // 16 MiB
    const std::int64_t rows_at_once =
        std::max<std::int64_t>(1, entries_at_once / std::max<std::int64_t>(1, shape.cols));
    save_atomically(path, [&](const ByteSink& sink) {
        const std::string header = npy_header(std::array{shape.rows, shape.cols}, "<f4");
        sink(std::as_bytes(std::span(header)));
        for (std::int64_t row = 0; row < shape.rows; row += rows_at_once) {
            const std::int64_t count = std::min(rows_at_once, shape.rows - row);
            const std::vector<float> entries = rows_of(row, count);
            if (std::ssize(entries) != count * shape.cols)
                throw std::logic_error("save_npy: rows_of gave another number of entries");
            sink(std::as_bytes(std::span(entries)));
        }
    });
}

void save_npy(const fs::path& path, MatrixShape shape, std::span<const double> entries) {
    if (std::ssize(entries) != shape.rows * shape.cols) throw std::logic_error("save_npy: another number of entries");
    save_atomically(path, [&](const ByteSink& sink) {
        const std::string header = npy_header(std::array{shape.rows, shape.cols}, "<f8");
        sink(std::as_bytes(std::span(header)));
        sink(std::as_bytes(entries));
    });
}

void save_matrix_csv(const fs::path& path, MatrixShape shape, const EdgeNames& names,
                     const std::function<std::vector<float>(std::int64_t row, std::int64_t count)>& rows_of) {
    constexpr std::int64_t entries_at_once = std::int64_t{1} << 18; // about 3 MB of text
    const std::int64_t rows_at_once =
        std::max<std::int64_t>(1, entries_at_once / std::max<std::int64_t>(1, shape.cols));
    const bool named = !names.rows.empty();
    save_atomically(path, [&](const ByteSink& sink) {
        std::string text = named ? "name" : "";
        for (const std::string& name : names.cols) text += "," + quoted_cell(name);
        if (named) text += "\n";
        for (std::int64_t row = 0; row < shape.rows; row += rows_at_once) {
            const std::int64_t count = std::min(rows_at_once, shape.rows - row);
            const std::vector<float> entries = rows_of(row, count);
            if (std::ssize(entries) != count * shape.cols)
                throw std::logic_error("save_matrix_csv: rows_of gave another number of entries");
            for (std::int64_t i = 0; i < std::ssize(entries); ++i) {
                const bool first = i % shape.cols == 0, last = (i + 1) % shape.cols == 0;
                if (first && named) text += quoted_cell(names.rows[static_cast<std::size_t>(row + i / shape.cols)]);
                if (!first || named) text += ',';
                fmt::format_to(std::back_inserter(text), "{}", entries[static_cast<std::size_t>(i)]);
                if (last) text += '\n';
            }
            sink(std::as_bytes(std::span(text)));
            text.clear();
        }
    });
}

void save_points_csv(const fs::path& path, const Dataset& data) {
    std::string text = points_header(data);
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const auto i = static_cast<std::size_t>(row);
        for (std::int64_t k = 0; k < data.dims; ++k) text += fmt::format("{},", coordinate_in_file(data, row, k));
        if (!data.labels.empty()) text += quoted_cell(data.labels[i]) + ",";
        text += fmt::format("{}\n", data.source_rows.empty() ? row : data.source_rows[i]);
    }
    save_text(path, text);
}

} // namespace pairscope
