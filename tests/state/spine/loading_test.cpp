// SPDX-License-Identifier: MIT
// A person asks for several files, one after the other. The last one is shown, and nobody waits for the others.
#include "app/spine/worker/worker.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <thread>
#include <variant>

namespace pairscope::app {
namespace {

event::Loaded loaded(const char* path, std::int64_t n, std::uint64_t request) {
    DataSnapshot data{
        .source = FileSource{.path = path, .columns = {}, .n = n, .order = Order::as_loaded},
        .table = {},
        .question = {.first = std::make_shared<const Dataset>(generate(default_settings(Shape::ring, n)))}};
    return {.data = std::move(data), .request = request};
}

TEST(Loading, the_answer_to_an_earlier_wish_is_not_shown) {
    State state = laptop_with_points();
    EXPECT_TRUE(update(state, command::OpenFile{"/first.csv"}).cancel_loading);
    const std::uint64_t first = state.data.request;
    EXPECT_TRUE(update(state, command::OpenFile{"/second.csv"}).cancel_loading);
    EXPECT_EQ(state.data.loading, "second.csv");
    apply(state, failed(event::Loaded{.data = {}, .request = first}, {.message = "reading it was cancelled"}));
    apply(state, loaded("/first.csv", 11, first));
    EXPECT_EQ(state.data.now.question.first->rows, 64);
    EXPECT_EQ(state.data.loading, "second.csv") << "it is still being read";
    EXPECT_TRUE(state.notices.empty());
    apply(state, loaded("/second.csv", 12, state.data.request));
    EXPECT_EQ(state.data.now.question.first->rows, 12);
    EXPECT_FALSE(state.data.loading);
}

TEST(Loading, generated_points_take_the_place_of_a_file_that_is_being_read) {
    State state = laptop_with_points();
    (void)update(state, command::OpenFile{"/first.csv"});
    const std::uint64_t first = state.data.request;
    EXPECT_TRUE(update(state, command::SetSource{default_settings(Shape::spiral, 20)}).cancel_loading);
    EXPECT_FALSE(state.data.loading);
    apply(state, loaded("/first.csv", 11, first));
    EXPECT_EQ(state.data.now.question.first->rows, 20);
}

TEST(Loading, a_recording_lies_beside_the_points_and_stops_nothing) {
    State state = laptop_with_points();
    (void)update(state, command::OpenFile{"/first.csv"});
    EXPECT_FALSE(update(state, command::OpenRecording{"/h200.pairscope"}).cancel_loading);
    EXPECT_FALSE(update(state, command::SavePoints{"/points.csv"}).cancel_loading);
}

TEST(Loading, jobs_that_are_withdrawn_are_not_done_and_the_others_are) {
    const TemporaryFolder folder;
    std::string rows = "x,y\n";
    for (int i = 0; i < 1'000'000; ++i) rows += "0.25,0.75\n";
    const auto large = folder.file("large.csv", rows), small = folder.file("small.csv", "x,y\n1,2\n3,4\n");
    const auto load = [](const std::filesystem::path& path) {
        return job::Load{.source = FileSource{.path = path, .columns = {}, .n = 10, .order = Order::as_loaded},
                         .table = {},
                         .parameters = {}};
    };
    Worker worker([] {});
    worker.post(load(large));
    worker.post(load(large));
    worker.post(job::SaveText{folder.path() / "saved.txt", "text"});
    while (!worker.activity()) std::this_thread::yield();
    worker.withdraw([](const Job& job) { return job.what.is<job::Load>(); });
    worker.post(load(small));
    std::vector<Event> events;
    while (!worker.idle()) {
        for (Event& event : worker.poll()) events.push_back(std::move(event));
        std::this_thread::yield();
    }
    ASSERT_EQ(events.size(), 3u);
    EXPECT_TRUE(events[0].what.is<event::Loaded>() && events[0].failure) << "it was stopped";
    EXPECT_TRUE(events[1].what.is<event::Saved>());
    ASSERT_TRUE(events[2].what.is<event::Loaded>());
    EXPECT_EQ(events[2].what.get<event::Loaded>().data.question.first->rows, 2);
}

} // namespace
} // namespace pairscope::app
