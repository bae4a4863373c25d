// SPDX-License-Identifier: MIT
#include "app/subjects/source/source.h"

#include "app/spine/state.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/registry.h"

#include <algorithm>

namespace pairscope::app {

ShownSource shown_source(const State& state, const KernelVariant& variant) {
    const bool is_chosen = std::ranges::count(source_files(variant), state.source.path) > 0;
    const std::string_view path = is_chosen ? std::string_view(state.source.path) : kernel_place(variant).path;
    return {path, text_of_source(path), line_to_read(variant, path)};
}

std::pair<std::string_view, std::string_view> compared_sources(const KernelVariant& a, const KernelVariant& b) {
    const std::string_view file_a = kernel_place(a).path, file_b = kernel_place(b).path;
    if (file_a == file_b) return {a.source, b.source};
    return {file_a, file_b};
}

namespace command {

void carry_out(const ShowSource& c, State& state, Effects&) { state.source.path = c.path; }

} // namespace command

} // namespace pairscope::app
