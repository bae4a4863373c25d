// SPDX-License-Identifier: MIT
#include "profiling/ceilings/cpu_caches.h"

#include <fstream>
#include <sstream>
#include <string>

namespace pairscope::profiling {
namespace {

std::string first_line(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

/// "32K" or "32M"; absent for anything else.
std::optional<std::int64_t> bytes_of(const std::string& text) {
    std::istringstream in(text);
    std::int64_t number = 0;
    char unit = 0;
    if (!(in >> number >> unit) || number <= 0) return {};
    if (unit == 'K') return number << 10;
    if (unit == 'M') return number << 20;
    return {};
}

/// "0-3,64-67" are eight; absent for what is no such list.
std::optional<int> count_of(const std::string& list) {
    std::istringstream in(list);
    std::string piece;
    int count = 0;
    while (std::getline(in, piece, ',')) {
        int first = 0, last = 0;
        char dash = 0;
        std::istringstream range(piece);
        if (!(range >> first)) return {};
        last = range >> dash >> last ? last : first;
        if (last < first) return {};
        count += last - first + 1;
    }
    return count > 0 ? std::optional(count) : std::nullopt;
}

} // namespace

CacheShares cache_shares(const std::filesystem::path& folder) {
    CacheShares shares;
    for (int index = 0; index < 8; ++index) {
        const auto cache = folder / ("index" + std::to_string(index));
        if (first_line(cache / "type") == "Instruction") continue;
        const auto bytes = bytes_of(first_line(cache / "size"));
        const auto threads = count_of(first_line(cache / "shared_cpu_list"));
        if (!bytes || !threads) continue;
        const std::string level = first_line(cache / "level");
        if (level == "1") shares.l1 = *bytes / *threads;
        if (level == "2") shares.l2 = *bytes / *threads;
        if (level == "3") shares.l3 = *bytes / *threads;
    }
    return shares;
}

} // namespace pairscope::profiling
