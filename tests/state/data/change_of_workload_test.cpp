// SPDX-License-Identifier: MIT
// What a workload is asked about when a user selects it: for each pair of workloads, whatever was shown before.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/data_source.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

std::string files_in_words(const DataSnapshot& data) {
    std::string words;
    for (const auto& path : files_of(data.source)) words += path.filename().string() + " ";
    return words.empty() ? "no file" : words;
}

/// For messages: "cities.csv.gz, 4096 x 2 (cities.csv.gz )".
std::string in_words(const DataSnapshot& data) {
    const Dataset& set = *data.question.first;
    return fmt::format("{}, {} x {} ({})", set.name, set.rows, set.dims, files_in_words(data));
}

bool are_equal(const std::shared_ptr<const Dataset>& a, const std::shared_ptr<const Dataset>& b) {
    if (!a || !b || a == b) return a == b;
    return a->name == b->name && a->rows == b->rows && a->dims == b->dims && a->values == b->values;
}

/// Are these the same numbers for the same workload?
bool are_equal(const DataSnapshot& a, const DataSnapshot& b) {
    return a.question.workload == b.question.workload && are_equal(a.question.first, b.question.first) &&
           are_equal(a.question.second, b.question.second);
}

/// Changes states and reads what they ask for. Nothing is read twice.
class ChangeOfWorkload : public testing::Test {
protected:
    TemporaryFolder folder;

    /// Nobody has chosen data; 4 096 rows of points do not stay in this cache.
    [[nodiscard]] State beginning_with(const WorkloadType& type) {
        State state;
        Device cpu;
        cpu.name = "a CPU";
        cpu.units = 2;
        cpu.memory_bytes = std::int64_t{8} << 30;
        cpu.cache_bytes = std::int64_t{32} << 20;
        state.run.devices = {cpu};
        state.data.now.question.workload = type.id;
        carry_out(state, command::SetSource{first_data(state.run, type)});
        return state;
    }
    void choose(State& state, std::string_view workload) {
        carry_out(state, command::ChooseWorkload{std::string(workload)});
        EXPECT_EQ(state.data.now.question.workload, workload);
    }
    void carry_out(State& state, const Command& command) {
        const Effects effects = update(state, command);
        for (const Job& job : effects.files) {
            const auto* load = job.what.as<job::Load>();
            ASSERT_NE(load, nullptr);
            std::optional<event::Loaded> loaded = read(job, *load);
            ASSERT_TRUE(loaded) << load->workload;
            loaded->request = load->request;
            apply(state, *std::move(loaded));
        }
    }
    /// What each workload is asked about at the start of the program, by its id.
    [[nodiscard]] std::map<std::string_view, DataSnapshot> first_of_all() {
        std::map<std::string_view, DataSnapshot> first;
        for (const WorkloadType* type : types()) first.emplace(type->id, beginning_with(*type).data.now);
        return first;
    }
    [[nodiscard]] static std::vector<const WorkloadType*> types() {
        std::vector<const WorkloadType*> all;
        for (const WorkloadType& type : workload_types())
            if (!type.inputs.takes_distances) all.push_back(&type);
        return all;
    }
    /// What each workload is asked about where it is the first one that is selected after the user's data were opened.
    [[nodiscard]] std::map<std::string_view, DataSnapshot> next_of_all(const std::function<State()>& with_data) {
        std::map<std::string_view, DataSnapshot> next;
        for (const WorkloadType* type : types()) {
            State state = with_data();
            choose(state, type->id);
            next.emplace(type->id, state.data.now);
        }
        return next;
    }
    /// The data that the user brought, or else those of the beginning; and at least so many workloads take the user's.
    void expect_users_or_first(const std::map<std::string_view, DataSnapshot>& next, const DataSource& users,
                               int at_least) {
        int taken = 0;
        for (const auto& [id, data] : next) {
            const bool is_users = users.index() == 0 ? data.source == users
                                                     : !files_of(data.source).empty() &&
                                                           files_of(data.source).back() == files_of(users).back();
            taken += is_users ? 1 : 0;
            if (!is_users) {
                EXPECT_TRUE(are_equal(data, beginning_with(type_of(id)).data.now)) << id << ": " << in_words(data);
            }
        }
        EXPECT_GE(taken, at_least);
    }
    /// Whatever was looked at between.
    void expect_same_on_all_ways(const std::function<State()>& with_data, int at_least) {
        const State beginning = with_data();
        const auto next = next_of_all(with_data);
        expect_users_or_first(next, beginning.data.now.source, at_least);
        for (const WorkloadType* between : types()) {
            for (const WorkloadType* last : types()) {
                if (last == between) continue;
                State state = with_data();
                choose(state, between->id);
                choose(state, last->id);
                EXPECT_TRUE(are_equal(state.data.now, next.at(last->id)))
                    << last->id << " after " << between->id << " has " << in_words(state.data.now) << " instead of "
                    << in_words(next.at(last->id));
                choose(state, beginning.data.now.question.workload);
                EXPECT_TRUE(are_equal(state.data.now, beginning.data.now))
                    << "back from " << last->id << " to " << in_words(state.data.now);
            }
        }
    }

private:
    Workbench bench_{[](const Task&, double) {}};
    std::vector<std::pair<job::Load, event::Loaded>> read_;

    std::optional<event::Loaded> read(const Job& job, const job::Load& load) {
        const auto known = std::ranges::find_if(read_, [&](const auto& one) {
            return one.first.workload == load.workload && one.first.source == load.source &&
                   one.first.table == load.table;
        });
        if (known != read_.end()) return known->second;
        Event event = bench_.carry_out(job, {});
        EXPECT_FALSE(event.failure) << load.workload << ": " << event.failure->message;
        if (event.failure) return {};
        read_.emplace_back(load, event.what.get<event::Loaded>());
        return read_.back().second;
    }
};

TEST_F(ChangeOfWorkload, gives_each_the_data_of_its_first_start_where_nobody_has_chosen_any) {
    const auto first = first_of_all();
    EXPECT_GT(first.size(), 40u);
    for (const WorkloadType* from : types()) {
        for (const WorkloadType* to : types()) {
            if (from == to) continue;
            State state = beginning_with(*from);
            choose(state, to->id);
            EXPECT_TRUE(are_equal(state.data.now, first.at(to->id)))
                << to->id << " after " << from->id << " has " << in_words(state.data.now) << " instead of "
                << in_words(first.at(to->id));
            choose(state, from->id);
            EXPECT_TRUE(are_equal(state.data.now, first.at(from->id))) << "on the way back to " << from->id;
        }
    }
}

TEST_F(ChangeOfWorkload, gives_each_the_same_data_after_all_the_others) {
    const auto first = first_of_all();
    for (const std::ptrdiff_t step : {1, 7, 13, 20}) { // other neighbours each time
        const auto all = types();
        State state = beginning_with(*all.front());
        for (std::ptrdiff_t i = 1; i <= std::ssize(all); ++i) {
            const WorkloadType& type = *all[std::size_t(i * step % std::ssize(all))];
            if (type.id == state.data.now.question.workload) continue;
            choose(state, type.id);
            EXPECT_TRUE(are_equal(state.data.now, first.at(type.id)))
                << type.id << " has " << in_words(state.data.now) << " instead of " << in_words(first.at(type.id));
        }
    }
}

TEST_F(ChangeOfWorkload, keeps_the_points_of_a_user_wherever_they_are_taken) {
    const auto path = folder.file("towns.csv", "name,lon,lat\nA,20,70\nB,22,70\nC,20,71\nD,30,60\nE,10,50\n");
    expect_same_on_all_ways(
        [&] {
            State state = beginning_with(type_of("distance_matrix"));
            carry_out(state, command::SetSource{FileSource{.path = path, .columns = {}, .whole = true}});
            return state;
        },
        20);
}

TEST_F(ChangeOfWorkload, keeps_the_vectors_of_a_user_wherever_they_are_taken) {
    const auto path = folder.file("five.csv", "name,a,b,c,d,e\np,1,10,5,0,2\nq,2,20,6,0,4\nr,3,31,7,0,6\n"
                                              "s,4,40,9,1,8\nt,6,41,9,1,3\nu,5,40,1,2,8\nv,4,0,9,3,7\n");
    expect_same_on_all_ways(
        [&] {
            State state = beginning_with(type_of("euclidean_distance"));
            carry_out(state, command::SetSource{VectorSource{.a = path, .b = {}, .n = {}, .m = {}}});
            return state;
        },
        20);
}

TEST_F(ChangeOfWorkload, keeps_points_that_were_generated_wherever_they_are_taken) {
    expect_same_on_all_ways(
        [&] {
            State state = beginning_with(type_of("distance_matrix"));
            carry_out(state, command::SetSource{default_settings(Shape::ring, 30)});
            return state;
        },
        20);
}

TEST_F(ChangeOfWorkload, takes_new_data_of_a_user_also_to_workloads_that_were_looked_at_before) {
    const auto old = folder.file("old.csv", "name,lon,lat\nA,1,2\nB,3,4\nC,5,6\n");
    const auto path = folder.file("towns.csv", "name,lon,lat\nA,20,70\nB,22,70\nC,20,71\nD,30,60\nE,10,50\n");
    const auto opened = [&](const std::filesystem::path& file) {
        return command::SetSource{FileSource{.path = file, .columns = {}, .whole = true}};
    };
    const auto next = next_of_all([&] {
        State state = beginning_with(type_of("distance_matrix"));
        carry_out(state, opened(path));
        return state;
    });
    for (const bool has_old : {false, true})
        for (const WorkloadType* type : types()) {
            if (type->id == "distance_matrix") continue;
            State state = beginning_with(type_of("distance_matrix"));
            if (has_old) carry_out(state, opened(old));
            choose(state, type->id);
            choose(state, "distance_matrix");
            carry_out(state, opened(path));
            choose(state, type->id);
            EXPECT_TRUE(are_equal(state.data.now, next.at(type->id)))
                << type->id << " has " << in_words(state.data.now) << " instead of " << in_words(next.at(type->id));
        }
}

TEST_F(ChangeOfWorkload, keeps_the_columns_that_a_user_chose_last) {
    const auto path = folder.file("five.csv", "name,a,b,c\np,1,10,5\nq,2,20,6\nr,3,31,7\ns,4,40,9\nt,6,41,9\n");
    State state = beginning_with(type_of("distance_matrix"));
    ColumnChoice two;
    two.x = "a";
    two.y = "b";
    carry_out(state, command::SetSource{FileSource{.path = path, .columns = two, .whole = true}});
    choose(state, "cosine_distance");
    const VectorSource all{.a = path, .b = {}, .n = {}, .m = {}};
    carry_out(state, command::AskAboutVectors{.workload = "manhattan_distance", .source = all});
    for (const char* workload : {"cosine_distance", "edit_distance", "chebyshev_distance", "cosine_distance"}) {
        choose(state, workload);
        const bool compares_names = workload == std::string("edit_distance");
        EXPECT_TRUE(compares_names || original_of(*state.data.now.question.first).dims == 3) << workload;
    }
}

TEST_F(ChangeOfWorkload, takes_points_that_were_moved_to_workloads_that_had_them_before) {
    State state = beginning_with(type_of("distance_matrix"));
    choose(state, "manhattan_distance");
    carry_out(state, command::MovePoint{.row = 3, .x = 1.0f, .y = 2.0f, .last = true});
    const auto moved = state.data.now.question.first;
    choose(state, "distance_matrix");
    EXPECT_EQ(state.data.now.question.first, moved);
    choose(state, "hamming_distance");
    EXPECT_EQ(&original_of(*state.data.now.question.first), moved.get()) << "points that somebody moved are chosen";
}

} // namespace
} // namespace pairscope::app
