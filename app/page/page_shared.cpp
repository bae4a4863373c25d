// SPDX-License-Identifier: MIT
#include "app/page/page_shared.h"

#include <algorithm>
#include <unordered_map>

namespace pairscope::page {
namespace {

/// A shorter line takes hardly more room than its place.
constexpr std::size_t least_shared = 1000; // [B]

/// Calls `see(at, line)` for each long line.
template <class See> void for_each_long_line(std::string_view text, const See& see) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end - at >= least_shared) see(at, text.substr(at, end - at));
        at = end + 1;
    }
}

} // namespace

std::vector<SharedLine> shared_lines(std::string_view first, std::string_view text) {
    std::unordered_map<std::string_view, std::size_t> known;
    for_each_long_line(first, [&](std::size_t at, std::string_view line) { known.emplace(line, at); });
    std::vector<SharedLine> shared;
    for_each_long_line(text, [&](std::size_t at, std::string_view line) {
        if (const auto found = known.find(line); found != known.end())
            shared.push_back({.at = at, .from = found->second, .length = line.size()});
    });
    return shared;
}

std::string text_without(std::string_view text, const std::vector<SharedLine>& lines) {
    std::string rest;
    std::size_t at = 0;
    for (const SharedLine& line : lines) {
        rest += text.substr(at, line.at - at);
        at = line.at + line.length;
    }
    return rest.append(text.substr(at));
}

app::Json shared_json(const std::vector<SharedLine>& lines) {
    app::Json list = app::Json::array();
    for (const SharedLine& line : lines) list.push_back({line.at, line.from, line.length});
    return list;
}

} // namespace pairscope::page
