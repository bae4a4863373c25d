// SPDX-License-Identifier: MIT
#include "app/paper/savers.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/find_label.h"
#include "tests/kernels/temporary_folder.h"

#include <gmock/gmock.h>

#include <fstream>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

/// A folder of its own for one test.
class FileQuestionTest : public testing::Test {
protected:
    void SetUp() override {
        fs::create_directories(folder / "sub");
        for (const char* name : {"b.csv", "Bach.npy", "a.txt", ".hidden"}) std::ofstream(folder / name) << "1";
    }
    void TearDown() override { fs::remove_all(folder); }

    static std::vector<std::string> names(const FolderList& list) {
        std::vector<std::string> result;
        for (const FolderEntry& entry : list.entries) result.push_back(entry.name);
        return result;
    }
    const fs::path folder =
        fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(FileQuestionTest, folders_come_first_and_hidden_files_not_at_all) {
    EXPECT_THAT(names(list_folder(folder, "")), ElementsAre("sub", "a.txt", "b.csv", "Bach.npy"));
    EXPECT_THAT(names(list_folder(folder, ".")), ElementsAre(".hidden"));
}

TEST_F(FileQuestionTest, the_list_keeps_what_begins_like_the_text_in_any_case) {
    EXPECT_THAT(names(list_folder(folder, "B")), ElementsAre("b.csv", "Bach.npy"));
}

TEST_F(FileQuestionTest, a_long_list_is_cut_and_says_so) {
    const FolderList list = list_folder(folder, "", 2);
    EXPECT_EQ(list.entries.size(), 2u);
    EXPECT_TRUE(list.cut);
}

TEST_F(FileQuestionTest, a_folder_that_cannot_be_read_is_a_sentence) {
    const FolderList list = list_folder(folder / "none", "");
    EXPECT_TRUE(list.entries.empty());
    EXPECT_THAT(list.problem, testing::HasSubstr("cannot be listed"));
    const FolderList deep = list_folder(folder / "none" / "at" / "all", "");
    EXPECT_THAT(deep.problem, testing::HasSubstr("The button Up goes to " + folder.string() + "."));
    EXPECT_EQ(nearest_folder(folder / "none" / "at" / "all"), folder);
    EXPECT_EQ(nearest_folder(folder), folder);
}

TEST_F(FileQuestionTest, typed_text_may_be_a_name_a_path_below_or_a_whole_path) {
    EXPECT_EQ(typed_path("/data", "ci").folder, "/data");
    EXPECT_EQ(typed_path("/data", "ci").start, "ci");
    EXPECT_EQ(typed_path("/data", "sub/x").folder, "/data/sub");
    EXPECT_EQ(typed_path("/data", "../x").folder, "/");
    EXPECT_EQ(typed_path("/data", "/tmp/").folder, "/tmp");
    EXPECT_EQ(typed_path("/data", "/tmp/").start, "");
}

TEST(FileQuestion, a_name_without_ending_gets_the_first_one) {
    EXPECT_EQ(with_ending("a/picture", {".png"}), "a/picture.png");
    EXPECT_EQ(with_ending("times.JSON", {".csv", ".json"}), "times.JSON");
    EXPECT_EQ(with_ending("n1024.v2", {".png"}), "n1024.v2.png");
}

TEST(FileQuestion, only_dialogs_about_files_ask) {
    State state;
    for (const Dialog dialog :
         {Dialog::none, Dialog::palette, Dialog::shortcuts, Dialog::glossary, Dialog::help, Dialog::about}) {
        state.look.dialog = dialog;
        EXPECT_FALSE(file_question(state));
    }
    show_dialog(state.look, Dialog::save, "matrix");
    Dataset data{.name = "my cities.csv.gz", .rows = 3, .dims = 2};
    data.values = std::vector<float>(6);
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    const auto question = file_question(state);
    EXPECT_TRUE(question->saves);
    EXPECT_EQ(question->name, "my_cities_3.npy") << "it is named by the data";
    EXPECT_THAT(question->endings, ElementsAre(".npy", ".csv"));
    EXPECT_TRUE(command_for(state.look, "x.npy").is<command::SaveMatrix>());
}

TEST(FileQuestion, each_saver_has_an_id_of_its_own_and_saves_what_it_says) {
    State state;
    for (const Saver& saver : savers()) {
        EXPECT_EQ(find_saver(saver.id), &saver) << saver.id << " stands there twice";
        show_dialog(state.look, Dialog::save, saver.id);
        const bool is_chart = command_for(state.look, "x").is<command::SaveChart>();
        EXPECT_EQ(is_chart, saver.words != nullptr && saver.drawings != nullptr) << saver.id;
        EXPECT_EQ(saver.action.empty(), saver.line.empty() || saver.why_not == nullptr) << saver.id;
        const auto question = file_question(state);
        ASSERT_TRUE(question && !question->endings.empty()) << saver.id;
        EXPECT_EQ(fs::path(question->name).extension(), question->endings.front()) << saver.id;
        EXPECT_EQ(with_ending(question->name, question->endings), question->name) << saver.id;
    }
    show_dialog(state.look, Dialog::save, "unknown");
    EXPECT_FALSE(file_question(state));
}

TEST(Reproduce, the_command_line_of_a_file_is_fit_for_a_shell) {
    const FileSource source{.path = "/data/my cities.csv",
                            .columns = {.x = "lon", .y = "it's", .label = std::nullopt},
                            .n = 500,
                            .order = Order::hilbert};
    EXPECT_EQ(shell_command_of({.source = source}),
              "pairscope '/data/my cities.csv' --n 500 --x lon --y 'it'\\''s' --order hilbert");
}

TEST(Reproduce, the_command_line_of_a_shape_names_the_shape) {
    const std::string line = shell_command_of({.source = default_settings(Shape::ring, 100, 7)});
    EXPECT_THAT(line, testing::StartsWith("pairscope --shape ring --n 100 --seed 7"));
}

TEST(Reproduce, the_command_line_of_two_vectors_counts_their_coordinates_by_n) {
    const VectorSource source{.a = {}, .b = {}, .n = {}, .m = {}, .dims = 1500};
    EXPECT_EQ(shell_command_of({.source = source, .question = {.workload = "rbf_pair", .parameters = {}}}),
              "pairscope --workload rbf_pair --n 1500");
    EXPECT_EQ(shell_command_of({.source = source, .question = {.workload = "cross_distance", .parameters = {}}}),
              "pairscope --workload cross_distance --dims 1500");
}

TEST(FileQuestion, saving_points_into_the_open_file_says_what_the_file_loses) {
    const TemporaryFolder folder;
    const fs::path open = folder.file("towns.csv", "name,lon,lat,people\nA,1,2,3\nB,4,5,6\nC,7,8,9\n");
    const fs::path other = folder.file("other.csv", "x,y\n1,2\n");
    State state;
    show_dialog(state.look, Dialog::save, "points");
    state.data.now.table = std::make_shared<const Table>(load_table(open));
    const ColumnChoice columns = likely_columns(*state.data.now.table);
    state.data.now.source = FileSource{.path = open, .columns = columns, .n = 2};
    state.data.now.question.first =
        std::make_shared<const Dataset>(dataset_from(*state.data.now.table, columns, 2, Order::as_loaded));
    EXPECT_EQ(replacing_text(state, open),
              "towns.csv is the open file. It has 1 other column and 1 other row, which will be lost.");
    EXPECT_EQ(replacing_text(state, other), "other.csv is there already and will be replaced.");
    show_dialog(state.look, Dialog::save, "table");
    EXPECT_EQ(replacing_text(state, open), "towns.csv is there already and will be replaced.");
}

TEST(FindLabel, labels_that_begin_with_the_text_come_first) {
    Dataset data;
    data.rows = 4;
    data.labels = {"New London", "Oslo", "London", "Londonderry"};
    EXPECT_THAT(rows_labelled(data, "lonD", 10).rows, ElementsAre(2, 3, 0));
    EXPECT_THAT(rows_labelled(data, "lond", 1).rows, ElementsAre(2));
    EXPECT_EQ(rows_labelled(data, "lond", 1).all, 3);
    EXPECT_THAT(rows_labelled(data, "o", 10).rows, ElementsAre());
}

TEST(FindLabel, the_same_names_come_in_the_order_of_the_file) {
    Dataset data;
    data.rows = 3;
    data.labels = {"Paris", "Paris", "Paris"};
    data.source_rows = {7, 2, 5};
    EXPECT_THAT(rows_labelled(data, "paris", 10).rows, ElementsAre(1, 2, 0));
    EXPECT_THAT(rows_labelled(data, "paris", 2).rows, ElementsAre(1, 2));
}

TEST(FindLabel, other_columns_coordinates_and_the_row_of_the_file_tell_the_same_names_apart) {
    Table table{.name = "places.csv", .format = "CSV", .columns = {}, .rows = 2, .total_rows = 2, .credit = {}};
    table.columns.push_back({.name = "name", .numbers = {}, .texts = Texts({"Paris", "Paris"})});
    table.columns.push_back({.name = "country", .numbers = {}, .texts = Texts({"FR", "US"})});
    table.columns.push_back({.name = "x", .numbers = {2.3488, -95.5555}, .texts = {}});
    table.columns.push_back({.name = "y", .numbers = {48.8534, 33.6609}, .texts = {}});
    const ColumnChoice columns{"x", "y", "name"};
    DataSnapshot data;
    data.table = std::make_shared<const Table>(table);
    data.source = FileSource{.path = "places.csv", .columns = columns, .n = 2, .order = Order::by_x};
    const Dataset set = dataset_from(table, columns, 2, Order::by_x);
    EXPECT_EQ(details_of_row(data, set, 0), "US, (-95.5555, 33.6609), row 1");
    EXPECT_EQ(details_of_row(data, set, 1, "column"), "FR, (2.3488, 48.8534), column 0");
}

} // namespace
} // namespace pairscope::app
