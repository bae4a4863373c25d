// SPDX-License-Identifier: MIT
// Files of LIBSVM are tables whose zeros are not written.
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/table.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class LibsvmFiles : public ::testing::Test {
protected:
    TemporaryFolder folder;
    [[nodiscard]] Table table(std::string_view text, std::int64_t most = max_columns) const {
        return load_table(folder.file("train.txt", text), {}, {.most = most});
    }
};

TEST_F(LibsvmFiles, have_zeros_where_a_line_names_no_feature) {
    const Table found = table("+1 1:0.5 3:2 # first\n\n-1 2:1e-3\n+1\n");
    ASSERT_EQ(found.columns.size(), 4u);
    EXPECT_THAT(found.columns[0].numbers, ElementsAre(1.0, -1.0, 1.0));
    EXPECT_THAT(found.columns[1].numbers, ElementsAre(0.5, 0.0, 0.0));
    EXPECT_THAT(found.columns[2].numbers, ElementsAre(0.0, 1e-3, 0.0));
    EXPECT_THAT(found.columns[3].numbers, ElementsAre(2.0, 0.0, 0.0));
    EXPECT_THAT(found.lines, ElementsAre(1, 3, 4));
    EXPECT_THAT(proposed_columns(found), ElementsAre("feature 1", "feature 2", "feature 3")) << "the label is none";
    EXPECT_THAT(found.notes, testing::Contains(HasSubstr("a feature that a line does not name is 0")));
    EXPECT_EQ(table("1 0:5 2:6\n2 1:7\n").columns.size(), 4u) << "counted from 0";
}

TEST_F(LibsvmFiles, are_refused_where_they_go_on_otherwise) {
    std::string text;
    for (int row = 0; row < 20; ++row) text += "1 1:0.5 2:3\n";
    EXPECT_THAT(refusal([&] { (void)table(text + "1 2:3 1:4\n"); }), HasSubstr("line 21 has '1 2:3 1:4'"));
    EXPECT_THAT(refusal([&] { (void)table("1 1:1 900:2\n2 1:3\n", 100); }),
                HasSubstr("its last feature is number 900, and at most 100 columns can be read"));
}

TEST_F(LibsvmFiles, are_no_times_and_no_other_tables) {
    for (const char* text : {"1 12:30 5\n2 12:40 6\n3 12:50 7\n", "a 1:2 3:4\nb 1:3 3:5\n", "1 2 3\n4 5 6\n"})
        EXPECT_NE(table(text).format, "LIBSVM") << text;
}

} // namespace
} // namespace pairscope
