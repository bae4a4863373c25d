// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/observer.h"

#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/access_words.h"
#include "kernels/engines/simt/findings.h"
#include "kernels/engines/simt/memory/address_space.h"
#include "kernels/engines/simt/memory/variables.h"
#include "kernels/engines/simt/races/grid_races.h"
#include "kernels/engines/simt/races/race_judge.h"
#include "kernels/engines/simt/request_log.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace pairscope::simt {
namespace {

constexpr std::uintptr_t no_address = std::numeric_limits<std::uintptr_t>::max();

} // namespace

struct Observer::State {
    explicit State(const MemoryMap& memory, const Options& wanted)
        : options(wanted), space(memory), log(wanted.warp_requests, wanted.makes_requests) {}

    Options options;
    AddressSpace space;
    RequestLog log;
    Findings findings;
    BlockToObserve block;
    BlockClock clock;
    GridRaces grid_races;
    RaceJudge races{space, clock, findings};
    std::uintptr_t lowest_static = no_address; // touched by this block
    struct PendingIndex {
        AccessSite place;
        OutsideIndex outside;
        std::vector<SharedVariable> arrays; ///< that it may belong to
    };
    std::optional<PendingIndex> pending_index;
    std::vector<WarpRequest> kept;
    std::optional<ObservedStore> last_store;

    [[nodiscard]] bool is_chosen() const { return options.follow && block.linear_index == options.chosen_block; }
    void count(const Access& access, AccessKind kind) {
        if (options.follow) log.add(access.place.thread, {access.place.pc, kind, access.bytes}, access.address);
    }

    [[nodiscard]] std::string told(const Access& a, const Words& words) const { return simt::told(a, words, space); }
    void note_store(const AccessSite& place);
    bool access(const Access& access);
    bool is_allowed(const Access& access, Space at, const Words& words);
    void look_at_values(const Access& access);
    bool settle_index(const Access& access, Space at);
    void tell_pending_index(const SharedVariable* array);
    void judge_last_store();
    void tell(std::optional<GridRaces::Conflict> conflict, FindingKind kind);
    void tell(const Access& access, const GlobalRange& range, const std::optional<GridRaces::ChangingData>& changing);
    void look_at_other_blocks(const Access& a, const GlobalRange& range);
    void keep_requests();
};

/// Blocks come in any order: the later one in the grid counts.
void Observer::State::note_store(const AccessSite& place) {
    if (last_store && last_store->linear_block > block.linear_index) return;
    last_store = {block.linear_index, block.block, index_of(place.thread, block.size), place.pc};
}

/// It has been made by now.
void Observer::State::judge_last_store() {
    races.judge_last_store();
    if (!grid_races.is_noted()) return;
    tell(grid_races.judge(), FindingKind::conflicting_stores);
}

/// False, with a report, if the hardware would refuse.
bool Observer::State::is_allowed(const Access& a, Space at, const Words& words) {
    if (at == Space::nowhere || !space.holds_all(at, a.address, a.bytes)) {
        findings.add(a.place, FindingKind::out_of_bounds, [&] { return told(a, words); });
        return false;
    }
    if (a.address % static_cast<std::uintptr_t>(a.bytes) != 0) {
        findings.add(a.place, FindingKind::misaligned, [&] {
            return fmt::format("{}, an address that is not a multiple of {}", told(a, words), a.bytes);
        });
        return false;
    }
    const bool read_only = at == Space::constant || (at == Space::global && space.range().read_only);
    if (read_only && a.operation != Operation::load) {
        findings.add(a.place, FindingKind::out_of_bounds, [&] {
            return at == Space::constant ? fmt::format("{}, constant data of the program", told(a, words))
                                         : fmt::format("{}, which may only be read", told(a, words));
        });
        return false;
    }
    return true;
}

void Observer::State::tell(std::optional<GridRaces::Conflict> conflict, FindingKind kind) {
    if (conflict) findings.add(conflict->place, kind, [&] { return std::move(conflict->told); });
}

void Observer::State::tell(const Access& a, const GlobalRange& range,
                           const std::optional<GridRaces::ChangingData>& changing) {
    if (changing)
        findings.add(a.place, FindingKind::changing_data, [&] { return grid_races.told(a, range, *changing); });
}

void Observer::State::look_at_other_blocks(const Access& a, const GlobalRange& range) {
    if (!range.writers) {
        if (a.operation == Operation::atomic) grid_races.note_atomic();
        return;
    }
    if (a.operation != Operation::load && range.writers->has_ldg())
        tell(a, range, GridRaces::written_after_ldg(a, range));
    switch (a.operation) {
    case Operation::load:
        tell(grid_races.load(a.place, range, a.address, a.bytes), FindingKind::global_race);
        break;
    case Operation::store:
        grid_races.note_store(a.place, range, a.address, a.bytes, clock);
        break;
    case Operation::atomic:
        tell(grid_races.atomic(a.place, range, a.address, a.bytes), FindingKind::global_race);
        break;
    }
}

/// Reports a read of global memory that was never written.
void Observer::State::look_at_values(const Access& a) {
    const GlobalRange& range = space.range();
    if (options.restored != nullptr && a.operation != Operation::load) options.restored->save(range);
    races.access(Space::global, a);
    look_at_other_blocks(a, range);
    if (!range.written) return;
    const auto offset = static_cast<std::int64_t>(a.address - range.begin);
    const std::int64_t first = offset / 4, count = (offset + a.bytes - 1) / 4 - first + 1;
    if (a.operation != Operation::store && !range.written->all(first, count)) {
        findings.add(a.place, FindingKind::uninitialised_read,
                     [&] { return fmt::format("{}, which nobody has written", told(a, words_of(a.operation))); });
    }
    if (a.operation != Operation::load) range.written->mark(first, count);
}

bool Observer::State::access(const Access& a) {
    const Space at = space.space_of(a.address);
    if (pending_index && !settle_index(a, at)) return false;
    if (!is_allowed(a, at, words_of(a.operation))) return false;
    switch (at) {
    case Space::global:
        look_at_values(a);
        count(a, kind_of(a.operation, false));
        break;
    case Space::dynamic_shared:
    case Space::static_shared:
        if (at == Space::static_shared) lowest_static = std::min(lowest_static, a.address);
        races.access(at, a);
        count(a, kind_of(a.operation, true));
        break;
    case Space::constant: // on a GPU part of the instructions, or in the constant cache
    case Space::nowhere:
        break;
    }
    return true;
}

/// The access that follows tells which array an index was outside of.
bool Observer::State::settle_index(const Access& a, Space at) {
    const bool same_thread = a.place.thread == pending_index->place.thread;
    const SharedVariable* array = nullptr;
    for (const SharedVariable& candidate : pending_index->arrays) {
        const auto match = matched(candidate, pending_index->outside, a.address - space.static_shared().begin);
        if (!match || !same_thread) continue;
        pending_index->outside = *match;
        array = &candidate;
        break;
    }
    if (same_thread && array == nullptr && at != Space::nowhere) return true; // another access is in between
    tell_pending_index(array);
    return !same_thread;
}

void Observer::State::tell_pending_index(const SharedVariable* array) {
    findings.add(pending_index->place, FindingKind::out_of_bounds,
                 [&] { return describe(pending_index->outside, array); });
    pending_index.reset();
}

/// Gives the kept requests names and offsets, while the block's addresses still mean something.
void Observer::State::keep_requests() {
    for (const KeptRequest& request : log.take_kept()) {
        const SiteKey& key = log.key_of(request.site);
        WarpRequest& kept_request = kept.emplace_back();
        kept_request.line = request.site;
        kept_request.warp = request.warp;
        kept_request.phase = request.phase;
        kept_request.sectors = request.sectors;
        kept_request.wavefronts = request.wavefronts;
        kept_request.offset.fill(-1);
        const auto first = static_cast<std::size_t>(std::countr_zero(request.lanes.mask));
        std::uintptr_t begin = 0;
        if (key.surface != nullptr) {
            kept_request.memory = key.surface->name;
            kept_request.texel_bytes = key.surface->texel_bytes;
        } else {
            const Space at = space.space_of(request.lanes.address[first]);
            kept_request.memory = at == Space::global           ? space.range().name
                                  : at == Space::dynamic_shared ? "dynamic shared"
                                                                : "shared";
            begin = at == Space::global           ? space.range().begin
                    : at == Space::dynamic_shared ? space.dynamic_shared().begin
                                                  : lowest_static;
        }
        for (std::uint32_t left = request.lanes.mask; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            const std::uint64_t address = request.lanes.address[lane];
            kept_request.offset[lane] =
                key.surface != nullptr ? surface_offset(address) : static_cast<std::int64_t>(address - begin);
        }
    }
}

Observer::Observer(const MemoryMap& memory, const Options& options)
    : state_(std::make_unique<State>(memory, options)) {}
Observer::~Observer() = default;
Observer::Observer(Observer&&) noexcept = default;

void Observer::begin_block(const BlockToObserve& block) {
    State& s = *state_;
    s.block = block;
    if (s.options.searched != nullptr) return;
    s.lowest_static = no_address;
    s.space.begin_block(block);
    s.findings.begin_block(block);
    s.grid_races.begin_block(block);
    const auto threads = static_cast<int>(block.size.x * block.size.y * block.size.z);
    s.log.begin_block(s.is_chosen() ? s.options.chosen_warp : -1, threads);
    const bool forget = s.clock.begin_block(threads);
    s.races.begin_block(block, forget);
}

bool Observer::access(const AccessSite& place, std::uintptr_t address, int bytes, Operation operation) {
    if (const SearchedEntry* const entry = state_->options.searched) {
        const bool stores = operation != Operation::load && entry->surface == nullptr;
        if (stores && address < entry->end && address + static_cast<std::uintptr_t>(bytes) > entry->begin)
            state_->note_store(place);
        return true;
    }
    state_->judge_last_store();
    if (is_one_instruction(bytes)) return state_->access({place, address, bytes, operation});
    const int piece = piece_of(address, bytes);
    for (int done = 0; done < bytes; done += piece) {
        if (!state_->access({place, address + static_cast<std::uintptr_t>(done), piece, operation})) return false;
    }
    return true;
}

void Observer::surface_access(const AccessSite& place, const SurfaceMemory& surface, int x_bytes, int y, int bytes,
                              Operation operation) {
    State& s = *state_;
    if (const SearchedEntry* const entry = s.options.searched) {
        const bool stores = operation != Operation::load && entry->surface == &surface && entry->y == y;
        if (stores && x_bytes < entry->x_end && x_bytes + bytes > entry->x_begin) s.note_store(place);
        return;
    }
    const auto told = [&] {
        return fmt::format("{} {} bytes at byte column {} of row {} of {}", words_of(operation).verb, bytes, x_bytes, y,
                           surface.name);
    };
    if (x_bytes % bytes != 0) {
        s.findings.add(place, FindingKind::misaligned,
                       [&] { return fmt::format("{}, a column that is not a multiple of {}", told(), bytes); });
    }
    const bool inside =
        x_bytes >= 0 && y >= 0 && y < surface.rows && x_bytes + bytes <= surface.cols * surface.texel_bytes;
    if (inside && surface.written) {
        const std::int64_t first = y * surface.cols + x_bytes / surface.texel_bytes;
        const std::int64_t count = std::max(1, bytes / surface.texel_bytes);
        if (operation != Operation::store && !surface.written->all(first, count)) {
            s.findings.add(place, FindingKind::uninitialised_read,
                           [&] { return fmt::format("{}, which nobody has written", told()); });
        }
        if (operation != Operation::load) surface.written->mark(first, count);
    }
    if (!s.options.follow) return;
    const AccessKind kind = operation == Operation::load ? AccessKind::surface_load : AccessKind::surface_store;
    s.log.add(place.thread, {place.pc, kind, bytes, &surface}, surface_address(x_bytes, y, inside));
}

// Only the read of the copy is a request here: the store into shared memory is made later by the hardware, which counts
// it apart from the stores of threads.
bool Observer::copy_begins(const AccessSite& place, std::uintptr_t to, std::uintptr_t from, int bytes) {
    State& s = *state_;
    if (s.options.searched != nullptr) return true;
    s.judge_last_store();
    const int piece = is_one_instruction(bytes) ? bytes : std::min(piece_of(from, bytes), piece_of(to, bytes));
    for (int done = 0; done < bytes; done += piece) {
        const auto step = static_cast<std::uintptr_t>(done);
        const Access source{place, from + step, piece, Operation::load};
        Space at = s.space.space_of(source.address);
        if (!s.is_allowed(source, at == Space::global ? at : Space::nowhere, Words{"copies", "from"})) return false;
        s.look_at_values(source);
        const Access target{place, to + step, piece, Operation::store};
        at = s.space.space_of(target.address);
        const bool is_target = at == Space::dynamic_shared || at == Space::static_shared;
        if (!s.is_allowed(target, is_target ? at : Space::nowhere, Words{"copies", "to"})) return false;
        s.count(source, AccessKind::async_copy);
        s.races.copy_begins(at, target);
    }
    return true;
}

void Observer::copy_ends(int thread, std::uintptr_t to, int bytes) {
    if (state_->options.searched != nullptr) return;
    const Space at = state_->space.space_of(to);
    if (at != Space::dynamic_shared && at != Space::static_shared) return;
    state_->races.copy_ends(at, thread, to, bytes);
}

void Observer::note_ldg(const AccessSite& place, std::uintptr_t address, int bytes) {
    State& s = *state_;
    if (s.options.searched != nullptr || s.space.space_of(address) != Space::global) return;
    const GlobalRange& range = s.space.range();
    const Access load{place, address, bytes, Operation::load};
    if (range.writers && s.space.holds_all(Space::global, address, bytes))
        s.tell(load, range, GridRaces::ldg(load, range));
}

void Observer::note_lock(int thread, std::uintptr_t lock, bool taken) {
    if (state_->options.searched == nullptr) state_->clock.note_lock(thread, lock, taken);
}

void Observer::block_barrier() {
    if (state_->options.searched != nullptr) return;
    state_->clock.block_barrier();
    state_->log.all_met();
}

void Observer::warp_barrier(int warp, std::uint32_t mask) {
    State& s = *state_;
    if (s.options.searched != nullptr) return;
    s.clock.warp_barrier(warp, mask);
    const std::uint32_t all = s.clock.lanes_of(warp);
    if ((mask & all) == all) s.log.warp_met(warp);
}

void Observer::report(const AccessSite& place, FindingKind kind, std::string told) {
    state_->findings.add(place, kind, [&] { return std::move(told); });
    if (kind == FindingKind::integer_overflow) state_->findings.spoil(place.thread);
}

bool Observer::index_outside(const AccessSite& place, const OutsideIndex& outside) {
    State& s = *state_;
    if (s.options.searched != nullptr) return true;
    if (s.pending_index) s.tell_pending_index(nullptr);
    s.pending_index = {place, outside, s.space.arrays_at(place.pc, outside)};
    if (!s.pending_index->arrays.empty()) return true; // shared memory: the access will say which array it is
    s.tell_pending_index(nullptr);
    return false;
}

void Observer::end_block() {
    if (state_->options.searched != nullptr) return;
    state_->judge_last_store();
    if (state_->pending_index) state_->tell_pending_index(nullptr);
    state_->log.all_met();
    if (state_->is_chosen()) state_->keep_requests();
}

const std::optional<ObservedStore>& Observer::last_store() const { return state_->last_store; }

std::shared_ptr<Observed> Observer::take() {
    auto observed = std::make_shared<Observed>();
    observed->sites = state_->log.sites();
    observed->findings = state_->findings.take();
    observed->requests = std::exchange(state_->kept, {});
    return observed;
}

} // namespace pairscope::simt
