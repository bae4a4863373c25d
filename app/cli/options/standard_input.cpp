// SPDX-License-Identifier: MIT
#include "app/cli/options/standard_input.h"

#include "app/cli/options/data.h"
#include "app/cli/reports/output.h"
#include "kernels/data/errors.h"
#include "kernels/data/readers/byte_source.h"
#include "kernels/data/saving/anonymous_file.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace pairscope::cli {
namespace {

/// A file from its beginning on can be opened again by its name.
bool is_file_from_its_beginning() {
    struct stat status {};
    return ::fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode) && ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
}

} // namespace

void refuse_standard_input_twice(const DataOptions& options) {
    if (std::ranges::count(input_files(options), std::filesystem::path(standard_input)) > 1)
        throw InputError("two of the files are standard input, which can be read only once: save one of them to a file "
                         "and name that");
}

void take_standard_input(const DataOptions& options) {
    refuse_standard_input_twice(options);
    const std::vector<std::filesystem::path> files = input_files(options);
    if (std::ranges::find(files, std::filesystem::path(standard_input)) == files.end()) return;
    if (is_file_from_its_beginning()) return;
    if (::isatty(STDIN_FILENO) == 1) say("reading the data from the terminal; Ctrl-D at the start of a line ends them");
    std::error_code none;
    AnonymousFile kept(std::filesystem::temp_directory_path(none));
    std::vector<std::byte> piece(std::size_t{1} << 16);
    while (true) {
        const ssize_t count = ::read(STDIN_FILENO, piece.data(), piece.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0)
            throw InputError(fmt::format("cannot read standard input: the system says '{}'", std::strerror(errno)));
        if (count == 0) break;
        kept.add(std::span(piece).first(static_cast<std::size_t>(count)));
        if (kept.size() > max_unpacked_bytes)
            throw InputError(fmt::format("cannot read standard input: it holds more than {}; save it to a file and "
                                         "name that",
                                         bytes_in_words(double(max_unpacked_bytes))));
    }
    kept.become_standard_input();
}

} // namespace pairscope::cli
