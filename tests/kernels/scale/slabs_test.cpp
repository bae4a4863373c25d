// SPDX-License-Identifier: MIT
// Sets that are read in slabs: their coordinates and their answers have the bits of sets that are loaded whole.
#include "kernels/data/slabs/slab_reader.h"
#include "kernels/data/vectors.h"
#include "kernels/scale/farthest.h"
#include "kernels/scale/nearest_rows.h"
#include "kernels/scale/slabs/slab_farthest.h"
#include "kernels/scale/slabs/slab_near_pairs.h"
#include "kernels/scale/slabs/slab_nearest.h"
#include "kernels/scale/slabs/slab_statistics.h"
#include "tests/kernels/scale/scale_samples.h"
#include "tests/kernels/scale/slab_samples.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <optional>

namespace pairscope::scale {
namespace {

using testing::HasSubstr;

constexpr std::int64_t much = std::int64_t{1} << 30;
const InputRule rule_of_floats{.sets = 1, .element = Element::float32, .rows = {1, 1'000'000}, .dims = {1, 4096}};

std::filesystem::path array_in(const TemporaryFolder& folder, const std::string& name, const samples::SlabType& type,
                               std::int64_t rows, std::int64_t dims, unsigned seed) {
    return folder.file(name, samples::npy_head(type.type, fmt::format("({}, {})", rows, dims)) +
                                 type.numbers(static_cast<std::size_t>(rows * dims), seed));
}

SlabReader reader_of(const std::filesystem::path& path, const SlabForm& form = {}) {
    return {std::make_shared<const ArrayFile>(InputFile(path)), most_rows_in_slabs, form};
}

void expect_equal(const Dataset& slab, const Dataset& whole, std::int64_t first) {
    ASSERT_EQ(slab.dims, whole.dims);
    for (std::int64_t row = 0; row < slab.rows; ++row)
        for (std::int64_t k = 0; k < slab.dims; ++k)
            ASSERT_EQ(held_coordinate(slab, row, k), held_coordinate(whole, first + row, k)) << row << ' ' << k;
    EXPECT_EQ(slab.origin, whole.origin);
}

TEST(Slabs, have_the_coordinates_of_the_whole_set) {
    const TemporaryFolder folder;
    int with_origin = 0;
    for (const samples::SlabType& type : samples::slab_types()) {
        SCOPED_TRACE(type.type);
        const auto path = array_in(folder, "a.npy", type, 301, 5, 7);
        for (const bool standardise : {false, true}) {
            const Dataset whole =
                load_vectors(path, rule_of_floats,
                             VectorRequest{.most_rows = 1000, .columns = {.names = {}, .standardise = standardise}});
            SlabReader reader = reader_of(path, {.standardise = standardise});
            SlabReader* const one = &reader;
            find_columns({&one, 1}, much);
            with_origin += whole.origin.empty() ? 0 : 1;
            for (const std::int64_t first : {0, 100, 200, 300})
                expect_equal(reader.read(first, std::min<std::int64_t>(100, 301 - first)).set, whole, first);
            expect_equal(reader.rows_of(std::vector<std::int64_t>{17, 18, 19}), whole, 17);
        }
    }
    EXPECT_GE(with_origin, 2);
}

TEST(Slabs, find_origins_of_some_columns_at_a_time) {
    const TemporaryFolder folder;
    const samples::SlabType far{"<f8", samples::far_doubles};
    const auto a = array_in(folder, "a.npy", far, 400, 6, 1), b = array_in(folder, "b.npy", far, 150, 6, 2);
    const VectorRequest request{.most_rows = 1000};
    const TwoSets whole = finished(read_vectors(a, rule_of_floats, request), read_vectors(b, rule_of_floats, request),
                                   rule_of_floats, request);
    ASSERT_FALSE(whole.a.origin.empty());
    constexpr std::int64_t room_of_one = 4 * 8 * (400 + 150); // and the three rooms beside it
    for (const std::int64_t memory : {room_of_one, 2 * room_of_one, much}) {
        SlabReader first = reader_of(a), second = reader_of(b);
        const std::vector<SlabReader*> both{&first, &second};
        find_columns(both, memory);
        expect_equal(first.read(0, 400).set, whole.a, 0);
        expect_equal(second.read(0, 150).set, whole.b, 0);
    }
    SlabReader first = reader_of(a);
    SlabReader* const one = &first;
    EXPECT_THAT(refusal([&] { find_columns({&one, 1}, 1000); }), HasSubstr("--origin none"));
}

TEST(Slabs, scale_vectors_to_length_1_and_take_first_coordinates) {
    const TemporaryFolder folder;
    const auto path = array_in(folder, "a.npy", {"<f8", samples::numbers_of<double, -1, 1>}, 50, 7, 3);
    InputRule rule = rule_of_floats;
    rule.unit_length = true;
    const Dataset whole =
        with_unit_length(first_coordinates(load_vectors(path, rule, VectorRequest{.most_rows = 50}), 4));
    expect_equal(reader_of(path, {.dims = 4, .unit_length = true}).read(10, 40).set, whole, 10);
}

TEST(Slabs, give_bytes_to_workloads_of_bytes) {
    const TemporaryFolder folder;
    InputRule rule = rule_of_floats;
    rule.element = Element::uint8;
    for (const samples::SlabType& type :
         {samples::SlabType{"|u1", samples::numbers_of<std::uint8_t, 0, 255>},
          samples::SlabType{"<f8", [](std::size_t count, unsigned seed) {
                                const auto whole = samples::random_numbers<std::uint8_t>(count, seed, 0, 255);
                                return samples::bytes_in_file(std::vector<double>(whole.begin(), whole.end()));
                            }}}) {
        const auto path = array_in(folder, "a.npy", type, 40, 6, 3);
        const Dataset whole = load_vectors(path, rule, VectorRequest{.most_rows = 50});
        EXPECT_EQ(reader_of(path, {.element = Element::uint8}).read(0, 40).set.values, whole.values);
    }
    const auto odd = array_in(folder, "odd.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 40, 6, 3);
    EXPECT_THAT(refusal([&] { std::ignore = reader_of(odd, {.element = Element::uint8}).read(3, 2); }),
                HasSubstr("row 3, column 0 (counted from 0) has "));
}

/// A question about files, and the same about whole sets.
struct Asked {
    std::vector<Dataset> whole{};
    std::vector<std::unique_ptr<SlabReader>> readers{};
    Metric metric = Metric::euclidean;

    [[nodiscard]] neighbours::NeighbourQuestion of_whole(int k = 1) const {
        return {.first = whole[0], .second = whole.size() == 2 ? &whole[1] : nullptr, .k = k, .metric = metric};
    }
    [[nodiscard]] SlabQuestion in_slabs() const {
        SlabQuestion question{.first = {.reader = readers[0].get()}, .metric = metric};
        if (readers.size() == 2) question.second = SlabSide{.reader = readers[1].get()};
        return question;
    }
};

Asked asked_about(const std::vector<std::filesystem::path>& files, Metric metric) {
    Asked asked{.metric = metric};
    const VectorRequest request{.most_rows = 100000};
    std::vector<SlabReader*> readers;
    for (const auto& file : files) {
        asked.readers.push_back(std::make_unique<SlabReader>(std::make_shared<const ArrayFile>(InputFile(file)),
                                                             most_rows_in_slabs, SlabForm{}));
        readers.push_back(asked.readers.back().get());
    }
    find_columns(readers, much);
    if (files.size() == 1) {
        asked.whole.push_back(load_vectors(files[0], rule_of_floats, request));
    } else {
        TwoSets two = finished(read_vectors(files[0], rule_of_floats, request),
                               read_vectors(files[1], rule_of_floats, request), rule_of_floats, request);
        asked.whole.push_back(std::move(two.a));
        asked.whole.push_back(std::move(two.b));
    }
    return asked;
}

/// Every type, and metrics with and without a bound, of one set and of two, with more rows than a slab has.
template <class Check> void for_each_question(const Check& check) {
    const TemporaryFolder folder;
    constexpr std::int64_t rows = 330, fewer = 71, dims = 3;
    for (const samples::SlabType& type : samples::slab_types()) {
        const auto a = array_in(folder, "a.npy", type, rows, dims, 11),
                   b = array_in(folder, "b.npy", type, fewer, dims, 12);
        for (const Metric metric : {Metric::euclidean, Metric::squared, Metric::manhattan, Metric::chebyshev,
                                    Metric::cosine, Metric::canberra, Metric::hamming}) {
            SCOPED_TRACE(type.type + " " + std::string(name_of(metric)));
            check(asked_about({a}, metric));
            check(asked_about({b, a}, metric));
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

template <class Search> void run_all(Search& search, const PieceWork& work) {
    std::ignore = search;
    ASSERT_TRUE(run_here(work, {.threads = 2}));
}

TEST(Slabs, have_the_farthest_pair_of_whole_sets) {
    for_each_question([](const Asked& asked) {
        const AllKeys keys(asked.of_whole(), PlaceKeys::chords);
        FarthestSearch whole(keys);
        run_all(whole, whole.work());
        const SlabPairs pairs(asked.in_slabs(), Directions::one, much, 2);
        ASSERT_GT(pairs.slabs() + pairs.slabs_across(), 3);
        SlabScan scan(pairs);
        run_all(scan, scan.work());
        SlabFarthest search(pairs, scan);
        run_all(search, search.rows_work());
        run_all(search, search.work(much, 2));
        samples::expect_equal(search.found(), whole.found());
    });
}

TEST(Slabs, have_the_statistics_of_whole_sets) {
    for_each_question([](const Asked& asked) {
        const AllKeys keys(asked.of_whole(), PlaceKeys::kilometres);
        FarthestSearch farthest(keys);
        run_all(farthest, farthest.work());
        const BinsAsked bins{.count = 13};
        StatisticsSearch whole(keys, bins_for(keys, farthest.found(), bins));
        run_all(whole, whole.work());
        SlabPairs pairs(asked.in_slabs(), Directions::one, much, 2);
        SlabScan scan(pairs);
        run_all(scan, scan.work());
        const SlabTraits traits = scan.traits();
        pairs.expect(traits);
        SlabStatistics search(pairs, bins_for(pairs, traits, farthest.found(), bins));
        EXPECT_EQ(search.bins().step, whole.bins().step);
        EXPECT_EQ(search.bins().width, whole.bins().width);
        run_all(search, search.work());
        samples::expect_equal(search.found(), whole.found());
    });
}

TEST(Slabs, have_the_neighbours_of_whole_sets) {
    for (const int k : {1, 4})
        for_each_question([&](const Asked& asked) {
            const neighbours::NeighbourTable whole = neighbours::nearest_neighbours(asked.of_whole(k), {.threads = 2});
            const SlabPairs pairs(asked.in_slabs(), Directions::both, much, 2);
            SlabScan scan(pairs);
            run_all(scan, scan.work());
            SlabNearest search(pairs, scan.traits(), k);
            run_all(search, search.work());
            EXPECT_EQ(search.table().k, whole.k);
            EXPECT_EQ(search.table().neighbours, whole.neighbours);
            EXPECT_EQ(search.table().distances, whole.distances);
            EXPECT_EQ(search.table().left_out, whole.left_out);
        });
}

/// A pair that was handed on.
struct NearPair {
    std::int64_t row = 0, other = 0;
    double distance = 0.0;
    bool is_at_radius = false;
    bool operator==(const NearPair&) const = default;
};
TakeNear into(std::vector<NearPair>& pairs) {
    return [&pairs](std::int64_t row, std::span<const neighbours::NearVector> near) {
        for (const neighbours::NearVector& one : near) pairs.push_back({row, one.row, one.distance, one.is_at_radius});
    };
}
void merge_backwards(const PieceWork& work) {
    for (std::int64_t piece = work.pieces; piece-- > 0;) work.merge(work.compute(piece, {}));
}

TEST(Slabs, have_the_near_pairs_of_whole_sets_in_their_order) {
    std::size_t pairs = 0;
    for_each_question([&](const Asked& asked) {
        const neighbours::NeighbourQuestion question = asked.of_whole();
        const double radius = 0.7 * neighbours::Measure(question).distance(0, question.across().rows - 1);
        const neighbours::PairsWithin within(question, radius, {});
        std::vector<NearPair> expected, in_pieces, in_slabs;
        neighbours::for_each_row_within(within, neighbours::PairSides::once, {}, into(expected));
        NearPairsSearch whole(question, radius, neighbours::PairSides::once, into(in_pieces));
        merge_backwards(whole.work());
        EXPECT_EQ(in_pieces, expected);
        const SlabPairs slabs(asked.in_slabs(), Directions::one, much, 2);
        SlabNearPairs search(slabs, radius, much, into(in_slabs));
        merge_backwards(search.work());
        EXPECT_EQ(in_slabs, expected);
        pairs += expected.size();
    });
    EXPECT_GT(pairs, 1000u);
}

TEST(Slabs, refuse_a_radius_with_more_pairs_than_memory) {
    const TemporaryFolder folder;
    const auto path = array_in(folder, "a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 300, 3, 5);
    const Asked asked = asked_about({path}, Metric::euclidean);
    const SlabPairs pairs(asked.in_slabs(), Directions::one, much, 1);
    SlabNearPairs search(pairs, 10.0, 1000, [](std::int64_t, std::span<const neighbours::NearVector>) {});
    EXPECT_THAT(refusal([&] { run_all(search, search.work()); }), HasSubstr("choose a smaller --radius"));
}

TEST(Slabs, leave_out_vectors_without_distances) {
    const TemporaryFolder folder;
    std::vector<float> numbers = samples::random_numbers<float>(200 * 3, 4, -1, 1);
    numbers[3 * 3 + 1] = samples::nan;
    numbers[150 * 3] = std::numeric_limits<float>::infinity();
    const auto path = folder.file("a.npy", samples::npy_head("<f4", "(200, 3)") + samples::bytes_in_file(numbers));
    const Asked asked = asked_about({path}, Metric::euclidean);
    const SlabPairs pairs(asked.in_slabs(), Directions::both, much, 2);
    SlabScan scan(pairs);
    run_all(scan, scan.work());
    EXPECT_EQ(scan.traits().usable, 198);
    SlabNearest search(pairs, scan.traits(), 2);
    run_all(search, search.work());
    const neighbours::NeighbourTable whole = neighbours::nearest_neighbours(asked.of_whole(2), {});
    EXPECT_EQ(search.table().neighbours, whole.neighbours);
    EXPECT_EQ(search.table().left_out, 2);
}

TEST(Slabs, of_a_file_that_was_changed_are_refused) {
    const TemporaryFolder folder;
    const auto path = array_in(folder, "a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 300, 3, 5);
    const Asked asked = asked_about({path}, Metric::euclidean);
    SlabPairs looked(asked.in_slabs(), Directions::one, much, 1);
    SlabScan scan(looked);
    run_all(scan, scan.work());
    SlabPairs pairs(asked.in_slabs(), Directions::one, much, 1);
    pairs.expect(scan.traits());
    const auto last_change = std::filesystem::last_write_time(path);
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(-4, std::ios::end).write("zzzz", 4);
    std::filesystem::last_write_time(path, last_change); // only the hashes of the slabs tell
    EXPECT_EQ(refusal([&] { std::ignore = pairs.slab(0, 0); }), "");
    EXPECT_THAT(refusal([&] { std::ignore = pairs.slab(0, pairs.slabs() - 1); }),
                HasSubstr("it was changed while it was read"));
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 8);
    SlabPairs cut(asked.in_slabs(), Directions::one, much, 1);
    EXPECT_THAT(refusal([&] { std::ignore = cut.slab(0, cut.slabs() - 1); }),
                HasSubstr("it was cut while it was read"));
}

TEST(Slabs, of_a_file_that_was_changed_since_it_was_opened_are_refused) {
    const TemporaryFolder folder;
    const auto changed = HasSubstr("a.npy: it was changed while it was read");
    const auto fresh = [&] { return array_in(folder, "a.npy", {"<f8", samples::far_doubles}, 300, 3, 5); };
    const auto write_last = [](const std::filesystem::path& path) {
        std::fstream(path, std::ios::binary | std::ios::in | std::ios::out).seekp(-4, std::ios::end).write("zzzz", 4);
        std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::milliseconds(10));
    };
    const Asked looked = asked_about({fresh()}, Metric::euclidean); // its columns were read, and no slab
    write_last(folder.path() / "a.npy");
    const SlabPairs pairs(looked.in_slabs(), Directions::one, much, 1);
    EXPECT_THAT(refusal([&] { SlabScan scan(pairs); }), changed);
    EXPECT_THAT(refusal([&] { std::ignore = pairs.slab(0, 0); }), changed);
    SlabReader opened(std::make_shared<const ArrayFile>(InputFile(fresh())), most_rows_in_slabs, SlabForm{});
    SlabReader* const one = &opened;
    write_last(folder.path() / "a.npy");
    EXPECT_THAT(refusal([&] { find_columns({&one, 1}, much); }), changed);
    EXPECT_THAT(refusal([&] { std::ignore = opened.file().fingerprint(300); }), changed);
    const SlabReader longer(std::make_shared<const ArrayFile>(InputFile(fresh())), most_rows_in_slabs, SlabForm{});
    std::filesystem::resize_file(folder.path() / "a.npy", std::filesystem::file_size(folder.path() / "a.npy") + 8);
    EXPECT_THAT(refusal([&] { std::ignore = longer.read(0, 1); }), changed);
}

TEST(Slabs, need_memory_for_the_slabs_of_all_threads) {
    const TemporaryFolder folder;
    const auto path = array_in(folder, "a.npy", {"<f4", samples::numbers_of<float, -1, 1>}, 300, 3, 5);
    const Asked asked = asked_about({path}, Metric::euclidean);
    EXPECT_THAT(refusal([&] { const SlabPairs pairs(asked.in_slabs(), Directions::one, 1000, 1); }),
                HasSubstr("give more memory or fewer --threads"));
}

TEST(ArrayFiles, have_more_than_2_to_the_31_rows) {
    const TemporaryFolder folder;
    constexpr std::int64_t rows = 3'000'000'000, row = 2'900'000'017;
    const std::string head = samples::npy_head("|u1", fmt::format("({}, 1)", rows));
    const auto path = folder.file("sparse.npy", head);
    std::filesystem::resize_file(path,
                                 head.size() + static_cast<std::uintmax_t>(rows)); // no block of it is on the disk
    std::fstream(path, std::ios::binary | std::ios::in | std::ios::out)
        .seekp(static_cast<std::streamoff>(head.size()) + row)
        .put('\x07');
    const SlabReader reader(std::make_shared<const ArrayFile>(InputFile(path)), rows, {});
    EXPECT_EQ(reader.rows(), rows);
    EXPECT_EQ(held_coordinate(reader.read(row - 1, 3).set, 1, 0), 7.0);
    EXPECT_EQ(held_coordinate(reader.rows_of(std::vector<std::int64_t>{5, row}), 1, 0), 7.0);
}

TEST(ArrayFiles, that_have_no_place_for_each_row_are_refused_with_a_command) {
    const TemporaryFolder folder;
    const std::string head = samples::npy_head("<f4", "(4, 2)"),
                      numbers = samples::bytes_in_file(std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8});
    const auto refused = [](const std::filesystem::path& path) {
        return refusal([&] { const ArrayFile file{InputFile(path)}; });
    };
    EXPECT_THAT(refused(folder.file("a.npy.gz", gzipped(head + numbers))), HasSubstr("gunzip --keep"));
    EXPECT_THAT(refused(folder.file("f.npy", samples::npy_head("<f4", "(4, 2)", true) + numbers)),
                HasSubstr("numpy.ascontiguousarray"));
    EXPECT_THAT(refused(folder.file("a.csv", "1,2\n3,4\n")), HasSubstr("numpy.loadtxt"));
    EXPECT_THAT(refused(folder.file("short.npy", head + numbers.substr(4))), HasSubstr("copy the file again"));
    EXPECT_THAT(refused(folder.file("long.npy", head + numbers + "x")), HasSubstr("copy the file again"));
    EXPECT_THAT(refused(folder.path() / "gone.npy"), HasSubstr("gone.npy"));
    EXPECT_EQ(refused(folder.file("good.npy", head + numbers)), "");
}

TEST(PairBlocks, of_a_billion_rows_have_numbers_of_64_bits) {
    constexpr std::int64_t rows = 1'000'000'000;
    const PairBlocks blocks = blocks_for(rows, rows, true, 2);
    const std::int64_t parts = (rows + blocks.side - 1) / blocks.side;
    EXPECT_EQ(blocks.count(), parts * (parts + 1) / 2);
    const PairBlock last = blocks.at(blocks.count() - 1);
    EXPECT_EQ(last.end_row, rows);
    EXPECT_EQ(last.end_col, rows);
    const PairBlock first_of_second_row = blocks.at(parts);
    EXPECT_EQ(first_of_second_row.first_row, blocks.side);
    EXPECT_EQ(first_of_second_row.first_col, blocks.side);
    const PairBlocks two = blocks_for(rows, 3 * rows, false, 2);
    EXPECT_EQ(two.at(two.count() - 1).end_col, 3 * rows);
    EXPECT_EQ(two.at(two.count() - 1).end_row, rows);
}

} // namespace
} // namespace pairscope::scale
