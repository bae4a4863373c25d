// SPDX-License-Identifier: MIT
#include "app/subjects/trace/warp_picture.h"

#include "app/chart/number_text.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace pairscope::app {
namespace {

constexpr int bank_bytes = 4;

bool is_texture(simt::AccessKind kind) {
    return kind == simt::AccessKind::surface_load || kind == simt::AccessKind::surface_store;
}

/// The row of a texture, whose offsets hold a row and a byte in it.
std::int64_t row_of(std::int64_t offset) { return offset >> 32; }
std::int64_t byte_of(std::int64_t offset) { return offset & 0xffffffff; }

struct SectorByte {
    std::int64_t row = 0, col = 0;
    int byte = 0; ///< in the sector
};
SectorByte sector_byte(std::int64_t offset, int step, bool texture) {
    if (!texture) return {0, (offset + step) / simt::sector_bytes, int((offset + step) % simt::sector_bytes)};
    const std::int64_t row = row_of(offset), byte = byte_of(offset) + step;
    return {row / texture_sector_height, byte / texture_sector_width,
            int((row % texture_sector_height) * texture_sector_width + byte % texture_sector_width)};
}

void add_sectors(WarpPicture& picture, const simt::WarpRequest& request, int bytes) {
    std::map<std::tuple<std::int64_t, std::int64_t>, TouchedSector> sectors;
    const bool texture = picture.memory == WarpPicture::Memory::texture;
    for (int lane = 0; lane < simt::warp_size; ++lane) {
        const std::int64_t offset = request.offset[std::size_t(lane)];
        for (int step = 0; offset >= 0 && step < bytes; ++step) {
            const SectorByte touched = sector_byte(offset, step, texture);
            const auto [found, is_new] = sectors.try_emplace({touched.row, touched.col});
            if (is_new) {
                found->second = {.row = touched.row, .col = touched.col, .lane = {}};
                found->second.lane.fill(-1);
            }
            auto& first = found->second.lane[std::size_t(touched.byte)];
            if (first < 0) first = std::int8_t(lane);
        }
    }
    for (const auto& [place, sector] : sectors) picture.sectors.push_back(sector);
    for (int lane = 0; lane < simt::warp_size; ++lane) {
        const std::int64_t offset = request.offset[std::size_t(lane)];
        if (offset < 0) continue;
        const SectorByte touched = sector_byte(offset, 0, texture);
        const auto found = std::find_if(picture.sectors.begin(), picture.sectors.end(), [&](const TouchedSector& s) {
            return s.row == touched.row && s.col == touched.col;
        });
        picture.part[std::size_t(lane)] = int(found - picture.sectors.begin());
    }
}

void add_banks(WarpPicture& picture, const simt::WarpRequest& request, int bytes) {
    for (int lane = 0; lane < simt::warp_size; ++lane) {
        const std::int64_t offset = request.offset[std::size_t(lane)];
        if (offset < 0) continue;
        const std::int64_t last = (offset + std::max(bytes, 1) - 1) / bank_bytes;
        for (std::int64_t word = offset / bank_bytes; word <= last; ++word) {
            auto& bank = picture.banks[std::size_t(word % simt::warp_size)];
            auto found = std::find_if(bank.begin(), bank.end(), [&](const BankWord& w) { return w.word == word; });
            if (found == bank.end()) found = bank.insert(bank.end(), {word, lane});
            int& part = picture.part[std::size_t(lane)];
            if (part < 0) part = int(found - bank.begin());
        }
    }
}

std::string shared_sentence(const simt::WarpRequest& request, int lanes, int bytes) {
    const std::string wavefronts = counted(request.wavefronts, "wavefront");
    return lanes == 1 ? fmt::format("1 lane asks shared memory for {} bytes, in {}", bytes, wavefronts)
                      : fmt::format("{} lanes ask shared memory for {} bytes each, in {}", lanes, bytes, wavefronts);
}

/// How many requests the hardware counts for an instruction on a texture: it takes eight lanes at a time.
int requests_of_texture(const simt::WarpRequest& request) {
    constexpr std::size_t together = 8;
    int requests = 0;
    for (std::size_t first = 0; first < request.offset.size(); first += together)
        requests += std::any_of(request.offset.begin() + std::ptrdiff_t(first),
                                request.offset.begin() + std::ptrdiff_t(first + together),
                                [](auto offset) { return offset >= 0; });
    return requests;
}

} // namespace

std::size_t WarpPicture::tallest_bank() const {
    std::size_t tallest = 0;
    for (const auto& bank : banks) tallest = std::max(tallest, bank.size());
    return tallest;
}

WarpPicture warp_picture(const simt::WarpRequest& request, const simt::TraceLine& line) {
    WarpPicture picture;
    picture.part.fill(-1);
    if (is_shared(line.kind)) {
        picture.memory = WarpPicture::Memory::shared;
        picture.free_words = std::max(1, line.bytes_per_lane / bank_bytes);
        add_banks(picture, request, line.bytes_per_lane);
        return picture;
    }
    if (is_texture(line.kind)) picture.memory = WarpPicture::Memory::texture;
    add_sectors(picture, request, line.bytes_per_lane);
    return picture;
}

std::string told(const simt::WarpRequest& request, const simt::TraceLine& line) {
    const auto lanes = int(std::count_if(request.offset.begin(), request.offset.end(), [](auto o) { return o >= 0; }));
    if (lanes == 0) return "no lane takes part";
    if (is_shared(line.kind)) return shared_sentence(request, lanes, line.bytes_per_lane);
    const WarpPicture picture = warp_picture(request, line);
    std::int64_t used = 0;
    for (const TouchedSector& sector : picture.sectors)
        used += std::count_if(sector.lane.begin(), sector.lane.end(), [](auto lane) { return lane >= 0; });
    const auto sectors = std::int64_t(picture.sectors.size());
    const bool full = used == sectors * simt::sector_bytes;
    const std::int64_t least = (used + simt::sector_bytes - 1) / simt::sector_bytes;
    const int requests = is_texture(line.kind) ? requests_of_texture(request) : 1;
    std::string touched = fmt::format("{} of {}", counted(sectors, "sector"), request.memory);
    if (requests > 1) touched = fmt::format("{}, in {} requests of 8 lanes,", touched, requests);
    const std::string bytes = full ? "every byte" : fmt::format("{} of {} bytes", used, sectors * simt::sector_bytes);
    const std::string sentence = lanes == 1 ? fmt::format("1 lane touches {} and uses {}", touched, bytes)
                                            : fmt::format("{} lanes touch {} and use {}", lanes, touched, bytes);
    return least == sectors ? sentence
                            : fmt::format("{}, although {} would hold them", sentence, counted(least, "sector"));
}

std::string address_of(const simt::WarpRequest& request, const simt::TraceLine& line, int lane) {
    const std::int64_t offset = request.offset[std::size_t(lane)];
    if (offset < 0) return "takes no part";
    if (is_texture(line.kind))
        return fmt::format("row {}, byte {} of {}", grouped(row_of(offset)), grouped(byte_of(offset)), request.memory);
    return fmt::format("{} + {} B", request.memory, grouped(offset));
}

simt::Index3 thread_of(const simt::Trace& trace, int lane) {
    const auto linear = unsigned(trace.chosen_warp * simt::warp_size + lane);
    const simt::Index3 block = trace.first_launch().block;
    const unsigned x = std::max(block.x, 1u), y = std::max(block.y, 1u);
    return {linear % x, linear / x % y, linear / (x * y)};
}

} // namespace pairscope::app
