// SPDX-License-Identifier: MIT
// What a user's own kernel may take, by the names of its parameters. One table for each workload: the program binds by
// it, writes a new file from it, prints it, and says from it what a wrong name could have meant.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

namespace pairscope {

/// Where the value of a name comes from.
enum class PlainValue : std::uint8_t {
    first_set,
    second_set,
    rows, ///< vectors of the first set
    cols, ///< vectors of the second set
    dims,
    first_pitch,
    second_pitch,
    output,
    pitch, ///< the pitch of a matrix
    parameter,
    workspace, ///< memory of the size that the file asks for
    first_origin,
    second_origin,
    latitude_first,
    thread,  ///< which thread calls a function for the CPU, from 0
    threads, ///< so many threads call it
};

/// One name that a parameter of a kernel can have.
struct PlainName {
    std::string_view name{}; ///< "points"
    PlainValue value = PlainValue::rows;
    /// The types of a pointer, the usual one first. Empty: any type of a size, of a number for a parameter, or of a
    /// pointer for the workspace.
    std::array<std::string_view, 2> types{};
    std::string_view about{};  ///< a whole sentence: what it is, and how it lies in memory
    std::string_view extent{}; ///< "2 n floats"; of a number its unit; empty: it has none
    int parameter = 0;         ///< index among the parameters of the workload
};

/// A function of the workload's folder that gives its rungs what they compute with. Where a rung is copied as a plain
/// kernel, what it gives is written in the names of plain kernels.
struct PlainProblem {
    using Member = std::pair<std::string_view, std::string_view>; ///< a member, and the expression for it
    std::string_view function{};                                  ///< "distance_matrix_problem"
    std::string_view whole{}; ///< an expression for all of it; empty: kernels take its members only
    std::span<const Member> members{};
};

/// A header of the folder that the copy of a rung needs only where a word stands in it.
struct PlainHeader {
    std::string_view path{}, word{};
};

/// What a plain kernel of one workload looks like.
struct PlainKernel {
    std::span<const PlainName> names{};
    /// The launch of a file that says nothing else.
    std::string_view block{}, grid{};
    /// A right kernel for a new file: the names that it takes, and what stands between its braces.
    std::span<const std::string_view> takes{};
    std::string_view body{};
    double tolerance = 1e-6; ///< see KernelVariant
    /// How the vectors differ from those of the user, a whole sentence. Empty: they do not.
    std::string_view prepared{};
    /// For copies of the rungs of this workload and of those that share them.
    std::span<const PlainProblem> problems{};
    std::span<const PlainHeader> headers{};
};

[[nodiscard]] constexpr bool is_pointer(PlainValue value) {
    return value == PlainValue::first_set || value == PlainValue::second_set || value == PlainValue::output ||
           value == PlainValue::workspace;
}

/// Is it a float or a double?
[[nodiscard]] constexpr bool is_number(PlainValue value) {
    return value == PlainValue::parameter || value == PlainValue::first_origin || value == PlainValue::second_origin;
}

} // namespace pairscope
