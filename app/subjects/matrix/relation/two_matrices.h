// SPDX-License-Identifier: MIT
// The matrix of now beside another one of the same items: from another file, by another metric, or of other columns.
#pragma once

#include "app/spine/other_matrix.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/matrix/relation/relation.h"
#include "kernels/ladder/output_buffer.h"
#include "kernels/matrix/matrix.h"

#include <array>
#include <cstdint>
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

/// The colours of one matrix, for two: a range of what is in sight is that of all entries.
[[nodiscard]] ColourSettings colours_for_two(ColourSettings colours);
/// What is known of the entries of one of the two, or of both where they have one range.
[[nodiscard]] MatrixSummary summary_of(const TwoMatrices& two, std::size_t which, bool same_range);

/// The second matrix of a session that is opened takes the place of what is compared now.
void use_second(State& state, const SecondMatrix& second);

/// What is compared now; null: nothing, or it is not made yet.
[[nodiscard]] const TwoMatrices* two_now(const State& state);

/// The workloads of one set, one for each metric, by which the rows can be compared that the second matrix is of.
[[nodiscard]] std::vector<const WorkloadType*> metrics_of_rows(const DataSnapshot& data, const OtherMatrix& other);

/// "given distances", "1 - s of given similarities s".
[[nodiscard]] std::string given_words(Similarity similarity);
/// "iris.csv (Manhattan distance)", "kin.csv (given distances)": one side of the two, 0 or 1.
[[nodiscard]] std::string side_words(const RelatedSets& sets, std::size_t which);

/// Sentences about the two: how they are related, how their items were joined, and what was left out.
[[nodiscard]] std::vector<std::string> two_words(const TwoMatrices& two);

} // namespace pairscope::app
