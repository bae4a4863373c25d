// SPDX-License-Identifier: MIT
// Files that are open are not replaced by what is saved, and are known by their content.
#include "app/spine/update/update.h"
#include "app/subjects/recordings/recordings.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class OpenFiles : public ::testing::Test {
protected:
    OpenFiles() {
        std::filesystem::create_hard_link(table, link);
        state.data.now.source = FileSource{.path = table, .columns = {}};
    }
    void expect_kept(const Command& command, const std::string& reason) {
        state.notices.clear();
        const Effects effects = update(state, command);
        EXPECT_THAT(effects.files, IsEmpty());
        EXPECT_FALSE(effects.picture || effects.figure || effects.chart);
        ASSERT_THAT(state.notices, SizeIs(1));
        EXPECT_THAT(state.notices.front().text, HasSubstr(reason));
        EXPECT_EQ(state.notices.front().severity, Severity::error);
    }
    TemporaryFolder folder;
    std::filesystem::path table = folder.file("in.csv", "x,y\n1,2\n"), link = folder.path() / "link.csv";
    State state = laptop_with_points();
};

} // namespace

TEST_F(OpenFiles, are_not_replaced_by_anything_that_is_saved) {
    const std::string reason = "it is the same file as " + table.string() + ", which is read; choose another name";
    expect_kept(command::SaveTable{link}, reason);
    expect_kept(command::SaveRecording{link}, reason);
    expect_kept(command::SavePicture{link}, reason);
    expect_kept(command::SaveFigure{link}, reason);
    expect_kept(command::SaveChart{"roofline", link}, reason);
    expect_kept(command::SaveTable{table}, "it is the file that is read; choose another name");
    EXPECT_THAT(update(state, command::SaveTable{folder.path() / "new.csv"}).files, SizeIs(1));
}

TEST_F(OpenFiles, of_points_may_be_replaced_by_their_points) {
    EXPECT_THAT(update(state, command::SavePoints{table}).files, SizeIs(1)) << "the dialog says what is lost";
}

TEST_F(OpenFiles, are_also_the_recordings_that_are_shown) {
    const auto path = folder.file("mine.pairscope", "{}");
    auto recording = std::make_shared<const profiling::Recording>(profiling::sample_recording());
    state.recordings.shown.push_back({.id = 1, .path = path, .recording = recording});
    expect_kept(command::SaveRecording{path}, "it is the file that is read; choose another name");
}

TEST_F(OpenFiles, that_are_recordings_are_opened_as_such_whatever_their_names) {
    for (const auto& [name, format] :
         {std::pair("/x/h200.csv", FileFormat::recording), std::pair("/x/table.pairscope", FileFormat::text)}) {
        InputFile file{name};
        file.claims = {format};
        const Effects effects = update(state, command::OpenFile{file});
        ASSERT_THAT(effects.files, SizeIs(1));
        EXPECT_EQ(effects.files[0].what.is<job::OpenRecording>(), format == FileFormat::recording);
    }
}

TEST_F(OpenFiles, of_any_name_are_looked_at_by_the_worker) {
    for (const char* name : {"/x/h200.pairscope", "/x/h200"}) {
        const Effects effects = update(state, command::OpenFile{name});
        ASSERT_THAT(effects.files, SizeIs(1));
        EXPECT_TRUE(effects.files[0].what.get<job::Load>().may_be_recording);
    }
}

} // namespace pairscope::app
