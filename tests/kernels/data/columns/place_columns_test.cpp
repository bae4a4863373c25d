// SPDX-License-Identifier: MIT
// Which columns of a table become longitude and latitude, and which of two coordinates is the latitude.
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "kernels/data/vectors.h"
#include "tests/kernels/loaded_table.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

/// "longitude latitude" of the file, or why it was refused.
std::string places_of(std::string_view bytes) {
    try {
        const Table table = table_of(bytes);
        const PlaceColumns found = place_columns(table);
        return found.longitude->name + " " + found.latitude->name;
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(PlaceColumns, are_found_by_the_words_of_their_names) {
    EXPECT_EQ(places_of("stop_id,stop_name,stop_lat,stop_lon\nA,Rome,41.9,12.5\n"), "stop_lon stop_lat");
    EXPECT_EQ(places_of("ident,name,latitude_deg,longitude_deg,elevation_ft\nA,Rome,41.9,12.5,10\n"),
              "longitude_deg latitude_deg");
    EXPECT_EQ(places_of("x,y,lat,lon\n1,2,3,4\n"), "lon lat") << "not x and y";
    EXPECT_EQ(places_of("name,mass,reclat,reclong\nA,5,41.9,12.5\n"), "reclong reclat");
    EXPECT_EQ(places_of("INTPTLAT,INTPTLONG,ALAND\n41.9,12.5,3\n"), "INTPTLONG INTPTLAT");
    EXPECT_EQ(places_of("x_lon,y_lat\n12.5,41.9\n"), "x_lon y_lat");
    EXPECT_EQ(places_of("Ort,Breite,Länge\nRom,41.9,12.5\n"), "Länge Breite");
    EXPECT_EQ(places_of("Breite,Länge,lat,lon\n1,2,3,4\n"), "lon lat") << "sure words come first";
    EXPECT_EQ(places_of("a,b\n41.9N,12.5E\n33.9S,1.5W\n"), "b a") << "by the letters in the cells";
}

TEST(PlaceColumns, without_such_names_are_x_and_y_or_columns_without_names) {
    EXPECT_EQ(places_of("y,x\n41.9,12.5\n"), "x y");
    EXPECT_EQ(places_of("id,POINT_X,POINT_Y,height\n1,12.5,41.9,7\n"), "POINT_X POINT_Y");
    EXPECT_EQ(places_of("12.5,41.9\n10.7,59.9\n"), "column 1 column 2");
    EXPECT_EQ(places_of("name,geom\nA,POINT(2.35 48.86)\nB,POINT(1.5 3)\n"), "geom x geom y");
}

TEST(PlaceColumns, with_two_candidates_are_refused_and_listed) {
    EXPECT_EQ(places_of("pickup_latitude,pickup_longitude,dropoff_latitude,dropoff_longitude\n1,2,3,4\n"),
              "cannot read places from points.csv: 2 columns may be the longitude ('pickup_longitude', "
              "'dropoff_longitude'), and 2 columns may be the latitude ('pickup_latitude', 'dropoff_latitude'); "
              "choose two columns with --longitude COL --latitude COL");
    EXPECT_THAT(places_of("x1,y1,x2,y2\n1,2,3,4\n"), HasSubstr("2 columns may be the longitude ('x1', 'x2')"));
}

TEST(PlaceColumns, whose_minutes_stand_in_columns_of_their_own_are_refused) {
    EXPECT_EQ(
        places_of("latdeg,latmin,londeg,lonmin\n48,51,2,21\n33,52,151,12\n"),
        "cannot read places from points.csv: 'latdeg' has only whole degrees of the latitude, and its minutes are "
        "in 'latmin'; write both into one cell, as degrees + minutes / 60 + seconds / 3600 or as 48:51:24");
    EXPECT_THAT(places_of("lat_deg,lat_min,lat_sec,lon\n1,2,3,4\n"),
                HasSubstr("its minutes and seconds are in 'lat_min' and 'lat_sec'"));
    for (const char* names :
         {"LatD,LatM,LonD,LonM", "lat,latmin,lon,lonmin", "Lat deg,Lat minutes,Long deg,Long minutes",
          "LATITUDE_DEG,LATITUDE_MIN,LONGITUDE_DEG,LONGITUDE_MIN", "lon,lonmin,lat,lat_height",
          "Breite Grad,Breite Minuten,Länge Grad,Länge Minuten", "Breite,Breite min,Länge,Länge min",
          "lat_d,lat_m,lon_d,lon_m",
          "degrees of latitude,minutes of latitude,degrees of longitude,minutes of longitude"})
        EXPECT_THAT(places_of(fmt::format("{}\n48,51,2,21\n33,52,51,12\n", names)), HasSubstr("only whole degrees"))
            << names;
    EXPECT_THAT(places_of("lat_min,lat_max,lon_min,lon_max\n1,2,3,4\n"), HasSubstr("2 columns may be")) << "bounds";
    EXPECT_EQ(places_of("lat,latmin,lon,lonmin\n48.85,51,2.35,21\n"), "lon lat") << "the degrees have decimals";
    EXPECT_EQ(places_of("lat,lon,min\n48,2,7\n"), "lon lat");
    EXPECT_EQ(places_of("lat,lon,plats,lonm\n48,2,7,900\n"), "lon lat") << "900 are no minutes";
}

TEST(PlaceColumns, that_a_user_chose_are_taken_and_what_they_lose_is_said) {
    const auto note = [](std::string_view bytes, const std::string& longitude, const std::string& latitude) {
        const Table table = table_of(bytes);
        const ColumnChoice choice{.x = longitude, .y = latitude, .label = {}, .are_places = true};
        const InputRule rule{.rows = {1, 100}, .dims = {1, 9}};
        const VectorRequest request{.most_rows = 100, .columns = {.names = {longitude, latitude}, .are_places = true}};
        const std::string of_points = dataset_from(table, choice, max_rows, Order::as_loaded).note;
        const std::string of_vectors = finished(read_vectors(table, rule, request), rule, request).note;
        const std::string said = "the columns were taken as you chose them, but ";
        const auto part = [&](const std::string& all) {
            return all.find(said) == std::string::npos ? std::string() : all.substr(all.find(said) + said.size());
        };
        EXPECT_THAT(part(of_points), StartsWith(part(of_vectors)));
        return part(of_vectors);
    };
    EXPECT_THAT(note("latdeg,latmin,londeg,lonmin\n48,51,2,21\n33,52,151,12\n", "londeg", "latdeg"),
                StartsWith("'londeg' has only whole degrees of the longitude, and its minutes are in 'lonmin'; write "
                           "both into one cell, as degrees + minutes / 60 + seconds / 3600 or as 48:51:24; "
                           "'latdeg' has only whole degrees of the latitude, and its minutes are in 'latmin'"));
    EXPECT_THAT(note("lat_deg,lat_min,lat_sec,lon\n1,2,3,4.5\n", "lon", "lat_deg"),
                StartsWith("'lat_deg' has only whole degrees of the latitude, and its minutes and seconds are in"));
    EXPECT_THAT(note("lat,lat_dir,lon\n33.9,S,151.2\n41.9,N,12.5\n", "lon", "lat"),
                StartsWith("the column 'lat_dir' has the letters N and S, and 'lat' has no signs"));
    for (const char* bytes : {"lat,latmin,lon,lonmin\n48.85,51,2.35,21\n", "lat,lon,min\n48,2,7\n",
                              "lat,lat_max,lon,lonm\n48,49,2,900\n", "lat,lat_dir,lon\n-33.9,S,151.2\n41.9,N,12.5\n"})
        EXPECT_THAT(note(bytes, "lon", "lat"), IsEmpty()) << bytes;
}

TEST(PlaceColumns, with_names_that_mean_neither_are_refused) {
    EXPECT_EQ(
        places_of("sepal length,sepal width,species\n5.1,3.5,setosa\n"),
        "cannot read places from points.csv: the names of its columns of numbers ('sepal length', 'sepal width') mean "
        "neither longitude nor latitude; choose two columns with --longitude COL --latitude COL");
    EXPECT_EQ(places_of("lat,height\n1,2\n"),
              "cannot read places from points.csv: 'lat' is the latitude, but the name of no column of numbers means a "
              "longitude; choose two columns with --longitude COL --latitude COL");
    EXPECT_THAT(places_of("lat,lon,height\n1,west,2\n2,east,3\n"),
                HasSubstr("the column 'lon' holds text, and a longitude is a number"));
    EXPECT_THAT(places_of("easting,northing\n500000,4649776\n"), HasSubstr("mean neither"));
    EXPECT_THAT(places_of("name,lat\nA,1\n"), HasSubstr("'lat' is the latitude, but"));
}

TEST(PlaceColumns, whose_hemispheres_stand_in_other_columns_are_refused) {
    EXPECT_EQ(
        places_of("lat,lat_dir,lon,lon_dir\n33.9,S,151.2,E\n41.9,N,12.5,E\n"),
        "cannot read places from points.csv: the column 'lat_dir' has the letters N and S, and 'lat' has no "
        "signs, so the program cannot tell north from south by 'lat' alone; write -33.86 or 33.86S into one cell");
    EXPECT_THAT(places_of("lat,lon,hemisphere\n41.9,74,W\n41.9,12.5,E\n"), HasSubstr("the letters E and W"));
    EXPECT_EQ(places_of("lat,lat_dir,lon\n-33.9,S,151.2\n41.9,N,12.5\n"), "lon lat") << "the numbers have signs";
    EXPECT_EQ(places_of("lat,lat_dir,lon\n33.9,N,151.2\n41.9,N,12.5\n"), "lon lat") << "all are in the north";
    EXPECT_EQ(places_of("lat,fumador,lon\n33.9,S,151.2\n41.9,N,12.5\n"), "lon lat") << "yes and no in Spanish";
}

TEST(PlaceColumns, whose_hemispheres_stand_in_other_columns_are_told_where_they_are_flat) {
    const auto note_of = [](std::string_view bytes) {
        const Table table = table_of(bytes);
        return note_on_proposal(table, likely_columns(table));
    };
    EXPECT_THAT(note_of("name,lat,ns,lon,ew\nSydney,33.9,S,151.2,E\nQuito,0.2,S,78.5,W\nRome,41.9,N,12.5,E\n"),
                AllOf(HasSubstr("cannot tell north from south by 'lat' alone"), HasSubstr("east from west by 'lon'")));
    EXPECT_EQ(note_of("name,lat,ns,lon\nSydney,-33.9,S,151.2\nRome,41.9,N,12.5\n"), "");
}

TEST(PlaceColumns, of_other_metrics_are_a_pair_whose_names_belong_together) {
    const auto likely = [](std::string_view bytes) {
        const ColumnChoice choice = likely_columns(table_of(bytes));
        return choice.x + " " + choice.y;
    };
    EXPECT_EQ(likely("stop_lat,stop_lon,zone\n1,2,3\n"), "stop_lon stop_lat");
    EXPECT_EQ(likely("pickup_lat,dropoff_lat,dropoff_lon,pickup_lon\n1,2,3,4\n"), "dropoff_lon dropoff_lat");
    EXPECT_EQ(likely("Breite,Länge,mass\n1,2,3\n"), "Länge mass") << "a width and a length";
}

/// Rome, Oslo and Sydney.
Dataset set_of(std::string_view bytes, const ColumnChoice& asked = {}) {
    const Table table = table_of(bytes);
    const ColumnChoice choice = asked.x.empty() ? likely_columns_for(Metric::great_circle, table) : asked;
    WorkloadType type;
    type.metric = Metric::great_circle;
    return *as_needed_by(type,
                         std::make_shared<const Dataset>(dataset_from(table, choice, table.rows, Order::as_loaded)));
}

TEST(PlaceOrder, without_names_is_longitude_first_unless_only_the_other_order_fits) {
    const Dataset first = set_of("12.5,41.9\n10.7,59.9\n151.2,-33.9\n");
    EXPECT_FALSE(globe_axes(first).latitude_first);
    EXPECT_EQ(place_words(first), "longitude is 'column 1' and latitude is 'column 2', by position, because the names "
                                  "do not say which is which; to choose others, use --longitude COL --latitude COL");
    EXPECT_THAT(place_words(set_of("y,x\n41.9,12.5\n59.9,10.7\n")),
                StartsWith("longitude is 'x' and latitude is 'y', because x is taken as the longitude"));
    const Dataset second = set_of("41.9,12.5\n59.9,10.7\n-33.9,151.2\n");
    EXPECT_TRUE(globe_axes(second).latitude_first);
    EXPECT_EQ(place_words(second),
              "longitude is 'column 2' and latitude is 'column 1', because only this order fits the "
              "ranges of both");
    EXPECT_EQ(place_names(second).latitude, "column 1");
    EXPECT_THAT(why_no_places(second), IsEmpty());
    EXPECT_FALSE(globe_axes(set_of("41.9,12.5\n59.9,10.7\n")).latitude_first) << "ranges exclude, and never choose";
    EXPECT_FALSE(globe_axes(set_of("y,x\n41.9,12.5\n59.9,10.7\n")).latitude_first) << "x is the first coordinate";
}

TEST(PlaceOrder, is_that_of_names_whatever_the_ranges_are) {
    const Dataset set = set_of("lat,lon\n151.2,-33.9\n41.9,12.5\n");
    EXPECT_EQ(place_words(set), "longitude is 'lon' and latitude is 'lat'");
    EXPECT_EQ(why_no_places(set),
              "cannot use points.csv as places: in 1 of 2 rows the latitude ('lat') is not between "
              "-90 and 90, or the longitude ('lon') is not between -360 and 360. The first such row is "
              "0; exchange the two columns with --longitude COL --latitude COL");
}

TEST(PlaceOrder, is_what_a_user_says_even_of_columns_with_other_names) {
    const Dataset set = set_of("a,b\n41.9,12.5\n", {.x = "b", .y = "a", .label = {}, .are_places = true});
    EXPECT_EQ(place_words(set), "longitude is 'b' and latitude is 'a'");
    EXPECT_FALSE(globe_axes(set).latitude_first);
    EXPECT_THAT(why_no_places(set), IsEmpty());
    EXPECT_TRUE(are_flat_degrees(set));
    EXPECT_EQ(set.unit, "degrees");
    const Dataset turned = set_of("lat,lon\n12.5,41.9\n", {.x = "lat", .y = "lon", .label = {}, .are_places = true});
    EXPECT_EQ(place_names(turned).latitude, "lon");
    const Dataset by_name = set_of("lat,lon\n12.5,41.9\n", {.x = "lat", .y = "lon", .label = {}});
    EXPECT_EQ(place_names(by_name).latitude, "lat");
}

TEST(PlaceOrder, is_refused_for_names_that_mean_neither) {
    const Dataset set = set_of("a,b\n41.9,12.5\n", {.x = "a", .y = "b", .label = {}});
    EXPECT_EQ(why_no_places(set),
              "the names of the columns 'a' and 'b' in points.csv do not mean longitude and latitude, "
              "which great-circle distances need; choose two columns with --longitude COL "
              "--latitude COL");
    for (const auto& [x, y] : {std::pair("lat1", "lat2"), {"lon", "height"}, {"x", "height"}})
        EXPECT_THAT(why_no_places(set_of(fmt::format("{},{}\n1,2\n", x, y), {.x = x, .y = y, .label = {}})),
                    StartsWith("the names of the columns"))
            << x << ", " << y;
    EXPECT_THAT(why_no_places(set_of("lat,x\n1,2\n", {.x = "x", .y = "lat", .label = {}})), IsEmpty());
}

TEST(PlaceOrder, takes_one_place_in_a_hundred_that_does_not_exist) {
    std::string bytes = "lat,lon\n";
    for (int i = 0; i < 99; ++i) bytes += "41.9,12.5\n";
    EXPECT_THAT(why_no_places(set_of(bytes + "91,0\n")), IsEmpty());
    EXPECT_THAT(why_no_places(set_of(bytes + "91,0\n0,361\n")), HasSubstr("2 of 101 rows"));
    EXPECT_THAT(why_no_places(set_of(bytes + ",\n,\n,3\nnan,4\n")), IsEmpty())
        << "missing numbers are in no wrong place";
    EXPECT_THAT(why_no_places(set_of(bytes + "inf,0\n0,-inf\n")), HasSubstr("2 of 101 rows"));
    EXPECT_THAT(why_no_places(set_of("lat,lon\n90,-360\n-90,360\n")), IsEmpty());
}

} // namespace
} // namespace pairscope
