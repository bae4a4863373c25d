// SPDX-License-Identifier: MIT
// Files that tests make, and what is said about them.
#pragma once

#include "kernels/data/errors.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>

namespace pairscope {

/// Keeps small files in the folder PAIRSCOPE_KEEP_FILES, if that is set: they are seeds for the fuzz targets.
inline void keep_as_seed(std::string_view bytes) {
    constexpr std::size_t largest = 4096;
    const char* folder = std::getenv("PAIRSCOPE_KEEP_FILES");
    if (folder == nullptr || bytes.size() > largest) return;
    const std::string name = std::to_string(std::hash<std::string_view>{}(bytes));
    std::ofstream(std::filesystem::path(folder) / name, std::ios::binary) << bytes;
}

/// A folder of its own for each test, gone at its end.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "pairscope-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make the folder " + name);
        path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    [[nodiscard]] std::filesystem::path file(const std::string& name, std::string_view bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        keep_as_seed(bytes);
        return path_ / name;
    }

    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
    }

private:
    std::filesystem::path path_;
};

[[nodiscard]] inline std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// One member of a gzip file.
[[nodiscard]] inline std::string gzipped(std::string_view bytes) {
    z_stream stream{};
    constexpr int gzip_window = 15 + 16, memory_level = 8;
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY);
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    std::string copy(bytes);
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

/// What the InputError that `act` throws says; empty if it throws none.
template <class Act> [[nodiscard]] std::string refusal(const Act& act) {
    try {
        act();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

} // namespace pairscope
