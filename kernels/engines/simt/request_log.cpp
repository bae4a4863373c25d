// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/request_log.h"

#include <bit>

namespace pairscope::simt {

std::size_t RequestLog::KeyHash::operator()(const SiteKey& key) const {
    const auto mixed = key.pc * 0x9e3779b97f4a7c15u + reinterpret_cast<std::uintptr_t>(key.surface) +
                       static_cast<std::uintptr_t>(key.kind) * 64u + static_cast<std::uintptr_t>(key.bytes);
    return mixed ^ (mixed >> 32);
}

std::uint32_t RequestLog::site_of(const SiteKey& key) {
    const std::size_t slot = (key.pc ^ (key.pc >> 10)) % cache_slots;
    const std::uint32_t guess = cache_[slot];
    if (guess != none && keys_[guess] == key) return guess;
    const auto [place, is_new] = numbers_.try_emplace(key, static_cast<std::uint32_t>(keys_.size()));
    if (is_new) {
        keys_.push_back(key);
        sites_.push_back({.pc = key.pc, .kind = key.kind, .bytes = key.bytes});
    }
    cache_[slot] = place->second;
    return place->second;
}

void RequestLog::begin_block(int chosen_warp, int threads) {
    chosen_warp_ = chosen_warp;
    warp_of_one_lane_ = threads % warp_size == 1 ? threads / warp_size : -1;
    running_warp_ = -1;
    phase_ = 0;
    kept_of_warp_.clear();
    kept_of_site_.clear();
}

/// Counts the request, too. A line after a long loop would seem to be left out by the chosen warp if only the first
/// requests were kept.
bool RequestLog::keeps(int warp, std::uint32_t site) {
    constexpr std::size_t least_of_a_line = 16;
    if (chosen_warp_ < 0) return false;
    const auto place = static_cast<std::size_t>(warp);
    if (place >= kept_of_warp_.size()) kept_of_warp_.resize(place + 1);
    const std::size_t before = kept_of_warp_[place]++;
    if (warp != chosen_warp_) return before < most_of_other_warps;
    if (site >= kept_of_site_.size()) kept_of_site_.resize(site + 1);
    const bool is_kept = before < most_kept_ || kept_of_site_[site] < std::min(least_of_a_line, most_kept_);
    kept_of_site_[site] += is_kept ? 1 : 0;
    return is_kept;
}

void RequestLog::add(int thread, const SiteKey& key, std::uint64_t address) {
    if (!makes_requests_) {
        ++sites_[site_of(key)].lanes;
        return;
    }
    const int warp_number = thread / warp_size;
    const auto lane = static_cast<std::size_t>(thread % warp_size);
    if (warp_number != running_warp_) other_warp_runs(warp_number);
    const std::uint32_t site = site_of(key);
    if (warp_number == warp_of_one_lane_) {
        Request request{.site = site, .lanes = {}};
        request.lanes.mask = 1;
        request.lanes.address[0] = address;
        account(request, warp_number);
        return;
    }
    Warp& warp = warps_[static_cast<std::size_t>(warp_number)];
    if (site >= warp.streams.size()) warp.streams.resize(keys_.size());
    Stream& stream = warp.streams[site];
    const std::uint32_t number = stream.made[lane]++;
    if (number == stream.requests.size()) {
        if (number == 0) warp.touched.push_back(site);
        stream.requests.push_back(static_cast<std::uint32_t>(warp.open.size()));
        warp.open.emplace_back().site = site;
        ++open_;
    }
    Lanes& lanes = warp.open[stream.requests[number]].lanes;
    lanes.mask |= 1u << lane;
    lanes.address[lane] = address;
}

/// Bounds the memory. A warp that has stopped has usually stopped at one place; where its lanes are at different ones,
/// a request that they would still have shared may be counted as two.
void RequestLog::other_warp_runs(int warp) {
    running_warp_ = warp;
    if (static_cast<std::size_t>(warp) >= warps_.size()) warps_.resize(static_cast<std::size_t>(warp) + 1);
    if (open_ < many_open) return;
    for (int other = 0; other < static_cast<int>(warps_.size()); ++other) {
        if (other != warp) account(other);
    }
}

void RequestLog::warp_met(int warp) {
    if (open_ >= many_open && static_cast<std::size_t>(warp) < warps_.size()) account(warp);
}

void RequestLog::all_met() {
    for (int warp = 0; warp < static_cast<int>(warps_.size()); ++warp) account(warp);
    ++phase_;
}

void RequestLog::account(int number) {
    Warp& warp = warps_[static_cast<std::size_t>(number)];
    for (const Request& request : warp.open) account(request, number);
    open_ -= warp.open.size();
    for (const std::uint32_t site : warp.touched) {
        warp.streams[site].requests.clear();
        warp.streams[site].made.fill(0);
    }
    warp.touched.clear();
    warp.open.clear();
    if (warp.open.capacity() > 2 * many_open) warp.open.shrink_to_fit();
}

void RequestLog::account(const Request& request, int warp) {
    ObservedSite& site = sites_[request.site];
    Sectors sectors;
    Wavefronts wavefronts;
    int requests = 1;
    if (is_shared(site.kind)) {
        wavefronts = wavefronts_of(request.lanes, site.bytes, site.kind != AccessKind::shared_load);
        sectors = {0, sectors_of(request.lanes, site.bytes).useful_bytes};
    } else if (keys_[request.site].surface != nullptr) {
        sectors = {};
        requests = 0;
        for (int first = 0; first < warp_size; first += lanes_of_a_texture_request) {
            const Lanes some = lanes_from(request.lanes, first, lanes_of_a_texture_request);
            if (some.mask == 0) continue;
            const Sectors touched = surface_sectors_of(some, site.bytes);
            sectors.sectors += touched.sectors;
            sectors.useful_bytes += touched.useful_bytes;
            ++requests;
        }
    } else {
        sectors = sectors_of(request.lanes, site.bytes);
    }
    site.requests += requests;
    site.lanes += std::popcount(request.lanes.mask);
    site.sectors += sectors.sectors;
    site.useful_bytes += sectors.useful_bytes;
    site.wavefronts += wavefronts.modelled;
    site.needed += wavefronts.needed;
    if (keeps(warp, request.site))
        kept_.push_back({request.site, warp, phase_, request.lanes, sectors.sectors, wavefronts.modelled});
}

} // namespace pairscope::simt
