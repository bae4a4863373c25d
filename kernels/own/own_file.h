// SPDX-License-Identifier: MIT
// A file with a user's own kernels: what the program reads in it before a compiler does.
#pragma once

#include "kernels/ladder/problem.h"
#include "kernels/own/expression.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::own {

/// "// slider: STRIDE = 1 from 1 to 64": a constant of the file that is chosen without an edit.
struct Slider {
    std::string name;
    std::int64_t value = 0;   ///< as it stands in the file, until a user sets it
    std::int64_t in_text = 0; ///< as it stands in the file
    std::int64_t least = 0, most = 0;
    Place place{};
};

struct Parameter {
    std::string type; ///< "const float2*": without blanks that say nothing, and without __restrict__
    std::string name;
    Place place{};
};

/// The launch lines of one kernel: a list of up to three expressions for a block and a grid.
struct LaunchLines {
    std::optional<Written> block, grid, shared;
};

struct OwnKernel {
    std::string name; ///< with its namespaces, as a compiler finds it
    Place place{};
    std::vector<Parameter> parameters;
    LaunchLines launch;
    std::string target{}; ///< the type over which it is a template, that of the output; empty: it is none
    std::optional<Written> most_threads{};    ///< what __launch_bounds__ says of a block
    std::size_t body_begin = 0, body_end = 0; ///< where its braces stand in the text
};

struct OwnFile {
    std::string path; ///< as the user wrote it
    std::string text;
    bool is_cpu = false;            ///< its name ends in .cpp: it holds a function in C++, as a kernel without launch
    bool has_all_threads = false;   ///< all threads of the machine call that function
    std::string workload;           ///< an id that there is, with a table of names
    std::vector<OwnKernel> kernels; ///< in the order of the file, in which they run
    /// The function that describes a whole variant, with its namespaces. Such a file has no plain kernels.
    std::string variant{};
    std::vector<Slider> sliders;
    std::optional<Written> workspace{}; ///< how many bytes
    Layout layout = Layout::row_major;  ///< all sets have it
};

/// Is it a line that the program reads, such as `// block: 256`? Any other comment is for people.
[[nodiscard]] bool holds_entries(const Written& comment);

/// Throws InputError, with file, line and column.
[[nodiscard]] OwnFile own_file_of(std::string path, std::string text);
[[nodiscard]] OwnFile read_own_file(const std::filesystem::path& path);

/// Sets sliders from "NAME=VALUE". Throws InputError.
void set_sliders(OwnFile& file, const std::vector<std::string>& settings);

/// The workloads that take own kernels: "distance_matrix, rbf_matrix".
[[nodiscard]] std::string workloads_in_words();

} // namespace pairscope::own
