// SPDX-License-Identifier: MIT
#include "kernels/neighbours/plane_search.h"

#include "kernels/neighbours/candidates.h"
#include "kernels/neighbours/finish.h"
#include "kernels/neighbours/loop_over.h"
#include "kernels/neighbours/pair_keys.h"
#include "kernels/neighbours/plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <mutex>

namespace pairscope::neighbours {
namespace {

/// Exact keys of the pairs of points of a tree with one place: both are at hand.
template <class Number> class KeysInPlane {
public:
    KeysInPlane(const Measure& measure, const TreeIn<Number>& tree) : measure_(measure), places_(tree.places) {}
    void begin(std::int64_t) {}
    void set_place(TreePointIn<Number> from) { from_ = from; }
    [[nodiscard]] double operator()(const Candidate& candidate) const {
        const TreePointIn<Number> to = places_[candidate.place];
        return measure_.key_of_square(rounded_square(std::array{from_.x, from_.y}, std::array{to.x, to.y}));
    }

private:
    const Measure& measure_;
    const TreePointIn<Number>* places_;
    TreePointIn<Number> from_{};
};

/// Squares in `Number` say which points are looked at in double.
template <class Number> class NearestInPlane {
public:
    using List = CandidateList<KeysInPlane<Number>>;

    /// `own_row` is left out; -1: none. The list has begun.
    NearestInPlane(const TreeIn<Number>& tree, TreePointIn<Number> from, std::int32_t own_row, List& list)
        : places_(tree.places), from_(from), own_row_(own_row), list_(list) {}

    [[nodiscard]] bool may_take(const BoxIn<Number>& box, std::int32_t least_row) const {
        const Number square = squared_distance(box, from_);
        if (square < low_limit_) return true;
        return square <= limit_ && may_take_exactly(box, least_row);
    }
    void look_at(const TreePointIn<Number>* places, const std::int32_t* rows) {
        std::array<Number, leaf_points> squares; // all of them first, which becomes vector instructions
        for (std::size_t i = 0; i < squares.size(); ++i) squares[i] = squared_distance(from_, places[i]);
        const auto first = static_cast<std::int32_t>(places - places_);
        for (std::size_t i = 0; i < squares.size(); ++i) {
            if (!(squares[i] <= limit_) || rows[i] == own_row_) continue;
            list_.add(key_to(places[i]), rows[i], first + static_cast<std::int32_t>(i));
            limit_ = square_above<Number>(list_.limit());
            low_limit_ = square_below<Number>(list_.low_limit());
        }
    }

private:
    [[nodiscard]] double key_to(TreePointIn<Number> to) const {
        return sum_of_squares(double{from_.x} - double{to.x}, double{from_.y} - double{to.y});
    }
    [[nodiscard, gnu::noinline]] bool may_take_exactly(const BoxIn<Number>& box, std::int32_t least_row) const {
        const TreePointIn<Number> nearest{std::clamp(from_.x, box.low_x, box.high_x),
                                          std::clamp(from_.y, box.low_y, box.high_y)};
        return list_.may_take(key_to(nearest), std::array{double{nearest.x}, double{nearest.y}}, least_row);
    }

    const TreePointIn<Number>* places_;
    TreePointIn<Number> from_;
    std::int32_t own_row_;
    List& list_;
    Number limit_ = std::numeric_limits<Number>::infinity(), low_limit_ = limit_;
};

/// Searches in one tree. Points along the curve need the same leaves, one after the other.
template <class Number> class PlaneSearch {
public:
    PlaneSearch(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                const RunControl& control)
        : table_(table), measure_(measure), control_(control), is_one_set_(question.second == nullptr),
          leaves_itself_out_(question.leaves_itself_out()), points_(plane_of(measure.first(), room_)),
          candidates_(is_one_set_ ? points_ : plane_of(measure.across(), room_across_)), memory_(candidates_, control),
          tree_(memory_.view()) {}

    void find_all() {
        if (!is_one_set_) return find_some(table_.rows, [](std::int64_t i) { return i; });
        cpu::for_rows(loop_over(tree_.count, searches_of_step, control_), [&](std::int64_t first, std::int64_t last) {
            List list(measure_, table_.k, KeysInPlane<Number>(measure_, tree_));
            for (auto i = static_cast<std::int32_t>(first); i < static_cast<std::int32_t>(last); ++i)
                find(tree_.rows[i], tree_.places[i], i / leaf_points, list);
        });
    }
    template <class RowOf> void find_some(std::int64_t count, RowOf row_of) {
        if (tree_.count == 0) return; // it was stopped
        cpu::for_rows(loop_over(count, searches_of_step, control_), [&](std::int64_t first, std::int64_t last) {
            List list(measure_, table_.k, KeysInPlane<Number>(measure_, tree_));
            for (std::int64_t i = first; i < last; ++i) {
                const std::int64_t row = row_of(i);
                const auto at = 2 * static_cast<std::size_t>(row);
                const TreePointIn<Number> from{points_[at], points_[at + 1]};
                if (std::isfinite(from.x) && std::isfinite(from.y)) find(row, from, memory_.leaf_near(from), list);
            }
        });
    }

private:
    using List = CandidateList<KeysInPlane<Number>>;

    void find(std::int64_t row, TreePointIn<Number> from, std::int32_t leaf, List& list) {
        list.begin(row);
        list.exact_keys().set_place(from);
        NearestInPlane<Number> nearest(tree_, from, leaves_itself_out_ ? static_cast<std::int32_t>(row) : -1, list);
        TreeWalk<Number, NearestInPlane<Number>>(tree_, nearest).run(leaf);
        list.write(table_, row);
    }

    NeighbourTable& table_;
    const Measure& measure_;
    const RunControl& control_;
    bool is_one_set_, leaves_itself_out_;
    std::vector<Number> room_, room_across_;
    std::span<const Number> points_, candidates_;
    TreeMemory<Number> memory_;
    TreeIn<Number> tree_;
};

/// Searches by float32 keys first, which decide most rows. The others are left for the exact search.
class QuickSearch {
public:
    QuickSearch(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                const RunControl& control)
        : table_(table), measure_(measure), is_one_set_(question.second == nullptr),
          leaves_itself_out_(question.leaves_itself_out()), points_(rounded_plane_of(question.first, room_)),
          candidates_(is_one_set_ ? points_ : rounded_plane_of(*question.second, room_across_)),
          memory_(candidates_, control), tree_(memory_.view()), doubt_(doubt_about(question.first)),
          are_sure_(measure.has_exact_float_keys()) {
        doubt_.distance = std::max(doubt_.distance, doubt_about(question.across()).distance);
    }

    [[nodiscard]] bool is_stopped() const { return tree_.count == 0; }
    [[nodiscard]] std::int64_t searches() const { return is_one_set_ ? tree_.count : table_.rows; }
    /// Makes every search, or one of each `step`, and returns the rows that are in doubt.
    [[nodiscard]] std::vector<std::int64_t> find(std::int64_t step, const RunControl& control) {
        std::vector<std::int64_t> doubtful;
        std::mutex adding;
        const std::int64_t count = (searches() + step - 1) / step;
        const auto find_with = [&]<int capacity>(const NearestList<capacity>&) {
            cpu::for_rows(loop_over(count, searches_of_step, control), [&](std::int64_t first, std::int64_t last) {
                RowFinish finish(measure_, table_.k);
                std::vector<std::int64_t> part;
                for (std::int64_t i = first; i < last; ++i) find_one<capacity>(step * i, finish, part);
                finish.finish_waiting(table_);
                const std::scoped_lock lock(adding);
                doubtful.insert(doubtful.end(), part.begin(), part.end());
            });
        };
        if (are_sure_)
            with_list_for(table_.k, find_with);
        else
            with_longer_list_for(table_.k, find_with);
        return doubtful;
    }

private:
    template <int capacity> void find_one(std::int64_t i, RowFinish& finish, std::vector<std::int64_t>& doubtful) {
        const auto at = static_cast<std::size_t>(i);
        const std::int64_t row = is_one_set_ ? tree_.rows[at] : i;
        const TreePoint from = is_one_set_ ? tree_.places[at] : TreePoint{points_[2 * at], points_[2 * at + 1]};
        if (!std::isfinite(from.x) || !std::isfinite(from.y)) return;
        const std::int32_t leaf = is_one_set_ ? static_cast<std::int32_t>(i / leaf_points) : memory_.leaf_near(from);
        NearestByKey<capacity> nearest(from, leaves_itself_out_ ? static_cast<std::int32_t>(row) : -1);
        TreeWalk<float, NearestByKey<capacity>>(tree_, nearest).run(leaf);
        const auto& keys = nearest.list().keys;
        if (are_sure_) return write_exact(row, keys);
        const float last = std::sqrt(squared_in(keys[table_.k - 1])), next = std::sqrt(squared_in(keys[table_.k]));
        if (doubt_.is_near(last, next)) return doubtful.push_back(row);
        for (int k = 0; k < table_.k; ++k)
            table_.neighbours[static_cast<std::size_t>(row * table_.k + k)] = row_in(keys[k]);
        finish.finish_waiting(table_);
        finish.let_wait(table_, row);
    }
    /// The squares of the keys are the exact ones.
    void write_exact(std::int64_t row, const std::uint64_t* keys) {
        const bool takes_root = measure_.metric() == Metric::euclidean;
        auto at = static_cast<std::size_t>(row * table_.k);
        for (int k = 0; k < table_.k; ++k, ++at) {
            const auto square = static_cast<double>(squared_in(keys[k]));
            table_.neighbours[at] = row_in(keys[k]);
            table_.distances[at] = takes_root ? std::sqrt(square) : square;
        }
    }

    NeighbourTable& table_;
    const Measure& measure_;
    bool is_one_set_, leaves_itself_out_;
    std::vector<float> room_, room_across_;
    std::span<const float> points_, candidates_;
    TreeMemory<float> memory_;
    PointTree tree_;
    RoundingDoubt doubt_;
    bool are_sure_; ///< the float32 keys are exact
};

/// Is it worth the time to search by float32 keys first? In a lattice most rows would be in doubt.
bool are_mostly_sure(QuickSearch& quick, const RunControl& control) {
    constexpr std::int64_t samples = 500;
    const std::int64_t step = quick.searches() / samples + 1;
    return std::ssize(quick.find(step, control)) < quick.searches() / step / 8;
}

/// Looks at every pair of a few rows.
template <class KeyOf>
void search_rows(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                 const RunControl& control, std::span<const std::int64_t> rows, const KeyOf& key_of) {
    const std::vector<bool> usable = usable_vectors(question.across(), question.metric);
    cpu::for_rows(loop_over(std::ssize(rows), 1, control), [&](std::int64_t first, std::int64_t last) {
        CandidateList<> list(measure, table.k);
        for (const std::int64_t row :
             rows.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first))) {
            list.begin(row);
            for (std::int64_t col = 0; col < question.across().rows; ++col)
                if (usable[static_cast<std::size_t>(col)] && col != question.own_row(row))
                    list.add(key_of(row, col), static_cast<std::int32_t>(col));
            list.write(table, row);
        }
    });
}

void find_rows(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
               std::span<const std::int64_t> rows, const RunControl& control) {
    if (rows.empty()) return;
    constexpr std::size_t few = 64; // for which it is not worth the time to build a tree
    if (rows.size() <= few)
        return with_keys_of_pairs(question, measure, [&](const auto& key_of) {
            search_rows(table, question, measure, control, rows, key_of);
        });
    with_number_for(measure, [&]<class Number>(Number) {
        PlaneSearch<Number>(table, question, measure, control).find_some(std::ssize(rows), [rows](std::int64_t i) {
            return rows[static_cast<std::size_t>(i)];
        });
    });
}

} // namespace

void search_plane(NeighbourTable& table, const NeighbourQuestion& question, const Measure& measure,
                  const RunControl& control) {
    const RunControl silent{.stop = control.stop, .rows_done = nullptr, .threads = control.threads};
    if (suits_float_keys(question.first) && (question.second == nullptr || suits_float_keys(*question.second))) {
        QuickSearch quick(table, question, measure, control);
        if (quick.is_stopped()) return;
        if (are_mostly_sure(quick, silent)) return find_rows(table, question, measure, quick.find(1, control), silent);
    }
    with_number_for(measure,
                    [&]<class Number>(Number) { PlaneSearch<Number>(table, question, measure, control).find_all(); });
}

void find_again(NeighbourTable& table, const NeighbourQuestion& question, std::span<const std::int64_t> rows,
                const RunControl& control) {
    if (rows.empty()) return;
    Measure measure(question);
    measure.look_for_exact_keys();
    find_rows(table, question, measure, rows, control);
}

} // namespace pairscope::neighbours
