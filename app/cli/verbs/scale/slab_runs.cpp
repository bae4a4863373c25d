// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/slab_runs.h"

#include "app/cli/reports/output.h"
#include "app/subjects/data/data.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/scale/slabs/slab_nearest.h"
#include "kernels/scale/slabs/slab_preparation.h"
#include "kernels/scale/slabs/slab_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace pairscope::cli {
namespace {

double bytes_of_files(const SlabData& slabs) {
    double bytes = 0.0;
    for (const auto& reader : slabs.readers)
        bytes += static_cast<double>(reader->rows()) * static_cast<double>(reader->file().row_bytes());
    return bytes;
}

void say_rounded(const SlabReader& reader) {
    if (reader.has_rounded())
        say(fmt::format("{}: as coordinates, whole numbers beyond 9 007 199 254 740 992 are rounded to doubles",
                        reader.file().name()));
}

/// What the table takes, beside slabs.
void require_room(const SlabLook& look, std::int64_t rows, int k) {
    constexpr std::int64_t bytes_of_entry = sizeof(std::int32_t) + sizeof(double);
    const std::int64_t bytes = rows * k * bytes_of_entry;
    if (bytes > look.slabs().memory)
        throw InputError(fmt::format("the table of {} for {} takes {}, and {} of --memory are left: give more memory, "
                                     "or choose fewer rows with --n",
                                     counted(k, "neighbour"), counted(rows, "row"),
                                     bytes_in_words(static_cast<double>(bytes)),
                                     bytes_in_words(static_cast<double>(look.slabs().memory))));
}

} // namespace

SlabLook::SlabLook(const SlabData& slabs, scale::Directions directions, int threads)
    : slabs_(slabs), threads_(threads), pairs_(slabs.question, directions, slabs.memory, threads), scan_(pairs_) {}

bool SlabLook::run(const PieceRun& run) {
    const Pieces pieces{.work = scan_.work(), .doing = "looking at all rows", .bytes = bytes_of_files(slabs_)};
    if (!run_pieces(pieces, run)) return false;
    traits_ = scan_.traits();
    pairs_.expect(traits_);
    if (!run.prints()) return true;
    for (const auto& reader : slabs_.readers) say_rounded(*reader);
    const app::Question& question = slabs_.data.question;
    const auto say_odd_rows = [&](const Dataset& set, const OddRows& odd) {
        for (const std::string& note : notes_on_odd_rows(type_of(question.workload), set.dims, odd))
            say(fmt::format("{}: {}", set.name, note));
    };
    say_odd_rows(*question.first, traits_.odd);
    if (!slabs_.question.is_one_set()) say_odd_rows(question.across(), traits_.odd_across);
    std::int64_t left_out = question.first->rows - traits_.usable;
    if (!slabs_.question.is_one_set()) left_out += question.across().rows - traits_.usable_across;
    const WorkloadType& type = type_of(question.workload);
    const std::string_view which = scale::which_rows_have_none(type);
    if (left_out == 0) return true;
    const std::string words = app::left_out_words(left_out, noun_for(slabs_.data), type);
    say(which.empty() ? words : fmt::format("{}; a row has no distances if {}", words, which));
    return true;
}

std::optional<scale::ExtremePair> farthest_in_slabs(const SlabLook& look, std::string_view doing, const PieceRun& run) {
    scale::SlabFarthest search(look.pairs(), look.scan());
    const Pieces rows{
        .work = search.rows_work(), .doing = "looking for rows far out", .bytes = bytes_of_files(look.slabs())};
    if (!run_pieces(rows, run)) return {};
    const Pieces pieces{.work = search.work(look.slabs().memory, look.threads()), .doing = doing};
    if (!run_pieces(pieces, run)) return {};
    return search.found();
}

std::optional<NamedPair> named_pair(const SlabData& slabs, const scale::ExtremePair& pair) {
    if (!pair.exists()) return {};
    return NamedPair{pair.first, pair.second, scale::distance_of(slabs.question.metric, pair.exact)};
}

void refuse_radius_in_slabs(const app::Question& question) {
    throw InputError(fmt::format("which pairs lie at a radius by the {} is decided with the numbers of the file, too, "
                                 "so it needs whole sets: leave --memory out",
                                 metric_in_words(question)));
}

std::optional<neighbours::NeighbourTable> nearest_in_slabs(const SlabLook& look, int k, const PieceRun& run) {
    require_room(look, look.pairs().blocks().rows, k);
    scale::SlabNearest search(look.pairs(), look.traits(), k);
    const Pieces pieces{.work = search.work(),
                        .doing = "finding nearest neighbours",
                        .pairs = static_cast<double>(look.pairs().blocks().rows) *
                                 static_cast<double>(look.pairs().blocks().cols),
                        .bytes = look.pairs().bytes_to_read()};
    if (!run_pieces(pieces, run)) return {};
    return std::move(search.table());
}

std::vector<std::int64_t> neighbours_listed(const neighbours::NeighbourTable& table, int k) {
    std::vector<std::int64_t> listed;
    for (std::int64_t row = 0; row < table.rows; ++row) {
        const auto rows = table.neighbours_of(row);
        for (std::size_t i = 0; i < std::min(rows.size(), static_cast<std::size_t>(k)); ++i)
            if (rows[i] >= 0) listed.push_back(rows[i]);
    }
    std::ranges::sort(listed);
    listed.erase(std::ranges::unique(listed).begin(), listed.end());
    return listed;
}

std::optional<neighbours::NeighbourTable> nearest_back(const SlabLook& look, int k, std::vector<std::int64_t> rows,
                                                       const PieceRun& run) {
    const scale::SlabQuestion& there = look.pairs().question();
    require_room(look, std::ssize(rows), k);
    scale::SlabTraits traits = look.traits();
    traits.usable = std::ssize(rows); // a vector without distances is nobody's neighbour
    traits.usable_across = look.traits().usable;
    traits.hashes.clear();
    traits.hashes_across = look.traits().hashes;
    scale::SlabSide first{.reader = there.across().reader, .listed = std::move(rows)};
    scale::SlabPairs pairs({.first = std::move(first),
                            .second = scale::SlabSide{.reader = there.first.reader},
                            .metric = there.metric,
                            .own = there.own},
                           scale::Directions::both, look.slabs().memory, look.threads());
    if (pairs.blocks().side == look.pairs().blocks().side) pairs.expect(traits);
    scale::SlabNearest search(pairs, traits, k);
    const Pieces pieces{.work = search.work(), .doing = "finding nearest neighbours back"};
    if (!run_pieces(pieces, run)) return {};
    return std::move(search.table());
}

} // namespace pairscope::cli
