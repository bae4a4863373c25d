// SPDX-License-Identifier: MIT
// A function for the CPU to begin with: what the kernel of a new file computes, in loops in place of a grid.
#include "kernels/ladder/plain_kernel.h"
#include "kernels/own/new_file.h"
#include "kernels/own/source_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace pairscope::own {
namespace {

constexpr std::string_view one_entry = "    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;";
constexpr std::string_view one_vector = "    const int i = blockIdx.x * blockDim.x + threadIdx.x;";

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

/// "n" of "    if (col >= n) return;"
std::string end_of(const std::string& line, std::string_view index) {
    const std::string begin = fmt::format("    if ({} >= ", index), end = ") return;";
    if (!line.starts_with(begin) || !line.ends_with(end))
        throw std::logic_error(fmt::format("the kernel of a new file has no such line as `{}n{}`", begin, end));
    return line.substr(begin.size(), line.size() - begin.size() - end.size());
}

std::string indented(const std::vector<std::string>& lines, std::size_t first, int by) {
    std::string text;
    for (std::size_t i = first; i < lines.size(); ++i) text += fmt::format("{:{}}{}\n", "", by, lines[i]);
    return text;
}

/// The kernel is launched with one block, whose threads put together what each has found. One thread finds all of it.
std::string of_one_block(const std::vector<std::string>& lines) {
    constexpr std::string_view shared = "__shared__ ", first_thread = "if (blockIdx.x == 0 && threadIdx.x == 0) ";
    std::string text, array, found;
    bool is_put_together = false;
    for (std::string line : lines) {
        if (line.find(shared) != std::string::npos) {
            const std::size_t end = line.find('[');
            array = line.substr(line.rfind(' ', end) + 1, end - line.rfind(' ', end) - 1);
            continue;
        }
        if (const std::string put = fmt::format("    {}[threadIdx.x] = ", array); line.starts_with(put)) {
            found = line.substr(put.size(), line.size() - put.size() - 1);
            is_put_together = true;
            continue;
        }
        if (is_put_together && line.find(first_thread) == std::string::npos) continue;
        replace_all(line, first_thread, "");
        replace_all(line, array + "[0]", found);
        replace_all(line, "= threadIdx.x", "= 0");
        for (const char index : {'i', 'k'})
            replace_all(line, fmt::format("{} += blockDim.x", index), fmt::format("++{}", index));
        text += line + "\n";
    }
    if (found.empty() || text.find("threadIdx") != std::string::npos)
        throw std::logic_error("the kernel of a new file is launched with one block, and does not end in a reduction");
    return text;
}

/// The head of a loop from 0 to before `end`.
std::string loop_over(std::string_view index, std::string_view end, int indent) {
    const std::array parts{fmt::format("int {} = 0", index), fmt::format("{} < {}", index, end),
                           fmt::format("++{}", index)};
    return fmt::format("{:{}}for ({})", "", indent, fmt::join(parts, "; "));
}

std::string body_of(const PlainKernel& plain) {
    const std::vector<std::string> lines = lines_of(plain.body);
    if (lines.front() == one_entry)
        return fmt::format("{}\n{} {{\n{}        }}\n", loop_over("row", "n", 4),
                           loop_over("col", end_of(lines[1], "col"), 8), indented(lines, 2, 8));
    if (lines.front() == one_vector)
        return fmt::format("{} {{\n{}    }}\n", loop_over("i", end_of(lines[1], "i"), 4), indented(lines, 2, 4));
    return of_one_block(lines);
}

/// CUDA has `min` without a header.
bool put_std(std::string& text) {
    bool is_needed = false;
    for (std::size_t at = text.find("min("); at != std::string::npos; at = text.find("min(", at + 8)) {
        if (is_in_name(text[at - 1])) continue;
        text.insert(at, "std::");
        is_needed = true;
    }
    return is_needed;
}

} // namespace

std::string new_cpu_file(const WorkloadType& type, const std::string& function) {
    std::string body = body_of(*type.plain);
    const char* const include = put_std(body) ? "#include <algorithm>\n" : "";
    const std::string prepared = type.plain->prepared.empty() ? "" : fmt::format("// {}\n", type.plain->prepared);
    return fmt::format(
        "// {}\n{}// workload: {}\n"
        "// To use all threads, write `threads: all` in the line above, take `int thread, int threads`,\n"
        "// and let each thread do its part.\n{}void {}({}) {{\n{}}}\n",
        type.question, prepared, type.id, include, function, usual_parameters_of(type), body);
}

} // namespace pairscope::own
