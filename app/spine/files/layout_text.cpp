// SPDX-License-Identifier: MIT
#include "app/spine/files/layout_text.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

using Id = std::uint32_t;
constexpr int longest = 32768; // [px] the toolkit keeps sizes in 16 bits

struct Node {
    int children = 0;
    bool split = false;
};

bool is_readable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte == '\n' || byte == '\r' || (byte >= 0x20 && byte != 0x7f);
    });
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        lines.emplace_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

/// The value behind "KEY=0x"; absent if the line has no such key.
std::optional<Id> id_after(const std::string& line, const char* key) {
    const auto at = line.find(key);
    Id id = 0;
    if (at == std::string::npos || std::sscanf(line.c_str() + at, "%*[^=]=0x%08X", &id) != 1) return {};
    return id;
}

/// Both numbers behind "KEY=" are above zero; a root has its own size, a child the one it asks its parent for.
bool has_size(const std::string& line, const char* key) {
    const auto at = line.find(key);
    int width = 0, height = 0;
    return at != std::string::npos && std::sscanf(line.c_str() + at, "%*[^=]=%d,%d", &width, &height) == 2 &&
           width > 0 && height > 0 && std::max(width, height) < longest;
}

bool add_node(std::map<Id, Node>& nodes, const std::string& line) {
    const auto id = id_after(line, " ID="), parent = id_after(line, " Parent=");
    if (!id || *id == 0 || !has_size(line, parent ? " SizeRef=" : " Size=")) return false;
    if (parent) {
        const auto found = nodes.find(*parent);
        if (found == nodes.end() || ++found->second.children > 2) return false;
    }
    return nodes.try_emplace(*id, Node{.split = line.find(" Split=") != std::string::npos}).second;
}

} // namespace

bool is_sound_layout(std::string_view text) {
    if (!is_readable(text)) return false;
    std::map<Id, Node> nodes;
    for (const std::string& line : lines_of(text)) {
        const bool is_node = line.starts_with("DockNode ") || line.starts_with("DockSpace ");
        if (is_node && !add_node(nodes, line)) return false;
    }
    return std::ranges::all_of(nodes, [](const auto& item) {
        const Node& node = item.second;
        return node.children == 0 || (node.children == 2 && node.split);
    });
}

} // namespace pairscope::app
