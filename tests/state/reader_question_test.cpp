// SPDX-License-Identifier: MIT
// A file is looked at once. Where its name and its first bytes say different things, the user is asked what it is.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "profiling/recording/file.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <sstream>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// How often a file is opened while this lives.
class Opens {
public:
    explicit Opens(const std::filesystem::path& file) : queue_(inotify_init1(IN_NONBLOCK)) {
        inotify_add_watch(queue_, file.c_str(), IN_OPEN);
    }
    Opens(const Opens&) = delete;
    Opens& operator=(const Opens&) = delete;
    ~Opens() { close(queue_); }

    /// Since this was asked last. The system counts opens that follow each other without a read of this queue as one.
    [[nodiscard]] int count() const {
        constexpr auto event_bytes = static_cast<ssize_t>(sizeof(inotify_event)); // a file has no names of files in it
        alignas(inotify_event) std::array<char, 1 << 12> room{};
        const ssize_t bytes = read(queue_, room.data(), room.size());
        return bytes < 0 ? 0 : int(bytes / event_bytes);
    }

private:
    int queue_;
};

class ReaderQuestion : public testing::Test {
protected:
    TemporaryFolder folder;
    Workbench bench{[](const Task&, double) {}};
    State state = laptop_with_points();

    void open(const InputFile& file) {
        Effects effects = update(state, command::OpenFile{file});
        ASSERT_FALSE(effects.files.empty());
        app::apply(state, bench.carry_out(effects.files.back(), {}));
    }
    void choose(const ReadingChoice& choice) {
        Effects effects = update(state, command::AskAboutVectors{.workload = std::string(choice.read.workload),
                                                                 .source = choice.read.source,
                                                                 .may_be_recording = choice.may_be_recording});
        ASSERT_FALSE(effects.files.empty());
        app::apply(state, bench.carry_out(effects.files.back(), {}));
    }
    /// A recording with the name of pictures.
    [[nodiscard]] std::filesystem::path unclear() const {
        const auto plain = folder.path() / "plain.pairscope", odd = folder.path() / "odd-idx3-ubyte";
        profiling::save_recording(plain, profiling::sample_recording());
        std::filesystem::rename(plain, odd);
        return odd;
    }
};

TEST_F(ReaderQuestion, is_not_asked_of_a_table_that_is_looked_at_once) {
    const auto path = folder.file("points.csv", "x,y\n1,2\n3,5\n4,4\n7,1\n");
    const Opens opens(path);
    const InputFile file = look_at(path);
    EXPECT_EQ(opens.count(), 1);
    EXPECT_THAT(look_at(file).claims, ElementsAre(FileFormat::text));
    EXPECT_EQ(opens.count(), 0) << "nobody looks again";
    open(file);
    EXPECT_EQ(state.data.now.question.first->name, "points.csv");
    EXPECT_LE(opens.count(), 2) << "it may hold distances, and is then read as a table";
    open(path);
    EXPECT_LE(opens.count(), 3) << "nobody has looked before";
}

TEST_F(ReaderQuestion, is_not_asked_of_a_recording_that_is_looked_at_once) {
    const auto path = folder.path() / "without ending";
    profiling::save_recording(path, profiling::sample_recording());
    const Opens opens(path);
    const InputFile file = look_at(path);
    EXPECT_EQ(opens.count(), 1);
    open(file);
    EXPECT_EQ(state.recordings.shown.size(), 1u);
    EXPECT_EQ(opens.count(), 1) << "to read it: nobody looks again";
}

TEST_F(ReaderQuestion, names_both_readers_and_each_answer_is_carried_out) {
    const auto path = unclear();
    open(path);
    EXPECT_EQ(state.look.dialog, Dialog::reading);
    ASSERT_TRUE(state.data.asked_reading);
    const ReadingQuestion question = *state.data.asked_reading;
    EXPECT_EQ(question.sentence, "By its name and its first bytes, odd-idx3-ubyte is pictures in the idx format and a "
                                 "recording at once.");
    ASSERT_EQ(question.choices.size(), 2u);
    EXPECT_EQ(question.choices[0].title, "Read it as pictures in the idx format");
    EXPECT_EQ(question.choices[1].title, "Read it as a recording");
    EXPECT_EQ(state.data.now.question.first->rows, 64) << "what was open stays open";
    choose(question.choices[0]);
    EXPECT_TRUE(state.recordings.shown.empty());
    EXPECT_THAT(state.notices.back().text, HasSubstr("idx")) << "it is none, and its reader says so";
    choose(question.choices[1]);
    ASSERT_EQ(state.recordings.shown.size(), 1u);
    EXPECT_EQ(state.recordings.shown.front().path, path);
}

TEST_F(ReaderQuestion, is_asked_once_and_the_answer_is_in_the_command_line) {
    const auto path = folder.path() / "numbers-idx3-ubyte";
    std::ofstream(path, std::ios::binary) << [] {
        std::string header = "{'descr': '|u1', 'fortran_order': False, 'shape': (4, 2), }";
        header.resize(117, ' ');
        std::ostringstream bytes;
        bytes << "\x93NUMPY\x01" << '\0' << char(header.size() + 1) << '\0' << header << '\n' << "abcdefgh";
        return bytes.str();
    }();
    open(path);
    ASSERT_TRUE(state.data.asked_reading);
    EXPECT_EQ(state.data.asked_reading->choices[0].id, "read_npy");
    choose(ReadingChoice(state.data.asked_reading->choices[0]));
    EXPECT_EQ(state.data.now.question.first->rows, 4);
    EXPECT_THAT(brief_command_of(state.data.now), HasSubstr(" numbers-idx3-ubyte"));
    EXPECT_THAT(brief_command_of(state.data.now), HasSubstr(" --reader npy"));
}

} // namespace
} // namespace pairscope::app
