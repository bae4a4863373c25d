// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/caches.h"

#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

namespace pairscope::cpu {
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

struct Cache {
    int level = 0;
    std::int64_t bytes = 0;
    std::string threads; ///< that share it: "0-3,64-67"
};

/// The caches of one processor, without those for instructions alone. What the system reports badly is left out.
std::vector<Cache> caches_in(const std::filesystem::path& folder) {
    std::vector<Cache> found;
    for (int index = 0; index < 8; ++index) {
        const auto cache = folder / ("index" + std::to_string(index));
        if (first_line(cache / "type") == "Instruction") continue;
        const auto bytes = bytes_of(first_line(cache / "size"));
        const std::string threads = first_line(cache / "shared_cpu_list");
        const std::string level = first_line(cache / "level");
        if (!bytes || !count_of(threads) || level.size() != 1 || level < "1" || level > "9") continue;
        found.push_back({level[0] - '0', *bytes, threads});
    }
    return found;
}

} // namespace

CacheShares cache_shares(const std::filesystem::path& folder) {
    CacheShares shares;
    for (const Cache& cache : caches_in(folder)) {
        const std::int64_t share = cache.bytes / *count_of(cache.threads);
        if (cache.level == 1) shares.l1 = share;
        if (cache.level == 2) shares.l2 = share;
        if (cache.level == 3) shares.l3 = share;
    }
    return shares;
}

std::int64_t last_cache_bytes(const std::filesystem::path& folder) {
    std::map<std::string, std::int64_t> last; // by the threads that share it
    int level = 0;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
        for (const Cache& cache : caches_in(entry.path() / "cache")) {
            if (cache.level < level) continue;
            if (cache.level > level) last.clear();
            level = cache.level;
            last[cache.threads] = cache.bytes;
        }
    std::int64_t bytes = 0;
    for (const auto& [threads, size] : last) bytes += size;
    return bytes;
}

} // namespace pairscope::cpu
