// SPDX-License-Identifier: MIT
// Places by longitude and latitude: when kilometres are offered, what a click changes, and data that stays when another
// metric is chosen.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/data_source.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_table.h"
#include "app/subjects/points/points.h"
#include "kernels/data/globe.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Does the reading that the command asks for.
void carry_out(State& state, const Command& command) {
    const Effects effects = update(state, command);
    Workbench bench([](const Task&, double) {});
    for (const Job& job : effects.files) pairscope::app::apply(state, bench.carry_out(job, {}));
}

class Kilometres : public testing::Test {
protected:
    TemporaryFolder folder;

    /// Four towns in the far north, where a degree of longitude is short: in degrees the nearest one is another one.
    [[nodiscard]] State with_towns(const std::string& columns = "name,lon,lat",
                                   const std::string& rows = "A,20,70\nB,22,70\nC,20,71\nD,30,60\n") {
        State state = laptop_with_points();
        carry_out(state, command::SetSource{FileSource{.path = folder.file("towns.csv", columns + "\n" + rows),
                                                       .columns = {},
                                                       .n = 100,
                                                       .order = Order::as_loaded}});
        return state;
    }
    static std::string_view workload_of(const State& state) { return state.data.now.question.workload; }
    static std::string_view kilometres() { return workload_of_metric(Metric::great_circle)->id; }
};

TEST_F(Kilometres, are_offered_for_longitude_and_latitude_that_are_compared_as_degrees) {
    State state = with_towns();
    EXPECT_TRUE(offers_kilometres(state));
    EXPECT_EQ(unit_of_entries(state), "degrees");
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_EQ(workload_of(state), kilometres());
    EXPECT_FALSE(offers_kilometres(state));
    EXPECT_EQ(unit_of_entries(state), "km");
    EXPECT_EQ(distance_text(state, 12.0), "12.0 km");
}

TEST_F(Kilometres, are_not_offered_for_other_data) {
    EXPECT_FALSE(offers_kilometres(laptop_with_points()));
    EXPECT_FALSE(offers_kilometres(with_towns("name,x,y")));
    EXPECT_FALSE(offers_kilometres(with_towns("name,lon,lat", "A,2000,70\nB,22,70\n"))) << "no longitude";
    State state = laptop_with_points();
    const auto before = workload_of(state);
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_EQ(workload_of(state), before);
}

TEST_F(Kilometres, are_recommended_with_the_reason_that_each_metric_gives) {
    const std::map<std::string_view, std::string_view> reasons{{"manhattan_distance", "flat degrees"},
                                                               {"minkowski_distance", "flat degrees"},
                                                               {"standardised_euclidean", "how much they vary"},
                                                               {"mahalanobis_distance", "how much they vary"},
                                                               {"canberra_distance", "by the coordinates themselves"},
                                                               {"cosine_distance", "angles on a globe"},
                                                               {"hellinger_distance", "angles on a globe"}};
    for (const auto& [workload, reason] : reasons) {
        State state = with_towns();
        carry_out(state, command::ChooseWorkload{std::string(workload)});
        ASSERT_EQ(workload_of(state), workload);
        EXPECT_TRUE(offers_kilometres(state)) << workload;
        EXPECT_THAT(std::string(why_kilometres(current_type(state))), HasSubstr(std::string(reason))) << workload;
        EXPECT_EQ(unit_of_entries(state) == "degrees", reason == "flat degrees") << workload;
    }
}

TEST_F(Kilometres, are_one_step_of_undo) {
    State state = with_towns();
    const auto before = workload_of(state);
    const auto points = state.data.now.question.first;
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_EQ(state.data.now.question.first, points) << "the same points, which were not read again";
    carry_out(state, command::Undo{});
    EXPECT_EQ(workload_of(state), before);
    carry_out(state, command::Redo{});
    EXPECT_EQ(workload_of(state), kilometres());
}

TEST_F(Kilometres, change_which_neighbour_is_the_nearest) {
    State state = with_towns();
    const auto nearest = [&] {
        return neighbours::neighbours_of_row(neighbour_question(state.data.now.question, 3), 0, false).nearest;
    };
    EXPECT_EQ(nearest().front().row, 2) << "one degree of latitude";
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_EQ(nearest().front().row, 1) << "two degrees of longitude, which are shorter";
    EXPECT_NEAR(nearest().front().distance, 76.06, 0.05);
    EXPECT_THAT(row_as_json({.source = state.data.now.source, .question = state.data.now.question}, 0, nearest()),
                HasSubstr("\"unit\": \"km\""));
}

TEST_F(Kilometres, read_the_latitude_first_where_the_file_has_it_first) {
    State state = with_towns("name,Lat,Lng", "A,70,20\nB,70,22\nC,71,20\nD,60,30\n");
    EXPECT_THAT(state.data.now.question.first->axes, ElementsAre("Lng", "Lat")) << "x is the longitude";
    FileSource turned = std::get<FileSource>(state.data.now.source);
    std::swap(turned.columns.x, turned.columns.y);
    carry_out(state, command::SetSource{turned});
    EXPECT_THAT(state.data.now.question.first->axes, ElementsAre("Lat", "Lng"));
    ASSERT_TRUE(offers_kilometres(state));
    carry_out(state, command::MeasureInKilometres{});
    const auto found = neighbours::neighbours_of_row(neighbour_question(state.data.now.question, 1), 0, false);
    EXPECT_NEAR(found.nearest.front().distance, 76.06, 0.05);
    const Inputs inputs = state.data.now.question.inputs();
    EXPECT_NEAR(current_type(state).matrix.reference(problem_of(inputs, LinearMemory{}), 0, 1), 76.06, 0.05);
}

TEST_F(Kilometres, are_offered_for_names_of_many_spellings_and_for_cells_with_letters) {
    const std::string rows = "A,70,20\nB,70,22\nC,71,20\nD,60,30\n";
    const auto nearest_in_kilometres = [](State& state) {
        EXPECT_TRUE(offers_kilometres(state));
        carry_out(state, command::MeasureInKilometres{});
        return neighbours::neighbours_of_row(neighbour_question(state.data.now.question, 1), 0, false).nearest.front();
    };
    for (const char* header : {"stop,stop_lat,stop_lon", "n,latitude_deg,longitude_deg", "n,INTPTLAT,INTPTLONG",
                               "n,pickup_latitude,pickup_longitude", "n,Breitengrad,Längengrad", "n,gpsLat,gpsLng"}) {
        State state = with_towns(header, rows);
        EXPECT_NEAR(nearest_in_kilometres(state).distance, 76.06, 0.05) << header;
    }
    State letters = with_towns("n,lat,lon", "A,70N,20E\nB,70N,22E\nC,71N,20E\nD,60N,30E\n");
    EXPECT_NEAR(nearest_in_kilometres(letters).distance, 76.06, 0.05);
    State german = with_towns("n,Breite,Länge", rows);
    EXPECT_NEAR(nearest_in_kilometres(german).distance, 76.06, 0.05) << "as --metric great_circle takes them";
    for (const char* header : {"n,Breite [cm],Länge [cm]", "n,Breite (mm),Länge (mm)"}) {
        State flowers = with_towns(header, rows);
        EXPECT_FALSE(offers_kilometres(flowers)) << header << ": these are widths and lengths";
    }
}

TEST_F(Kilometres, of_columns_with_other_names_need_a_user_who_says_which_is_which) {
    State state = with_towns("name,a,b", "A,70,20\nB,70,22\nC,71,20\n");
    EXPECT_FALSE(offers_kilometres(state));
    carry_out(state, command::ChooseWorkload{std::string(kilometres())});
    EXPECT_NE(state.data.now.question.first->name, "towns.csv");
    const auto is_told = [](const Notice& notice) {
        return notice.text.find("the names of the columns 'a' and 'b' in towns.csv do not mean") != std::string::npos;
    };
    EXPECT_TRUE(std::ranges::any_of(state.notices, is_told)) << "beside the notes on the default points";

    State other = with_towns("name,a,b", "A,70,20\nB,70,22\nC,71,20\n");
    FileSource source = std::get<FileSource>(other.data.now.source);
    source.columns.x = "b";
    source.columns.y = "a";
    source.columns.are_places = true;
    carry_out(other, command::SetSource{source});
    EXPECT_THAT(shell_command_of(other.data.now), HasSubstr("--longitude b --latitude a"));
    ASSERT_TRUE(offers_kilometres(other));
    carry_out(other, command::MeasureInKilometres{});
    const auto found = neighbours::neighbours_of_row(neighbour_question(other.data.now.question, 1), 0, false);
    EXPECT_NEAR(found.nearest.front().distance, 76.06, 0.05);
    EXPECT_THAT(row_as_json({.source = other.data.now.source, .question = other.data.now.question}, 0, found.nearest),
                HasSubstr("\"latitude\": \"a\""));
}

TEST_F(Kilometres, of_a_file_with_two_pairs_of_places_need_a_user_who_chooses_one) {
    State state = with_towns("pickup_lat,pickup_lon,dropoff_lat,dropoff_lon",
                             "40.7,-74,40.8,-73.9\n40.6,-73.8,40.7,-74\n40.5,-73.9,40.6,-73.7\n");
    ASSERT_TRUE(offers_kilometres(state));
    const auto flat = workload_of(state);
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_EQ(workload_of(state), flat);
    ASSERT_FALSE(state.notices.empty());
    EXPECT_THAT(state.notices.back().text, HasSubstr("2 columns may be the longitude ('pickup_lon', 'dropoff_lon')"));
    EXPECT_THAT(state.notices.back().text, HasSubstr("or tick \"longitude and latitude\" in the list of columns"));
    FileSource source = std::get<FileSource>(state.data.now.source);
    source.columns.are_places = true;
    carry_out(state, command::SetSource{source});
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_EQ(workload_of(state), kilometres());
    EXPECT_EQ(place_names(*state.data.now.question.first).latitude, "pickup_lat");

    State other =
        with_towns("pickup_lat,pickup_lon,dropoff_lat,dropoff_lon", "40.7,-74,40.8,-73.9\n40.6,-73.8,40.7,-74\n");
    source = std::get<FileSource>(other.data.now.source);
    source.columns.x = "dropoff_lon";
    source.columns.y = "dropoff_lat";
    carry_out(other, command::SetSource{source});
    carry_out(other, command::MeasureInKilometres{});
    EXPECT_EQ(place_names(*other.data.now.question.first).latitude, "dropoff_lat") << "a user chose these two";
}

TEST_F(Kilometres, of_a_file_that_is_opened_take_its_places_or_keep_the_old_ones) {
    State state = with_towns();
    carry_out(state, command::MeasureInKilometres{});
    const auto open = [&](const std::string& name, const std::string& text) {
        carry_out(state, command::OpenFile{.file = folder.file(name, text)});
    };
    open("airports.csv", "ident,latitude_deg,longitude_deg,elevation_ft\nA,41.9,12.5,10\nB,50.45,30.52,20\n");
    EXPECT_EQ(workload_of(state), kilometres());
    EXPECT_THAT(state.data.now.question.first->axes, ElementsAre("longitude_deg", "latitude_deg"));
    const auto airports = state.data.now.question.first;
    open("taxis.csv", "pickup_lat,pickup_lon,dropoff_lat,dropoff_lon\n1,2,3,4\n5,6,7,8\n");
    EXPECT_THAT(state.notices.back().text, HasSubstr("2 columns may be the longitude ('pickup_lon', 'dropoff_lon')"));
    open("flowers.csv", "sepal length,sepal width\n5.1,3.5\n4.9,3\n");
    EXPECT_THAT(state.notices.back().text, HasSubstr("--longitude COL --latitude COL"));
    EXPECT_EQ(state.data.now.question.first, airports);
    open("turned.csv", "48.9,2.4\n40.7,-74\n-33.9,151.2\n");
    EXPECT_EQ(place_names(*state.data.now.question.first).latitude, "column 1");
}

TEST_F(Kilometres, say_which_places_do_not_exist) {
    State state = with_towns("name,lon,lat", "A,20,70\nB,22,70\nC,20,71\n");
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_THAT(note_on_places(state), IsEmpty());
    carry_out(state, command::MovePoint{.row = 1, .x = 20.0f, .y = 95.0f, .last = true});
    EXPECT_THAT(note_on_places(state), HasSubstr("1 place has no distances"));
}

/// More places than a stored matrix has rows, along the equator; two of them are not on the Earth.
Dataset many_places() {
    constexpr std::int64_t rows = max_stored_rows + 300;
    Dataset places{.name = "equator.csv", .rows = rows, .dims = 2};
    places.axes = {"lon", "lat"};
    places.unit = "degrees";
    std::vector<float> degrees(std::size_t(2 * rows));
    for (std::size_t i = 0; i < std::size_t(rows); ++i) degrees[2 * i] = 360.0f * float(i) / float(rows) - 180.0f;
    degrees[2 * 100 + 1] = 91.0f;
    degrees[2 * 20'000] = 400.0f;
    places.values = std::move(degrees);
    return places;
}

TEST_F(Kilometres, of_more_places_than_can_be_stored_leave_out_those_that_do_not_exist) {
    State state = laptop_with_points();
    set_dataset(state,
                {.source = FileSource{.path = "equator.csv", .columns = {}, .n = max_rows},
                 .table = nullptr,
                 .question = {.workload = kilometres(), .first = std::make_shared<const Dataset>(many_places())}});
    ASSERT_TRUE(is_deep(state));
    state.deep.sight = Viewport{500, 500};
    EXPECT_THAT(note_on_places(state), IsEmpty()) << "they are counted with the first picture";
    Workbench bench([](const Task&, double) {});
    pairscope::app::apply(state, bench.carry_out(*tiles_job(state), {}));
    EXPECT_THAT(note_on_places(state), HasSubstr("2 places have no distances"));
    EXPECT_EQ(state.deep.unusable, 2) << "so the mean of a tile is not that of the means of its parts";
    EXPECT_NEAR(state.deep.summary.max, 20'015.1, 60.0) << "half of the equator";
    EXPECT_EQ(unit_of_entries(state), "km");
    const auto found = neighbours::neighbours_of_row(neighbour_question(state.data.now.question, 2), 5, false);
    EXPECT_EQ(found.left_out, 2);
    EXPECT_NEAR(found.nearest.front().distance, 40'030.2 / double(many_places().rows), 0.01);
}

TEST_F(Kilometres, and_all_other_metrics_keep_more_points_than_can_be_stored) {
    State state = laptop_with_points();
    make_points(state, max_stored_rows + 1);
    const auto points = state.data.now.question.first;
    for (const auto& [metric, name, title, old_name] : metric_names) {
        carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(metric)->id)});
        const auto& set = state.data.now.question.first; // a metric may prepare it
        EXPECT_EQ(set->original ? set->original : set, points) << name;
        EXPECT_TRUE(is_deep(state)) << name;
    }
}

TEST_F(Kilometres, order_by_distance_as_the_metric_says) {
    State state = with_towns();
    const auto order = [&](OrderKind kind) {
        job::MakeOrder job{.key = {.choice = {.kind = kind, .row = 0},
                                   .first = state.data.now.question.first,
                                   .second = nullptr,
                                   .axes = {},
                                   .by = {.metric = current_type(state).metric}},
                           .places = {}};
        return make_order(job, {})->rows;
    };
    EXPECT_THAT(order(OrderKind::by_distance), ElementsAre(0, 2, 1, 3));
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_THAT(order(OrderKind::by_distance), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(what_it_reveals(OrderKind::by_distance, *workload_of_metric(Metric::great_circle)),
                HasSubstr("great-circle distance"));
    EXPECT_THAT(what_it_reveals(OrderKind::clusters, *workload_of_metric(Metric::manhattan)),
                HasSubstr("by the Manhattan distance"));
}

/// A table with five columns of numbers, compared by all of them.
TEST_F(Kilometres, vectors_of_a_file_stay_when_another_metric_is_chosen) {
    const std::filesystem::path file =
        folder.file("five.csv", "name,a,b,c,d,e\np,1,10,5,0,2\nq,2,20,6,0,4\nr,3,30,7,0,6\ns,4,40,9,1,8\n");
    State state = laptop_with_points();
    const WorkloadType& manhattan = *workload_of_metric(Metric::manhattan);
    carry_out(state,
              command::AskAboutVectors{std::string(manhattan.id), VectorSource{.a = file, .b = {}, .n = {}, .m = {}}});
    ASSERT_EQ(workload_of(state), manhattan.id);
    const auto vectors = state.data.now.question.first;
    ASSERT_EQ(vectors->dims, 5);
    carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(Metric::cosine)->id)});
    EXPECT_EQ(state.data.now.question.first, vectors);
    carry_out(state, command::ChooseWorkload{std::string(workload_of_metric("euclidean", 2)->id)});
    EXPECT_EQ(state.data.now.question.first, vectors);
    EXPECT_EQ(state.data.now.question.second, vectors) << "it compares two sets";
    EXPECT_EQ(std::get<VectorSource>(state.data.now.source).b, file);
    carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(Metric::chebyshev)->id)});
    EXPECT_EQ(state.data.now.question.first, vectors);
    EXPECT_EQ(state.data.now.question.second, nullptr);
    EXPECT_TRUE(std::get<VectorSource>(state.data.now.source).b.empty());
}

TEST_F(Kilometres, directions_are_seen_from_the_zero_of_the_file) {
    State state = with_towns("name,x,y", "A,300000.125,400000.125\nB,300000.1328125,400000.1171875\nC,300001,400002\n");
    ASSERT_FALSE(state.data.now.question.first->origin.empty());
    carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(Metric::cosine)->id)});
    const auto nearest = neighbours::neighbours_of_row(neighbour_question(state.data.now.question, 1), 0, false);
    EXPECT_LT(nearest.farthest->distance, 1e-5) << "all vectors point in almost the same direction";
    EXPECT_TRUE(state.data.now.question.first->origin.empty());
    carry_out(state, command::SetSource{state.data.now.source}); // it is read again
    EXPECT_TRUE(state.data.now.question.first->origin.empty());
}

TEST_F(Kilometres, directions_of_tiny_vectors_are_shown_and_edited_as_the_file_has_them) {
    State state = with_towns("name,x,y", "A,0,1e-30\nB,2e-30,0\nC,1,2\n");
    const auto points = state.data.now.question.first;
    carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(Metric::cosine)->id)});
    EXPECT_GT(coordinates(*state.data.now.question.first)[1], 0.5f) << "its square would be 0";
    EXPECT_EQ(places_now(state).first[1], 1e-30f);
    std::ignore = update(state, command::MovePoint{0, 3e-30f, 0.0f, true});
    EXPECT_THAT(places_now(state).first, ElementsAre(3e-30f, 0, 2e-30f, 0, 1, 2));
    EXPECT_GT(coordinates(*state.data.now.question.first)[0], 0.5f);
    std::ignore = update(state, command::Undo{});
    carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(Metric::manhattan)->id)});
    EXPECT_EQ(state.data.now.question.first, points);
}

TEST_F(Kilometres, need_degrees_that_are_not_standardised) {
    State state = with_towns();
    auto standardised = std::get<FileSource>(state.data.now.source);
    standardised.columns.standardise = true;
    carry_out(state, command::MeasureInKilometres{});
    const auto points = state.data.now.question.first;
    carry_out(state, command::SetSource{standardised});
    EXPECT_EQ(state.data.now.question.first, points) << "it was refused";
    ASSERT_FALSE(state.notices.empty());
    EXPECT_THAT(state.notices.back().text, HasSubstr("the columns of towns.csv were standardised"));
}

TEST_F(Kilometres, are_no_published_work) {
    State state = with_towns();
    carry_out(state, command::MeasureInKilometres{});
    EXPECT_FALSE(published_source(state));
}

} // namespace
} // namespace pairscope::app
