// SPDX-License-Identifier: MIT
// Where the cells do not tell whether the first row of a file names its columns, the window offers the other reading.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

class FirstRow : public testing::Test {
protected:
    void carry_out(Effects effects) {
        ASSERT_FALSE(effects.files.empty());
        app::apply(state, bench.carry_out(effects.files.back(), {}));
    }
    void open(const std::filesystem::path& path) { carry_out(update(state, command::OpenFile{path})); }
    /// What the button in the Data panel does.
    void read_otherwise() {
        const std::optional<Header> other = other_header(state.data.now);
        ASSERT_TRUE(other.has_value());
        carry_out(update(state, command::AskAboutVectors{.workload = std::string(state.data.now.question.workload),
                                                         .source = with_header(state.data.now.source, *other)}));
    }
    [[nodiscard]] const Dataset& first() const { return *state.data.now.question.first; }

    TemporaryFolder folder;
    Workbench bench{[](const Task&, double) {}};
    State state = laptop_with_points();
};

constexpr std::string_view spectra = "1.5,2.5,3.5\n2.5,1.5,0.5\n7.5,2.25,1.5\n4,5,6\n";

TEST_F(FirstRow, of_numbers_becomes_the_names_by_one_click_and_a_row_by_another) {
    open(folder.file("spectra.csv", "400,410,420\n" + std::string(spectra)));
    ASSERT_EQ(first().rows, 5) << first().note;
    EXPECT_EQ(other_header(state.data.now), Header::yes) << first().note;
    read_otherwise();
    EXPECT_EQ(first().rows, 4);
    EXPECT_EQ(header_chosen_for(state.data.now.source), Header::yes);
    EXPECT_EQ(other_header(state.data.now), Header::no) << "the way back";
    read_otherwise();
    EXPECT_EQ(first().rows, 5);
}

TEST_F(FirstRow, of_numbers_in_quotes_becomes_a_row_by_one_click) {
    open(folder.file("quoted.csv", "\"400\",\"410\",\"420\"\n" + std::string(spectra)));
    ASSERT_EQ(first().rows, 4) << first().note;
    EXPECT_EQ(other_header(state.data.now), Header::no) << first().note;
    read_otherwise();
    EXPECT_EQ(first().rows, 5);
}

TEST_F(FirstRow, of_a_table_with_clear_names_or_none_offers_nothing) {
    for (const char* text : {"x,y\n1,2\n3,5\n4,4\n7,1\n", "1.5,2\n3,5.25\n4,4\n7,1\n"}) {
        open(folder.file("points.csv", text));
        EXPECT_FALSE(other_header(state.data.now).has_value()) << first().note;
    }
    EXPECT_FALSE(other_header(laptop_with_points().data.now).has_value()) << "generated points have no file";
}

TEST_F(FirstRow, that_is_read_otherwise_forgets_columns_that_had_other_names) {
    FileSource points{.path = "p.csv", .columns = {.x = "a", .y = "b", .label = "c", .standardise = true}};
    const auto read = std::get<FileSource>(with_header(points, Header::no));
    EXPECT_EQ(read.columns.x + read.columns.y, "");
    EXPECT_FALSE(read.columns.label.has_value());
    EXPECT_TRUE(read.columns.standardise);
    EXPECT_EQ(read.header, Header::no);
    VectorSource vectors{.a = "v.csv", .b = {}, .n = {}, .m = {}};
    vectors.columns.names = {"a", "b"};
    vectors.label = "c";
    const auto other = std::get<VectorSource>(with_header(vectors, Header::yes));
    EXPECT_TRUE(other.columns.names.empty());
    EXPECT_EQ(other.label, "");
    EXPECT_EQ(other.header, Header::yes);
}

} // namespace
} // namespace pairscope::app
