// SPDX-License-Identifier: MIT
// Places on the Earth on the command line: which columns are longitude and latitude, by every door.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// The name that a file's text begins with, and four cities. Rome's nearest city is Kyiv, 1674.972 km away; from Porto
/// it is 1754.908 km away. With latitude and longitude exchanged it would be Oslo.
constexpr double rome_kyiv = 1674.972, rome_porto = 1754.908, paris_new_york = 5837.2;

/// Vincenty's formula for a sphere, from the decimals of the file, in long double [km].
long double kilometres(double longitude_a, double latitude_a, double longitude_b, double latitude_b) {
    constexpr long double radians = std::numbers::pi_v<long double> / 180;
    const long double l = (static_cast<long double>(longitude_a) - longitude_b) * radians;
    const long double a = latitude_a * radians, b = latitude_b * radians, half = std::sin(l / 2);
    const long double across = std::cos(b) * std::sin(l);
    const long double along = std::sin(b - a) + 2 * std::sin(a) * std::cos(b) * half * half;
    const long double together = std::sin(a) * std::sin(b) + std::cos(a) * std::cos(b) * std::cos(l);
    return 6371.0088L * std::atan2(std::hypot(across, along), together);
}

class Places : public Program {
protected:
    [[nodiscard]] std::string cities(const std::string& latitude, const std::string& longitude,
                                     const std::string& name = "cities_of_europe.csv") const {
        return file(name, "stop_name," + latitude + "," + longitude +
                              ",elevation_ft\nRome,41.90,12.50,10\nOslo,59.91,10.75,20\nKyiv,50.45,30.52,30\n"
                              "Porto,41.15,-8.61,5\n");
    }
    /// A NumPy array of 3 x 2 doubles.
    [[nodiscard]] std::string array(const std::string& name, const std::array<double, 6>& values) const {
        std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }";
        header.append(118 - 1 - header.size(), ' ');
        header += '\n';
        std::string bytes = std::string("\x93NUMPY\x01\x00", 8) + char(118) + char(0) + header;
        const auto raw = std::bit_cast<std::array<char, sizeof(values)>>(values);
        bytes.append(raw.data(), raw.size());
        return file(name, bytes);
    }
    [[nodiscard]] json neighbours(std::vector<std::string> source, std::string* err = nullptr) {
        std::vector<std::string> arguments{"neighbours", "--metric", "great_circle", "--json"};
        arguments.insert(arguments.end(), source.begin(), source.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        if (err != nullptr) *err = done.err;
        return json::parse(done.out);
    }
    /// The distance between two rows of the file.
    static double distance(const json& found, std::int64_t row, std::int64_t other) {
        for (const json& pair : found.at("neighbours"))
            if (pair.at("id") == row && pair.at("neighbour_id") == other) return pair.at("distance").get<double>();
        return -1.0;
    }
    [[nodiscard]] std::string refusal_of(std::vector<std::string> source) {
        std::vector<std::string> arguments{"neighbours", "--metric", "great_circle"};
        arguments.insert(arguments.end(), source.begin(), source.end());
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_EQ(done.out, "");
        return done.err;
    }
};

TEST_F(Places, are_read_by_their_names_from_files_and_from_sets_of_vectors) {
    for (const auto& [latitude, longitude] : {std::pair("stop_lat", "stop_lon"),
                                              {"latitude_deg", "longitude_deg"},
                                              {"pickup_latitude", "pickup_longitude"},
                                              {"Lat.", "Lon."},
                                              {"lat1", "lon1"},
                                              {"gps_lat", "gps_lng"},
                                              {"reclat", "reclong"},
                                              {"INTPTLAT", "INTPTLONG"},
                                              {"Latitude N", "Longitude E"},
                                              {"breite", "länge"},
                                              {"LAT_DD", "LONG_DD"},
                                              {"y_lat", "x_lon"},
                                              {"y", "x"}}) {
        const std::string path = cities(latitude, longitude);
        for (const auto& door : {std::vector<std::string>{path}, {"--a", path}}) {
            std::string err;
            const json found = neighbours(door, &err);
            EXPECT_NEAR(distance(found, 0, 2), rome_kyiv, 1e-3) << latitude;
            EXPECT_NEAR(distance(found, 0, 3), rome_porto, 1e-3) << latitude;
            EXPECT_EQ(found.at("source").at("latitude"), latitude);
            EXPECT_EQ(found.at("source").at("longitude"), longitude);
            EXPECT_THAT(err,
                        HasSubstr(std::string("longitude is '") + longitude + "' and latitude is '" + latitude + "'"));
        }
    }
}

TEST_F(Places, are_read_in_the_order_of_the_options_or_of_the_names) {
    const std::string path = cities("stop_lat", "stop_lon");
    for (const auto& door : {std::vector<std::string>{path, "--x", "stop_lat", "--y", "stop_lon"},
                             {path, "--y", "stop_lat"},
                             {path, "--columns", "stop_lat,stop_lon"},
                             {"--a", path, "--columns", "stop_lat,stop_lon"},
                             {path, "--longitude", "stop_lon", "--latitude", "stop_lat"},
                             {"--a", path, "--longitude", "stop_lon", "--latitude", "stop_lat"}})
        EXPECT_NEAR(distance(neighbours(door), 0, 2), rome_kyiv, 1e-3) << door.back();
    const std::string other = cities("b", "a", "others.csv");
    for (const auto& door : {std::vector<std::string>{other, "--longitude", "a", "--latitude", "b"},
                             {"--a", other, "--longitude", "a", "--latitude", "b"}}) {
        const json found = neighbours(door);
        EXPECT_NEAR(distance(found, 0, 2), rome_kyiv, 1e-3);
        EXPECT_EQ(found.at("source").at("latitude"), "b");
    }
    const json turned = neighbours({path, "--longitude", "stop_lat", "--latitude", "stop_lon"});
    EXPECT_NEAR(distance(turned, 0, 3), 2348.79, 0.01) << "the user said so";
}

TEST_F(Places, without_names_are_in_the_order_that_fits_the_ranges) {
    const std::string turned = array("latlon.npy", {48.8566, 2.3522, 40.7128, -74.006, -33.8688, 151.2093});
    const std::string usual = array("lonlat.npy", {2.3522, 48.8566, -74.006, 40.7128, 151.2093, -33.8688});
    for (const auto& [path, latitude] : {std::pair(turned, "column 1"), {usual, "column 2"}})
        for (const auto& door : {std::vector<std::string>{path}, {"--a", path}, {path, "--order", "as_loaded"}}) {
            std::string err;
            const json found = neighbours(door, &err);
            EXPECT_NEAR(distance(found, 0, 1), paris_new_york, 0.1) << path;
            EXPECT_EQ(found.at("source").at("latitude"), latitude);
            EXPECT_THAT(err, HasSubstr(std::string("latitude is '") + latitude + "', "));
        }
    std::string err;
    EXPECT_NE(distance(neighbours({turned, "--longitude", "column 2", "--latitude", "column 1"}, &err), 0, 1), -1.0);
    EXPECT_THAT(err, Not(HasSubstr("ranges")));
    EXPECT_NEAR(distance(neighbours({"--a", turned, "--longitude", "column 2", "--latitude", "column 1"}), 0, 1),
                paris_new_york, 0.1);
}

TEST_F(Places, of_cells_with_letters_minutes_and_points_are_the_same) {
    const std::string letters =
        file("hemis.csv", "place,lat,lon\nA,48.8566N,2.3522E\nB,33.8688S,151.2093E\nC,40.7128N,74.0060W\n");
    const std::string minutes =
        file("dms.csv", "place,lat,lon\nA,48°51'23.76\"N,2°21'07.92\"E\nB,33°52'07.68\"S,151°12'33.48\"E\n"
                        "C,40°42'46.08\"N,74°00'21.6\"W\n");
    const std::string points = file("wkt.csv", "name,geom\nA,POINT(2.3522 48.8566)\nB,POINT(151.2093 -33.8688)\n"
                                               "C,POINT(-74.006 40.7128)\n");
    for (const std::string& path : {letters, minutes, points})
        for (const auto& door : {std::vector<std::string>{path}, {"--a", path}})
            EXPECT_NEAR(distance(neighbours(door), 0, 2), paris_new_york, 0.1) << path;
    EXPECT_THAT(run({"neighbours", letters}).err, HasSubstr("'48.8566N' on line 2 is 48.8566"));
}

TEST_F(Places, all_over_the_earth_are_right_to_a_centimetre_in_lists) {
    std::vector<std::array<double, 2>> degrees; // longitude and latitude
    for (const auto& [longitude, latitude] : std::vector<std::array<double, 2>>{{13.4050123, 52.5200456},
                                                                                {-166.5949877, -52.5200456},
                                                                                {179.9999871, -17.1234567},
                                                                                {-70.6693451, -33.4489012},
                                                                                {151.2093123, -33.8688456},
                                                                                {0.0000001, 0.0000001},
                                                                                {120.9876543, 89.9999321},
                                                                                {-0.1277583, 51.5073509}})
        for (const double step : {0.0, 0.0000123, 0.0004567})
            degrees.push_back({longitude < 0 ? longitude + step : longitude - step, latitude - step});
    std::string text = "id_text,lat,lon\n";
    for (std::size_t i = 0; i < degrees.size(); ++i)
        text += fmt::format("p{},{:.7f},{:.7f}\n", i, degrees[i][1], degrees[i][0]);
    for (std::array<double, 2>& place : degrees)
        for (double& number : place) number = std::stod(fmt::format("{:.7f}", number));
    const std::string path = file("earth.csv", text);
    for (const auto& door : {std::vector<std::string>{path, "--k", "23"}, {"--a", path, "--k", "23"}}) {
        const json found = neighbours(door);
        ASSERT_EQ(found.at("neighbours").size(), degrees.size() * (degrees.size() - 1));
        for (const json& pair : found.at("neighbours")) {
            const auto &a = degrees[pair.at("id").get<std::size_t>()],
                       &b = degrees[pair.at("neighbour_id").get<std::size_t>()];
            constexpr double centimetre = 1e-5; // [km]
            EXPECT_NEAR(pair.at("distance").get<double>(), static_cast<double>(kilometres(a[0], a[1], b[0], b[1])),
                        centimetre)
                << pair;
        }
    }
}

TEST_F(Places, with_two_candidates_or_other_names_are_refused_with_the_options_that_choose) {
    const std::string taxis = file("taxis.csv", "pickup_latitude,pickup_longitude,dropoff_latitude,dropoff_longitude\n"
                                                "40.7,-74,40.8,-73.9\n40.6,-73.8,40.7,-74\n");
    const std::string flowers = file("flowers.csv", "sepal length,sepal width\n5.1,3.5\n4.9,3.0\n");
    const std::string options = "choose two columns with --longitude COL --latitude COL";
    for (const auto& door : {std::vector<std::string>{taxis}, {"--a", taxis}})
        EXPECT_THAT(
            refusal_of(door),
            HasSubstr("2 columns may be the longitude ('pickup_longitude', 'dropoff_longitude'), and 2 columns may "
                      "be the latitude ('pickup_latitude', 'dropoff_latitude'); " +
                      options));
    for (const auto& door : {std::vector<std::string>{flowers}, {"--a", flowers}}) {
        EXPECT_THAT(refusal_of(door), HasSubstr("'sepal length', 'sepal width'"));
        EXPECT_THAT(refusal_of(door), HasSubstr(options));
    }
    EXPECT_THAT(refusal_of({flowers, "--x", "sepal length", "--y", "sepal width"}), HasSubstr(options));
    EXPECT_THAT(refusal_of({"--a", flowers, "--columns", "sepal width,sepal length"}), HasSubstr(options));
    EXPECT_EQ(neighbours({taxis, "--longitude", "dropoff_longitude", "--latitude", "dropoff_latitude"})
                  .at("source")
                  .at("latitude"),
              "dropoff_latitude");
    for (const char* verb : {"check", "bench", "render"})
        EXPECT_EQ(run({verb, flowers, "--metric", "great_circle"}).code, 2) << verb;
}

TEST_F(Places, of_several_pairs_are_named_in_a_note) {
    const std::string taxis = file("taxis.csv", "start_lat,start_lon,end_lat,end_lon\n40.7,-74,40.8,-73.9\n"
                                                "40.6,-73.8,40.7,-74\n");
    const Finished done = run({"neighbours", taxis});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err,
                HasSubstr("longitude is 'start_lon' and latitude is 'start_lat', and 'end_lat', 'end_lon' are "
                          "not used; --longitude COL --latitude COL choose others"));
    const Finished chosen = run({"neighbours", taxis, "--longitude", "end_lon", "--latitude", "end_lat"});
    EXPECT_THAT(chosen.err, Not(HasSubstr("are not used; --longitude")));
}

TEST_F(Places, that_are_compared_as_flat_degrees_are_told_however_they_are_known) {
    for (const char* text : {"Breite,L\u00e4nge\n48.8,2.3\n40.7,-74\n",
                             "name,wkt\nA,POINT(2.3 48.8)\nB,POINT(-74 40.7)\n", "lat,lon\n48.8,2.3\n40.7,-74\n"}) {
        const std::string path = file("places.csv", text);
        EXPECT_THAT(run({"neighbours", path}).err, HasSubstr("are compared as flat degrees")) << text;
        EXPECT_EQ(run({"neighbours", path, "--metric", "great_circle"}).code, 0) << text;
    }
    for (const char* text : {"Breite [mm],L\u00e4nge [mm]\n48.8,2.3\n40.7,74\n", "x,y\n2.3,48.8\n-74,40.7\n",
                             "wkt\nPOINT(500000 4649776)\nPOINT(500100 4649776)\n"})
        EXPECT_THAT(run({"neighbours", file("others.csv", text)}).err, Not(HasSubstr("flat degrees"))) << text;
}

TEST_F(Places, outside_of_the_ranges_are_refused) {
    const std::string path = file("wrong.csv", "lat,lon\n151.2,-33.9\n41.9,12.5\n");
    for (const auto& door : {std::vector<std::string>{path}, {"--a", path}})
        EXPECT_THAT(refusal_of(door), HasSubstr("exchange the two columns with --longitude COL --latitude COL"));
    EXPECT_THAT(refusal_of({file("metres.csv", "x,y\n500000,4649776\n500100,4649776\n")}),
                HasSubstr("choose two columns with --longitude COL --latitude COL"));
}

TEST_F(Places, that_may_be_radians_are_told) {
    const auto said = [&](std::string_view text) {
        return run({"neighbours", file("r.csv", text), "--metric", "great_circle"}).err;
    };
    EXPECT_THAT(said("lat,lon\n0.85,0.04\n0.92,0.23\n-0.59,2.64\n"), HasSubstr("if they are radians, multiply them"));
    EXPECT_THAT(said("lat,lon\n0.85,0.04\n0.92,0.23\n-0.59,6.64\n"), Not(HasSubstr("radians")));
    EXPECT_THAT(said("lat,lon\n0,0\n1,0\n1,2\n"), Not(HasSubstr("radians"))) << "whole numbers";
}

TEST_F(Places, are_kept_by_recordings_whatever_their_columns_are_called) {
    const std::string path = cities("b", "a");
    const std::string recording = (folder / "places.pairscope").string();
    const Finished done = run({"record", recording, path, "--longitude", "a", "--latitude", "b", "--order", "as_loaded",
                               "--metric", "great_circle", "--variant", "cpu_naive", "--seconds", "0.01"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json found = neighbours({"--points", recording});
    EXPECT_NEAR(distance(found, 0, 2), rome_kyiv, 1e-3);
    EXPECT_EQ(found.at("source").at("latitude"), "b");
    const std::string turned = array("latlon.npy", {48.8566, 2.3522, 40.7128, -74.006, -33.8688, 151.2093});
    const std::string vectors = (folder / "vectors.pairscope").string();
    ASSERT_EQ(run({"record", vectors, "--a", turned, "--metric", "great_circle", "--variant", "cpu_naive", "--seconds",
                   "0.01"})
                  .code,
              0);
    EXPECT_NEAR(distance(neighbours({"--a", vectors}), 0, 1), paris_new_york, 0.1);
    EXPECT_EQ(neighbours({"--points", vectors}).at("source").at("latitude"), "column 1");
}

TEST_F(Places, take_both_options_together_and_beside_no_other_choice) {
    const std::string path = cities("b", "a");
    EXPECT_THAT(refusal_of({path, "--longitude", "a"}),
                HasSubstr("there is --longitude without --latitude: name both"));
    EXPECT_THAT(refusal_of({path, "--longitude", "a", "--latitude", "a"}), HasSubstr("column 'a' was named twice"));
    EXPECT_THAT(refusal_of({path, "--longitude", "a", "--latitude", "b", "--x", "a"}),
                HasSubstr("there are both --longitude and --x"));
    EXPECT_THAT(refusal_of({path, "--longitude", "a", "--latitude", "c"}), HasSubstr("there is no such column"));
    EXPECT_THAT(refusal_of({"--shape", "ring", "--longitude", "a", "--latitude", "b"}), HasSubstr("belong to files"));
    EXPECT_EQ(
        run({"neighbours", "--workload", "cross_distance", "--a", path, "--longitude", "a", "--latitude", "b"}).code,
        2);
    const Finished flat = run({"neighbours", path, "--longitude", "a", "--latitude", "b"});
    EXPECT_EQ(flat.code, 0) << flat.err;
    EXPECT_THAT(flat.err, HasSubstr("--metric great_circle compares them in kilometres"));
}

TEST_F(Places, are_named_in_the_json_of_measurements) {
    const Finished done =
        run({"check", cities("stop_lat", "stop_lon"), "--metric", "great_circle", "--variant", "cpu_naive", "--json"});
    EXPECT_THAT(done.out, HasSubstr("\"latitude\": \"stop_lat\""));
}

} // namespace
} // namespace pairscope
