// SPDX-License-Identifier: MIT
// The words in the names of columns, and which of them mean longitude and latitude.
#include "kernels/data/columns/column_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(NameWords, are_cut_at_signs_digits_and_before_a_capital_letter_that_follows_a_small_one) {
    EXPECT_THAT(name_words("pickup_latitude"), ElementsAre("pickup", "latitude"));
    EXPECT_THAT(name_words("Lat. [deg]"), ElementsAre("lat", "deg"));
    EXPECT_THAT(name_words("gpsLat1"), ElementsAre("gps", "lat"));
    EXPECT_THAT(name_words("LAT_DD"), ElementsAre("lat", "dd"));
    EXPECT_THAT(name_words("INTPTLAT20"), ElementsAre("intptlat"));
    EXPECT_THAT(name_words("lon(E)"), ElementsAre("lon", "e"));
    EXPECT_THAT(name_words("  x2y "), ElementsAre("x", "y"));
    EXPECT_THAT(name_words(""), IsEmpty());
    EXPECT_THAT(name_words("12.5 [%]"), IsEmpty());
}

TEST(NameWords, know_letters_beyond_ascii) {
    EXPECT_THAT(name_words("Geographische Länge"), ElementsAre("geographische", "länge"));
    EXPECT_THAT(name_words("LÄNGE"), ElementsAre("länge"));
    EXPECT_THAT(name_words("Широта"), ElementsAre("широта"));
    EXPECT_THAT(name_words("lat °"), ElementsAre("lat"));
    EXPECT_THAT(name_words("lat–lon"), ElementsAre("lat", "lon"));
    EXPECT_THAT(name_words("经度"), ElementsAre("经度"));
    EXPECT_THAT(name_words("ab\xff"), ElementsAre("ab\xff")) << "a byte that is no UTF-8 is one letter";
}

TEST(PlaceNames, of_latitudes_are_known_in_many_spellings) {
    for (const char* name : {"lat",
                             "Latitude",
                             "LAT",
                             "stop_lat",
                             "pickup_latitude",
                             "latitude_deg",
                             "Lat.",
                             "lat1",
                             "gps_lat",
                             "gpsLat",
                             "reclat",
                             "INTPTLAT",
                             "Latitude N",
                             "y_lat",
                             "LAT_DD",
                             "latDD",
                             "lat [deg]",
                             "lat(N)",
                             "latitud",
                             "latitudine",
                             "Breitengrad",
                             "GPSLatitude",
                             "Широта",
                             "geo_lat",
                             "dropoff lat",
                             "decimalLatitude",
                             "XLAT",
                             "Latitude (WGS84)",
                             "geographische Breite"}) {
        EXPECT_TRUE(means_latitude(name)) << name;
        EXPECT_FALSE(means_longitude(name)) << name;
        EXPECT_EQ(axis_name_of(name).unit.empty(), false) << name;
    }
}

TEST(PlaceNames, of_longitudes_are_known_in_many_spellings) {
    for (const char* name : {"lon",
                             "Long",
                             "lng",
                             "longitude",
                             "stop_lon",
                             "pickup_longitude",
                             "longitude_deg",
                             "Lon.",
                             "lng2",
                             "gpsLng",
                             "reclong",
                             "INTPTLONG",
                             "INTPTLON",
                             "Longitude E",
                             "x_lon",
                             "LONG_DD",
                             "long (E)",
                             "longitud",
                             "longitudine",
                             "Längengrad",
                             "LÄNGENGRAD",
                             "Laengengrad",
                             "GPSLongitude",
                             "XLONG",
                             "Долгота",
                             "decimalLongitude",
                             "geographische Länge"}) {
        EXPECT_TRUE(means_longitude(name)) << name;
        EXPECT_FALSE(means_latitude(name)) << name;
    }
}

TEST(PlaceNames, are_whole_words_only) {
    for (const char* name : {"flat", "plate", "lateral", "latency", "relation", "elevation_ft", "long_term_debt",
                             "Long name", "alone", "salon", "length", "along", "belong", "x", "y", "population"}) {
        EXPECT_FALSE(means_latitude(name)) << name;
        EXPECT_FALSE(means_longitude(name)) << name;
    }
    for (const char* name : {"lat_rad", "longitude [rad]", "Lon radians"})
        EXPECT_FALSE(means_latitude(name) || means_longitude(name)) << name << ": these are no degrees";
}

TEST(PlaceNames, that_mean_two_things_never_make_degrees_by_themselves) {
    EXPECT_FALSE(means_latitude("Breite"));
    EXPECT_FALSE(means_longitude("Länge"));
    EXPECT_TRUE(may_mean_latitude("Breite"));
    EXPECT_TRUE(may_mean_longitude("Laenge"));
    EXPECT_TRUE(may_mean_latitude("szerokość"));
    EXPECT_FALSE(means_longitude("délka"));
    EXPECT_TRUE(means_latitude("szerokość geograficzna"));
    EXPECT_TRUE(means_longitude("zeměpisná délka"));
    EXPECT_TRUE(means_latitude("enlem"));
    EXPECT_TRUE(means_longitude("boylam"));
    EXPECT_TRUE(axis_name_of("Länge").unit.empty());
    EXPECT_TRUE(is_letter_across("POINT_X"));
    EXPECT_TRUE(is_letter_up("y"));
    EXPECT_FALSE(is_letter_up("year"));
}

TEST(PlaceNames, are_missing_where_a_reader_made_them_up) {
    for (const char* name : {"", "column 1", "column 12", "0", "17", " "}) EXPECT_TRUE(has_no_name(name)) << name;
    for (const char* name : {"x", "column", "column 1b", "Column A"}) EXPECT_FALSE(has_no_name(name)) << name;
}

} // namespace
} // namespace pairscope
