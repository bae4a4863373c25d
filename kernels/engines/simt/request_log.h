// SPDX-License-Identifier: MIT
// Makes requests of the accesses of lanes. Threads run one after another, so lane 0's accesses all come before lane
// 1's: the k-th access of a lane at one place of the program belongs to the k-th request of its warp there, counted
// from the last time that the warp was accounted for.
#pragma once

#include "kernels/engines/simt/observed.h"
#include "kernels/engines/simt/observer.h"
#include "kernels/engines/simt/requests.h"

#include <array>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pairscope::simt {

/// What tells requests of one place in the program apart: the same code may serve two surfaces.
struct SiteKey {
    std::uintptr_t pc = 0;
    AccessKind kind = AccessKind::global_load;
    int bytes = 0; ///< per lane
    const SurfaceMemory* surface = nullptr;
    bool operator==(const SiteKey&) const = default;
};

/// A request of a warp of the chosen block, with the addresses as they were.
struct KeptRequest {
    std::uint32_t site = 0;
    int warp = 0;
    int phase = 0; ///< how many barriers the block has passed
    Lanes lanes;
    int sectors = 0;
    int wavefronts = 0;
};

class RequestLog {
public:
    /// Without `makes_requests`, it counts the accesses of lanes alone, in memory that does not grow with them.
    RequestLog(int most_kept, bool makes_requests)
        : most_kept_(static_cast<std::size_t>(most_kept)), makes_requests_(makes_requests) {}

    /// The requests of this block are kept, most of them of `chosen_warp`; none if it is -1.
    void begin_block(int chosen_warp, int threads);
    void add(int thread, const SiteKey& key, std::uint64_t address);
    /// All lanes of the warp, or all threads, have come to the same place: their requests are complete.
    void warp_met(int warp);
    void all_met();

    [[nodiscard]] const SiteKey& key_of(std::uint32_t site) const { return keys_[site]; }
    [[nodiscard]] std::vector<KeptRequest> take_kept() { return std::exchange(kept_, {}); }
    [[nodiscard]] std::vector<ObservedSite> sites() const { return sites_; }

private:
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    /// About as many open requests (264 bytes each) as fit into a core's L2 cache.
    static constexpr std::size_t many_open = 4096;
    static constexpr std::size_t cache_slots = 1024;

    struct Request {
        std::uint32_t site = 0;
        Lanes lanes;
    };
    /// The open requests of one warp at one site, as indices into Warp::open.
    struct Stream {
        std::array<std::uint32_t, warp_size> made{}; ///< by each lane
        std::vector<std::uint32_t> requests;
    };
    struct Warp {
        std::vector<Request> open;          ///< in the order in which their first lanes came
        std::vector<Stream> streams;        ///< by site
        std::vector<std::uint32_t> touched; ///< sites whose streams are not empty
    };
    struct KeyHash {
        std::size_t operator()(const SiteKey& key) const;
    };

    std::uint32_t site_of(const SiteKey& key);
    void other_warp_runs(int warp);
    void account(int warp);
    void account(const Request& request, int warp);
    [[nodiscard]] bool keeps(int warp, std::uint32_t site);

    std::array<std::uint32_t, cache_slots> cache_ = [] {
        std::array<std::uint32_t, cache_slots> empty{};
        empty.fill(none);
        return empty;
    }();
    std::unordered_map<SiteKey, std::uint32_t, KeyHash> numbers_;
    std::vector<SiteKey> keys_;
    std::vector<ObservedSite> sites_;
    std::vector<Warp> warps_;
    std::vector<KeptRequest> kept_;
    std::vector<std::size_t> kept_of_warp_;
    std::vector<std::size_t> kept_of_site_; ///< by the chosen warp
    std::size_t open_ = 0;
    std::size_t most_kept_;
    bool makes_requests_;
    int running_warp_ = -1, chosen_warp_ = -1, phase_ = 0;
    int warp_of_one_lane_ = -1; ///< no other lane joins its requests, and so they are complete at once
};

} // namespace pairscope::simt
