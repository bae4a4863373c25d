// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_farthest.h"

#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <limits>
#include <span>

namespace pairscope::scale {
namespace {

using neighbours::MetricReader;
using neighbours::NeighbourQuestion;

/// The outermost rows of the slabs whose outermost rows are farthest out, in the order of the file.
std::vector<std::int64_t> farthest_out(std::vector<RadiusOfRow> outermost) {
    constexpr std::size_t most = 256;
    std::erase_if(outermost, [](const RadiusOfRow& row) { return row.row < 0; });
    std::ranges::sort(outermost, [](const RadiusOfRow& a, const RadiusOfRow& b) {
        return a.radius != b.radius ? a.radius > b.radius : a.row < b.row;
    });
    std::vector<std::int64_t> rows;
    for (const RadiusOfRow& one : outermost)
        if (rows.size() < most) rows.push_back(one.row);
    std::ranges::sort(rows);
    return rows;
}

double largest_radius(const std::vector<RadiusOfRow>& outermost) {
    double most = 0.0;
    for (const RadiusOfRow& row : outermost)
        if (row.row >= 0) most = std::max(most, row.radius);
    return most;
}

/// Pairs of other slabs have keys with other errors.
ExtremePair with_exact_key(const SlabQuestion& question, ExtremePair pair) {
    pair.key = question.cheap_key_of(pair.exact);
    return pair;
}

} // namespace

SlabFarthest::SlabFarthest(const SlabPairs& pairs, const SlabScan& scan)
    : pairs_(pairs), slack_(pairs.question().slack()), middle_(scan.middle()),
      most_listed_(
          std::max<std::int64_t>(4096, (pairs.question().first.rows() + pairs.question().across().rows()) / 32)) {
    if (middle_.empty()) return;
    first_.most = largest_radius(scan.outermost_across());
    across_.most = largest_radius(scan.outermost());
    find_good_start(scan);
}

void SlabFarthest::find_good_start(const SlabScan& scan) {
    const SlabQuestion& question = pairs_.question();
    const std::vector<std::int64_t> rows = farthest_out(scan.outermost()), cols = farthest_out(scan.outermost_across());
    if (rows.empty() || cols.empty()) return;
    const Dataset first = question.first.reader->rows_of(rows);
    const Dataset second = question.is_one_set() ? Dataset{} : question.across().reader->rows_of(cols);
    const NeighbourQuestion asked{.first = first,
                                  .second = question.is_one_set() ? nullptr : &second,
                                  .k = 1,
                                  .metric = question.metric,
                                  .own = question.own};
    const AllKeys keys(asked, PlaceKeys::chords);
    Contest contest(keys, {.first = 0, .listed = rows}, {.first = 0, .listed = cols}, question.is_one_set());
    for (std::int64_t i = 0; i < keys.rows(); ++i)
        for (std::int64_t j = question.is_one_set() ? i + 1 : 0; j < keys.cols(); ++j) {
            const bool is_itself =
                question.same_rows && rows[static_cast<std::size_t>(i)] == cols[static_cast<std::size_t>(j)];
            if (!is_itself) offer_finite(keys, contest, i, j, keys.key(i, j));
        }
    tell(with_exact_key(question, contest.best()));
    has_start_ = known_.exists() && !question.same_rows; // a list would lose which rows are the same
}

bool SlabFarthest::cannot_win(double key) const { return known_.exists() && key < known_.key - slack_.of(known_.key); }

/// The rows of a slab, with their radius, that are so far out that a pair with the outermost row may win.
Bytes SlabFarthest::rows_of(std::int64_t piece) const {
    const std::int64_t slabs = pairs_.slabs();
    const int set = piece < slabs ? 0 : 1;
    const std::int64_t number = piece < slabs ? piece : piece - slabs;
    const double most = set == 0 ? first_.most : across_.most;
    const Metric metric = pairs_.question().metric;
    const SlabPairs::Slab slab = pairs_.slab(set, number);
    const std::vector<bool> usable = neighbours::usable_vectors(slab->set, metric);
    const MetricReader reader(slab->set, metric);
    std::vector<double> vector(reader.length());
    std::vector<RadiusOfRow> found;
    for (std::int64_t row = 0; row < slab->set.rows; ++row) {
        if (!usable[static_cast<std::size_t>(row)]) continue;
        reader.read(row, vector);
        const double radius = radius_of(metric, vector, middle_);
        if (!cannot_win(largest_key(metric, radius, most)))
            found.push_back({.radius = radius, .row = number * pairs_.blocks().side + row});
    }
    ByteWriter writer;
    for (const int side : {0, 1}) {
        const std::vector<RadiusOfRow> none;
        const std::vector<RadiusOfRow>& rows = side == set ? found : none;
        writer.put(static_cast<std::int64_t>(rows.size()));
        writer.put_all(std::span<const RadiusOfRow>(std::ssize(rows) > most_listed_ ? none : rows));
    }
    return writer.take();
}

void SlabFarthest::take_rows(std::span<const std::byte> result) {
    ByteReader reader(result);
    for (Candidates* candidates : {&first_, &across_}) {
        candidates->count += reader.get<std::int64_t>();
        const auto rows = reader.get_all<RadiusOfRow>();
        candidates->rows.insert(candidates->rows.end(), rows.begin(), rows.end());
        if (candidates->count > most_listed_) candidates->rows = {};
    }
}

bool SlabFarthest::has_list() const {
    return has_start_ && first_.count <= most_listed_ && across_.count <= most_listed_;
}

PieceWork SlabFarthest::rows_work() {
    PieceWork work;
    work.pieces = !has_start_ ? 0 : pairs_.slabs() + (pairs_.question().is_one_set() ? 0 : pairs_.slabs_across());
    work.compute = [this](std::int64_t piece, const std::stop_token&) { return rows_of(piece); };
    work.merge = [this](std::span<const std::byte> result) { take_rows(result); };
    work.merged = [this] {
        ByteWriter writer;
        for (const Candidates* candidates : {&first_, &across_}) {
            writer.put(candidates->count);
            writer.put_all(std::span<const RadiusOfRow>(candidates->rows));
        }
        return writer.take();
    };
    work.is_needed_everywhere = true;
    return work;
}

PieceWork SlabFarthest::work(std::int64_t memory, int threads) {
    if (has_list()) {
        sorted_ = outermost_first(std::move(first_.rows));
        sorted_across_ = outermost_first(std::move(across_.rows));
        SlabQuestion question = pairs_.question();
        question.first.listed = sorted_.rows;
        if (question.second) question.second->listed = sorted_across_.rows;
        listed_ = std::make_unique<SlabPairs>(std::move(question), Directions::one, memory, threads);
    }
    PieceWork work;
    work.pieces = looked_at().blocks().count();
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) {
        const auto pair = ByteReader(result).get<ExtremePair>();
        if (wins<Extreme::farthest>(pair, merged_)) merged_ = pair;
        tell(pair);
    };
    work.merged = [this] {
        ByteWriter writer;
        writer.put(merged_);
        return writer.take();
    };
    work.learns = !middle_.empty();
    work.is_needed_everywhere = true;
    return work;
}

void SlabFarthest::learn(Contest& contest) {
    const std::scoped_lock lock(telling_);
    contest.offer(known_);
}

void SlabFarthest::tell(const ExtremePair& pair) {
    const std::scoped_lock lock(telling_);
    if (wins<Extreme::farthest>(pair, known_)) known_ = pair;
}

Bytes SlabFarthest::result_of(std::int64_t piece, const std::stop_token& stop) {
    const SlabPairs& pairs = looked_at();
    const PairBlock block = pairs.blocks().at(piece);
    ExtremePair best;
    bool may_win = true;
    if (listed_) {
        const OutermostFirst& across = pairs.question().is_one_set() ? sorted_ : sorted_across_;
        const double most =
            largest_key(pairs.question().metric, sorted_.radius[static_cast<std::size_t>(block.first_row)],
                        across.radius[static_cast<std::size_t>(block.first_col)]);
        const std::scoped_lock lock(telling_);
        may_win = !cannot_win(most);
    }
    if (may_win)
        pairs.with_block(block, [&](const NeighbourQuestion& question) {
            const AllKeys keys(question, PlaceKeys::chords);
            Contest contest(keys, pairs.rows_named(block), pairs.cols_named(block), pairs.question().is_one_set());
            learn(contest);
            if (listed_)
                look_at_listed(block, contest, question, keys, stop);
            else
                look_at_slabs(contest, keys, stop);
            best = with_exact_key(pairs.question(), contest.best());
        });
    if (!stop.stop_requested()) tell(best);
    ByteWriter writer;
    writer.put(best);
    return writer.take();
}

void SlabFarthest::look_at_listed(const PairBlock& block, Contest& contest, const NeighbourQuestion& question,
                                  const AllKeys& keys, const std::stop_token& stop) {
    const auto part = [](const OutermostFirst& sorted, std::int64_t first, std::int64_t count) {
        OutermostFirst some;
        for (std::int64_t i = 0; i < count; ++i) {
            some.rows.push_back(i);
            some.radius.push_back(sorted.radius[static_cast<std::size_t>(first + i)]);
        }
        return some;
    };
    const bool is_one_set = listed_->question().is_one_set();
    const OutermostFirst rows = part(sorted_, block.first_row, question.first.rows),
                         cols = part(is_one_set ? sorted_ : sorted_across_, block.first_col, question.across().rows);
    look_at_outermost({.keys = keys, .first = rows, .across = cols},
                      {.first_row = 0, .end_row = keys.rows(), .first_col = 0, .end_col = keys.cols()}, contest, stop,
                      [&] { learn(contest); });
}

void SlabFarthest::look_at_slabs(Contest& contest, const AllKeys& keys, const std::stop_token& stop) {
    const NeighbourQuestion& question = keys.question();
    const PairBlock whole{.first_row = 0, .end_row = keys.rows(), .first_col = 0, .end_col = keys.cols()};
    if (middle_.empty()) return look_at_all(keys, whole, contest, stop);
    const auto sorted = [&](const Dataset& set, const auto& is_usable) {
        return sorted_by_radius(MetricReader(set, question.metric), question.metric, middle_, is_usable);
    };
    const OutermostFirst rows = sorted(question.first, [&](std::int64_t row) { return keys.is_usable(row); });
    const OutermostFirst cols =
        keys.is_one_set() ? rows
                          : sorted(question.across(), [&](std::int64_t row) { return keys.is_usable_across(row); });
    look_at_outermost(
        {.keys = keys, .first = rows, .across = cols},
        {.first_row = 0, .end_row = std::ssize(rows.rows), .first_col = 0, .end_col = std::ssize(cols.rows)}, contest,
        stop, [&] { learn(contest); });
}

} // namespace pairscope::scale
