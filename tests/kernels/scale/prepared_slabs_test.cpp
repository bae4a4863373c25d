// SPDX-License-Identifier: MIT
// Metrics that change rows before they compare them, of sets that are read in slabs: the answers have the bits of sets
// that are loaded whole.
#include "kernels/data/globe.h"
#include "kernels/data/vectors.h"
#include "kernels/scale/farthest.h"
#include "kernels/scale/nearest_rows.h"
#include "kernels/scale/slabs/slab_farthest.h"
#include "kernels/scale/slabs/slab_nearest.h"
#include "kernels/scale/slabs/slab_preparation.h"
#include "kernels/scale/slabs/slab_statistics.h"
#include "tests/kernels/scale/slab_samples.h"
#include "tests/kernels/temporary_folder.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <set>

namespace pairscope::scale {
namespace {

using testing::HasSubstr;

constexpr std::int64_t ample = std::int64_t{1} << 30;

/// A question of a workload about files, in slabs and about whole sets.
class FileQuestion {
public:
    FileQuestion(const WorkloadType& type, const std::vector<std::filesystem::path>& files) : type_(type) {
        const InputRule rule{.sets = 1, .element = type.inputs.element, .rows = {1, 1'000'000}, .dims = {1, 4096}};
        const VectorRequest request{.most_rows = 100000};
        std::vector<SlabReader*> readers;
        for (const auto& file : files) {
            readers_.push_back(std::make_unique<SlabReader>(std::make_shared<const ArrayFile>(InputFile(file)),
                                                            most_rows_in_slabs, SlabForm{.element = rule.element}));
            readers.push_back(readers_.back().get());
        }
        find_columns(readers, ample);
        prepare_slabs(type, readers, {"column 1", "column 2"}, ample);
        if (files.size() == 1) {
            first_ = second_ = std::make_shared<const Dataset>(load_vectors(files[0], rule, request));
        } else {
            TwoSets two =
                finished(read_vectors(files[0], rule, request), read_vectors(files[1], rule, request), rule, request);
            first_ = std::make_shared<const Dataset>(std::move(two.a));
            second_ = std::make_shared<const Dataset>(std::move(two.b));
        }
        bring_as_needed_by(type, first_, second_);
        if (type.metric == Metric::own)
            own_ = {.pair = type.pair,
                    .of_rows = type.pair_of_rows,
                    .nearly = type.pair_nearly,
                    .parameters = usual_parameters(type)};
    }
    [[nodiscard]] neighbours::NeighbourQuestion of_whole(int k = 1) const {
        return {.first = *first_,
                .second = second_ == first_ ? nullptr : second_.get(),
                .k = k,
                .metric = type_.metric,
                .own = own_};
    }
    [[nodiscard]] SlabQuestion in_slabs() const {
        SlabQuestion question{.first = {.reader = readers_[0].get()},
                              .metric = type_.metric,
                              .own = own_,
                              .prepares_rows = type_.prepare != nullptr};
        if (readers_.size() == 2) question.second = SlabSide{.reader = readers_[1].get()};
        return question;
    }
    [[nodiscard]] const Dataset& whole() const { return *first_; }
    [[nodiscard]] Dataset slab(std::int64_t first, std::int64_t count) const {
        return readers_[0]->read(first, count).set;
    }

private:
    const WorkloadType& type_;
    std::vector<std::unique_ptr<SlabReader>> readers_;
    std::shared_ptr<const Dataset> first_, second_;
    OwnDistance own_{};
};

void run_all(const PieceWork& work) { ASSERT_TRUE(run_here(work, {.threads = 2})); }

void expect_equal_answers(const FileQuestion& asked) {
    const neighbours::NeighbourQuestion question = asked.of_whole();
    const AllKeys chords(question, PlaceKeys::chords), keys(question, PlaceKeys::kilometres);
    FarthestSearch farthest(chords);
    run_all(farthest.work());
    SlabPairs pairs(asked.in_slabs(), Directions::one, ample, 2);
    ASSERT_GT(pairs.slabs() + pairs.slabs_across(), 3);
    SlabScan scan(pairs);
    run_all(scan.work());
    SlabFarthest search(pairs, scan);
    run_all(search.rows_work());
    run_all(search.work(ample, 2));
    samples::expect_equal(search.found(), farthest.found());

    const BinsAsked bins{.count = 13};
    StatisticsSearch whole(keys, bins_for(keys, farthest.found(), bins));
    run_all(whole.work());
    pairs.expect(scan.traits());
    SlabStatistics statistics(pairs, bins_for(pairs, scan.traits(), search.found(), bins));
    EXPECT_EQ(statistics.bins().step, whole.bins().step);
    run_all(statistics.work());
    samples::expect_equal(statistics.found(), whole.found());

    const neighbours::NeighbourTable table = neighbours::nearest_neighbours(asked.of_whole(3), {.threads = 2});
    const SlabPairs both(asked.in_slabs(), Directions::both, ample, 2);
    SlabNearest nearest(both, scan.traits(), 3);
    run_all(nearest.work());
    EXPECT_EQ(nearest.table().neighbours, table.neighbours);
    EXPECT_EQ(nearest.table().left_out, table.left_out);
    const auto bits = [](const std::vector<double>& distances) { // NaN is equal to NaN
        std::vector<double> held = distances;
        for (double& x : held)
            if (std::isnan(x)) x = -1.0;
        return held;
    };
    EXPECT_EQ(bits(nearest.table().distances), bits(table.distances));
}

/// Workloads with distances of vectors as they are in the file, by metrics that slabs can have.
template <class Use> void for_workloads(const Use& use) {
    for (const WorkloadType& type : workload_types())
        if (why_no_distances(type).empty() && why_not_in_slabs(type).empty() && !type.inputs.unit_length) use(type);
}

std::string numbers_for(const WorkloadType& type, const samples::SlabType& sample, std::int64_t rows, std::int64_t dims,
                        unsigned seed) {
    if (type.metric != Metric::great_circle) return sample.numbers(static_cast<std::size_t>(rows * dims), seed);
    std::vector<double> places = samples::random_numbers<double>(static_cast<std::size_t>(rows * dims), seed, -90, 90);
    for (std::size_t i = 1; i < places.size(); i += 2) places[i] *= 2.0; // the longitude is the second coordinate
    return samples::bytes_in_file(places);
}

TEST(PreparedSlabs, have_the_answers_of_whole_sets) {
    const TemporaryFolder folder;
    constexpr std::int64_t rows = 330, fewer = 71;
    std::set<std::string_view> prepared;
    for_workloads([&](const WorkloadType& type) {
        const std::int64_t dims = type.metric == Metric::great_circle ? 2 : 3;
        for (const samples::SlabType& sample : {samples::SlabType{"|u1", samples::numbers_of<std::uint8_t, 0, 6>},
                                                {"<i2", samples::numbers_of<std::int16_t, 200, 900>},
                                                {"<f4", samples::numbers_of<float, -1, 4>},
                                                {"<f8", samples::numbers_of<double, 0, 1>},
                                                {"<f8", samples::far_doubles}}) {
            if (type.inputs.element == Element::uint8 && sample.type != "|u1") continue;
            if (type.metric == Metric::great_circle && sample.type != "<f8") continue;
            SCOPED_TRACE(fmt::format("{} {}", type.id, sample.type));
            const auto array = [&](const std::string& name, std::int64_t count, unsigned seed) {
                return folder.file(name, samples::npy_head(sample.type, fmt::format("({}, {})", count, dims)) +
                                             numbers_for(type, sample, count, dims, seed));
            };
            const auto a = array("a.npy", rows, 11), b = array("b.npy", fewer, 12);
            expect_equal_answers(FileQuestion(type, {a}));
            expect_equal_answers(FileQuestion(type, {b, a}));
            if (type.prepare != nullptr) prepared.insert(metric_name_of(type));
        }
    });
    EXPECT_GE(prepared.size(), 8u);
}

TEST(PreparedSlabs, have_the_rows_of_whole_sets) {
    const TemporaryFolder folder;
    std::string numbers = samples::bytes_in_file(samples::random_numbers<double>(300 * 4, 3, -2, 7));
    const auto path = folder.file("a.npy", samples::npy_head("<f8", "(300, 4)") + numbers);
    for_workloads([&](const WorkloadType& type) {
        if (type.prepare == nullptr || type.metric == Metric::hamming || metric_name_of(type) == "jaccard") return;
        SCOPED_TRACE(type.id);
        const FileQuestion asked(type, {path});
        for (const std::int64_t first : {0, 70, 290}) {
            const Dataset some = asked.slab(first, 10);
            for (std::int64_t row = 0; row < some.rows; ++row)
                for (std::int64_t k = 0; k < some.dims; ++k) {
                    const double whole = whole_coordinate(asked.whole(), first + row, k);
                    if (!std::isnan(whole)) {
                        ASSERT_EQ(whole_coordinate(some, row, k), whole) << row << ' ' << k;
                    }
                }
        }
    });
}

/// The only workload with this name and one set.
const WorkloadType& named(std::string_view metric) {
    for (const WorkloadType& type : workload_types())
        if (metric_name_of(type) == metric && type.inputs.sets == 1) return type;
    throw std::logic_error("there is no such metric");
}

TEST(PreparedSlabs, that_cannot_be_compared_are_refused) {
    const TemporaryFolder folder;
    const auto array = [&](const std::vector<float>& numbers, std::int64_t dims) {
        const auto rows = static_cast<std::int64_t>(numbers.size()) / dims;
        return folder.file("a.npy", samples::npy_head("<f4", fmt::format("({}, {})", rows, dims)) +
                                        samples::bytes_in_file(numbers));
    };
    const auto refused = [&](std::string_view metric, const std::filesystem::path& path, std::int64_t memory = ample) {
        SlabReader reader(std::make_shared<const ArrayFile>(InputFile(path)), most_rows_in_slabs, {});
        SlabReader* const one = &reader;
        return refusal([&] {
            prepare_slabs(named(metric), {&one, 1}, {"column 1", "column 2"}, memory);
            std::ignore = reader.read(0, reader.rows());
        });
    };
    const std::vector<float> equal(40, 2.0f), some = samples::random_numbers<float>(40, 1, 0, 1);
    EXPECT_THAT(refused("standardised_euclidean", array(equal, 2)), HasSubstr("no column has a deviation"));
    EXPECT_THAT(refused("mahalanobis", array(equal, 2)), HasSubstr("have equal numbers only"));
    EXPECT_THAT(refused("mahalanobis", array({1, 2, 3, 4}, 2)), HasSubstr("2 rows without a missing number"));
    EXPECT_THAT(refused("mahalanobis", array(some, 2), 1000), HasSubstr("more with --memory"));
    EXPECT_EQ(refused("mahalanobis", array(some, 2)), "");
    EXPECT_THAT(refused("great_circle", array(std::vector<float>(40, 1000.0f), 2)), HasSubstr("in 20 of 20 rows"));
    std::vector<float> infinite = some;
    infinite[7] = INFINITY;
    EXPECT_THAT(refused("hamming", array(infinite, 2)), HasSubstr("it has an infinite number"));
    EXPECT_EQ(refused("hamming", array(some, 2)), "");
}

} // namespace
} // namespace pairscope::scale
