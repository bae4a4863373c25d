// SPDX-License-Identifier: MIT
#include "app/subjects/source/source.h"

#include "app/spine/state.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <regex>

namespace pairscope::app {
namespace {

constexpr std::string_view kernel_word = "__global__";

bool has_kernel(std::string_view path) { return text_of_source(path).find(kernel_word) != std::string_view::npos; }

/// The line of the kernel that bears the variant's name, or else of the first one.
int line_of_kernel(std::string_view text, std::string_view name) {
    int line = 1, first = 0;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
        const std::string_view here = text.substr(begin, text.find('\n', begin) - begin);
        begin += here.size() + 1;
        if (here.find(kernel_word) == std::string_view::npos) continue;
        if (here.find(" " + std::string(name) + "(") != std::string_view::npos) return line;
        if (first == 0) first = line;
    }
    return first;
}

} // namespace

std::vector<std::string_view> source_files(const KernelVariant& variant) {
    static const std::regex include(R"(#include "([\w/]+\.cuh)\")");
    std::vector<std::string_view> files{variant.source};
    const std::string_view text = variant.source_text;
    for (std::cregex_iterator at(text.data(), text.data() + text.size(), include), end; at != end; ++at) {
        const std::string_view path((*at)[1].first, std::size_t((*at)[1].length()));
        if (!text_of_source(path).empty()) files.push_back(path);
    }
    return files;
}

ShownSource shown_source(const State& state, const KernelVariant& variant) {
    const auto files = source_files(variant);
    std::string_view path = variant.source;
    if (std::ranges::count(files, state.source.path) > 0)
        path = state.source.path;
    else if (const auto found = std::ranges::find_if(files, has_kernel); found != files.end())
        path = *found;
    const std::string_view text = text_of_source(path);
    return {path, text, path == variant.source ? 0 : line_of_kernel(text, short_name(variant.id))};
}

namespace command {

void carry_out(const ShowSource& c, State& state, Effects&) { state.source.path = c.path; }

} // namespace command

} // namespace pairscope::app
