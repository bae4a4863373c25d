// SPDX-License-Identifier: MIT
// What the fuzz targets share: an input as a file, and what every refusal must look like.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

namespace pairscope::fuzz {

/// Ends the process, so that libFuzzer keeps the input.
inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

inline void require_sentence(const std::exception& error) {
    const std::string_view text = error.what();
    require(text.find("; ") != std::string_view::npos, "a refusal says what to do");
    require(text.find('\n') == std::string_view::npos, "a refusal is one line");
}

/// The bytes as a file in memory.
class InputFile {
public:
    InputFile(const std::uint8_t* bytes, std::size_t size) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
        require(::write(descriptor_, bytes, size) == static_cast<ssize_t>(size), "the input fits into memory");
    }
    ~InputFile() { ::close(descriptor_); }
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    [[nodiscard]] std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
    int descriptor_;
};

} // namespace pairscope::fuzz
