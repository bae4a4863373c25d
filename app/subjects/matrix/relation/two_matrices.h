// SPDX-License-Identifier: MIT
// The matrix of now beside another one of the same items: from another file, by another metric, or of other columns.
#pragma once

#include "app/subjects/data/data.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/matrix/relation/relation.h"
#include "kernels/data/names.h"
#include "kernels/ladder/output_buffer.h"
#include "kernels/matrix/matrix.h"
#include "render/heatmap_view.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// How two matrices are drawn.
enum class TwoView : std::uint8_t { beside, split, difference, swipe };
inline constexpr std::array<Name<TwoView>, 4> two_view_names{{{TwoView::beside, "beside", "Side by side"},
                                                              {TwoView::split, "split", "Split"},
                                                              {TwoView::difference, "difference", "Difference"},
                                                              {TwoView::swipe, "swipe", "Swipe"}}};
static_assert(is_in_order(two_view_names));
[[nodiscard]] constexpr std::string_view name_of(TwoView view) { return name_in(two_view_names, view); }
[[nodiscard]] constexpr std::string_view title_of(TwoView view) { return title_in(two_view_names, view); }

/// What the second matrix is made of.
struct OtherMatrix {
    std::filesystem::path file{};       ///< empty: the rows of now
    std::string workload{};             ///< whose distances it has; empty: that of now
    std::vector<std::string> columns{}; ///< names of columns in the file of now; empty: the columns of now
    bool operator==(const OtherMatrix&) const = default;
};

/// One of the two, or their difference: entries at the places of the picture.
struct ItemMatrix {
    OutputBuffer entries;
    std::shared_ptr<const Overview> overview; ///< null: the matrix is drawn without
    MatrixSummary summary;
};

/// Two matrices of their common items.
struct TwoMatrices {
    RelatedSets sets;
    association::CommonItems items;     ///< in the order of the picture
    std::array<ItemMatrix, 3> matrices; ///< the first, the second, and first minus second
    bool is_tested = false;             ///< the pictures come first
    std::optional<Relation> relation{}; ///< absent where they cannot be tested
    std::string why_no_relation{};      ///< one sentence
    std::vector<std::string> remarks{}; ///< about the second data, each a sentence
};
inline constexpr std::size_t difference_matrix = 2; ///< in TwoMatrices::matrices

/// What the two are made from. The sets are shared values that never change.
struct TwoKey {
    OtherMatrix other;
    std::shared_ptr<const Dataset> first;
    std::string_view workload;
    std::vector<double> parameters;
    std::shared_ptr<const MatrixOrder> order;
    bool operator==(const TwoKey&) const = default;
};

/// How a user looks at the two.
struct TwoLook {
    TwoView view = TwoView::beside;
    double swipe = 0.5;                 ///< share of the picture's width that shows the first one
    bool same_range = false;            ///< both have the colours of one range
    std::optional<HeatmapView> place{}; ///< absent: all of it
    bool operator==(const TwoLook&) const = default;
};

struct TwoState {
    std::optional<OtherMatrix> other{}; ///< absent: nothing is compared
    TwoLook look;
    std::shared_ptr<const TwoMatrices> made{}; ///< the last that was made; null: none yet
    std::optional<TwoKey> made_for{};
    std::optional<TwoKey> failed_for{}; ///< not tried again until something changes
    std::string failure{};              ///< why, in sentences
};

namespace command {

struct CompareMatrix {
    OtherMatrix other;
}; ///< shows the panel Two matrices
struct CloseOtherMatrix {};
struct LookAtTwo {
    TwoLook look;
};

void carry_out(const CompareMatrix&, State&, Effects&);
void carry_out(const CloseOtherMatrix&, State&, Effects&);
void carry_out(const LookAtTwo&, State&, Effects&);

} // namespace command

namespace job {

struct JoinMatrices {
    TwoKey key;
    DataSnapshot now;
};

/// Works out how the two are related.
struct TestMatrices {
    TwoKey key;
    std::shared_ptr<const TwoMatrices> two; ///< never null
};

} // namespace job

namespace event {

struct MatricesJoined {
    TwoKey key;
    std::shared_ptr<const TwoMatrices> two; ///< null: cancelled
};
struct MatricesTested {
    TwoKey key;
    std::shared_ptr<const TwoMatrices> two; ///< null: cancelled
};

void take(const MatricesJoined&, State&);
void take_failure(const MatricesJoined&, const Failure&, State&);
void take(const MatricesTested&, State&);
void take_failure(const MatricesTested&, const Failure&, State&);

} // namespace event

/// Why the matrix of now cannot be compared with another one, in one sentence; empty if it can.
[[nodiscard]] std::string why_no_two(const State& state);

/// The job that makes what is to be compared; absent: it is made, or nothing is compared.
[[nodiscard]] std::optional<Job> two_job(const State& state);

/// What is compared now; null: nothing, or it is not made yet.
[[nodiscard]] const TwoMatrices* two_now(const State& state);

/// The workloads of one set, one for each metric, by which the rows can be compared that the second matrix is of.
[[nodiscard]] std::vector<const WorkloadType*> metrics_of_rows(const DataSnapshot& data, const OtherMatrix& other);

/// "iris.csv (Manhattan)": one side of the two.
[[nodiscard]] std::string side_words(const Question& question);

/// Sentences about the two: how they are related, how their items were joined, and what was left out.
[[nodiscard]] std::vector<std::string> two_words(const TwoMatrices& two);

} // namespace pairscope::app
