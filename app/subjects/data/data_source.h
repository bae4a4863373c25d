// SPDX-License-Identifier: MIT
// Where the vectors come from: settings that the user chooses, saves and reproduces.
#pragma once

#include "app/subjects/tracks/tracks.h"
#include "kernels/data/distances/distance_judge.h"
#include "kernels/data/names.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/table.h"
#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pairscope::app {

/// How a file is read that may hold distances instead of vectors (kernels/data/distances/distance_table.h).
enum class ReadAs : std::uint8_t {
    proposed, ///< read as a matrix if the file holds distances, and otherwise as vectors
    vectors,
    matrix
};
inline constexpr std::array<Name<ReadAs>, 3> read_as_names{
    {{ReadAs::proposed, "proposed"}, {ReadAs::vectors, "vectors"}, {ReadAs::matrix, "matrix"}}};
static_assert(is_in_order(read_as_names));

/// What may be subtracted from the numbers of a file before float32 takes them: see kernels/data/origin.h.
enum class OriginChoice : std::uint8_t { fitting, none };
inline constexpr std::array<Name<OriginChoice>, 2> origin_choice_names{
    {{OriginChoice::fitting, "fitting"}, {OriginChoice::none, "none"}}};
static_assert(is_in_order(origin_choice_names));

struct FileSource {
    std::filesystem::path path;
    ColumnChoice columns; ///< empty names: likely_columns()
    std::int64_t n = 2048;
    Order order = Order::hilbert;
    ReadAs as = ReadAs::proposed;       ///< vectors: the user said so
    bool whole = false;                 ///< all rows are wanted, whatever `n` is: nobody asked for fewer
    std::optional<FileFormat> reader{}; ///< the user's choice, where several readers know the file
    std::optional<Header> header{};     ///< the user said whether the first row of a text names its columns
    TracksChoice tracks{};              ///< what is shown of the rows beside their coordinates
    bool operator==(const FileSource&) const = default;
};

/// The files about pictures that the vectors are features of. Empty: none, or one that lies beside the vectors.
struct FeatureFiles {
    std::filesystem::path picture_a, picture_b;     ///< PNG pictures that the first and the second set are of
    std::filesystem::path positions_a, positions_b; ///< a row with x and y for each vector [pixels]
    std::filesystem::path homography;               ///< how the first picture becomes the second one
    bool operator==(const FeatureFiles&) const = default;
};
/// One name for each, as options and sessions have them: "picture-a".
struct FeatureFile {
    std::string_view name;
    std::filesystem::path FeatureFiles::*member;
};
inline constexpr std::array<FeatureFile, 5> feature_files{{{"picture-a", &FeatureFiles::picture_a},
                                                           {"picture-b", &FeatureFiles::picture_b},
                                                           {"positions-a", &FeatureFiles::positions_a},
                                                           {"positions-b", &FeatureFiles::positions_b},
                                                           {"homography", &FeatureFiles::homography}}};

/// Vectors as files have them, or as the workload's example makes them.
struct VectorSource {
    std::filesystem::path a;       ///< the file of the first set; empty: the example
    std::filesystem::path b;       ///< the file of the second set; empty: the rest of the first file, or no second set
    std::optional<std::int64_t> n; ///< first rows of the first set; absent: all, half of a file that is split, or the
                                   ///< example's usual number
    std::optional<std::int64_t> m; ///< the number of vectors in the second set
    /// First coordinates of each vector of a file, or the coordinates of the example; absent: all, or the usual number.
    std::optional<std::int64_t> dims{};
    std::string preset{};                   ///< a preset of the workload, instead of files and example; empty: none
    VectorColumns columns{};                ///< the columns that are used, if the vectors come from files
    ReadAs as = ReadAs::proposed;           ///< vectors or matrix: the user said so of a file that may hold distances
    Symmetrise symmetrise = Symmetrise::no; ///< for a file of distances: the user chose one of two different entries
    Similarity similarity = Similarity::no; ///< for a file of similarities: how they become distances
    MissingPairs missing = MissingPairs::refuse; ///< for a file of distances: pairs without a number
    bool may_shift = true;              ///< subtract an origin from numbers of files where float32 would lose digits
    std::string label{};                ///< the column of texts that labels the vectors of files; empty: column_roles()
    std::optional<FileFormat> reader{}; ///< the user's choice, where several readers know a file
    std::optional<Header> header{};     ///< the user said whether the first row of a text names its columns
    FeatureFiles features{};            ///< files about pictures that the user named
    TracksChoice tracks{};              ///< what is shown of the vectors beside their coordinates
    bool operator==(const VectorSource&) const = default;
};

/// How a file of distances is read.
[[nodiscard]] inline DistanceReading reading_of(const VectorSource& source) {
    return {.is_chosen = source.as == ReadAs::matrix,
            .symmetrise = source.symmetrise,
            .similarity = source.similarity,
            .missing = source.missing};
}

/// The same file, whose rows are vectors of all of its columns of numbers.
[[nodiscard]] VectorSource with_all_columns(const FileSource& points);

/// Points in the plane are generated, or come from a table with named columns; other vectors come as they are.
using DataSource = std::variant<GeneratorSettings, FileSource, VectorSource>;

/// Does the workload ask about one set of points in the plane? One that has WorkloadType::example asks about vectors.
[[nodiscard]] bool takes_points(const WorkloadType& type);
/// What makes the example vectors of a workload, whether it takes points or vectors. Null: it has none.
[[nodiscard]] decltype(WorkloadType::example) example_maker(const WorkloadType& type);
/// The first workload whose matrix holds distances by this metric. Null: there is none.
[[nodiscard]] const WorkloadType* workload_of_metric(Metric metric);
/// The workload of so many sets whose distances have this name, of vectors with as many coordinates as any; null if
/// there is none.
[[nodiscard]] const WorkloadType* workload_of_metric(std::string_view name, int sets);
/// The first workload that asks about points in the plane: where a file is opened that may hold anything.
[[nodiscard]] const WorkloadType& workload_of_points();
/// The workload that compares all vectors of so many coordinates by Euclidean distances or similarities, and answers
/// with a matrix: if there are several, one that asks about one set, or else the first. Null: there is none.
[[nodiscard]] const WorkloadType* matrix_workload_for(std::int64_t dims);
/// The workload and the source that read a file of given distances, n x n, as vectors.
struct AsVectors {
    std::string_view workload;
    DataSource source;
};
[[nodiscard]] AsVectors as_vectors(const VectorSource& distances, std::int64_t n, bool is_recording = false);
/// Are these the points that the program opens by itself?
[[nodiscard]] bool is_default_dataset(const DataSource& source);
/// The vectors that the window begins with: the files of the workload's example, or else what its example makes.
[[nodiscard]] VectorSource usual_vectors(const WorkloadType& type);
/// Are these the files of the workload's example?
[[nodiscard]] bool is_of_example_files(const DataSource& source, const WorkloadType& type);
/// Vectors that the workload's example makes, in the published size.
[[nodiscard]] VectorSource made_vectors(const WorkloadType& type);
/// Gives the data the size of the published work. Absent where it cannot have that size: a file has its own.
/// `rows_of_table`: of a file of points.
[[nodiscard]] std::optional<DataSource> at_published_size(const DataSource& source, const WorkloadType& type,
                                                          std::int64_t rows_of_table);
/// The files that the user has named.
[[nodiscard]] std::vector<std::filesystem::path> files_of(const DataSource& source);
/// What is shown of its rows beside their coordinates; nothing of generated points.
[[nodiscard]] TracksChoice tracks_chosen(const DataSource& source);
/// The same source with this choice. Generated points stay as they are.
[[nodiscard]] DataSource with_tracks(DataSource source, TracksChoice choice);
/// The user's choice, where several readers know a file of the source.
[[nodiscard]] std::optional<FileFormat> reader_chosen_for(const DataSource& source);
/// What the user said of the first row of its files.
[[nodiscard]] std::optional<Header> header_chosen_for(const DataSource& source);
/// The same source, whose files begin with names or with a row. Columns that were chosen have other names then.
[[nodiscard]] DataSource with_header(DataSource source, Header header);
/// The files of the source, with what a look at them says. Nobody looks again at those that are known.
[[nodiscard]] std::vector<InputFile> look_at_files(const DataSource& source, const std::vector<InputFile>& known = {});
/// The file of this path, as somebody looked at it, if it is one of these.
[[nodiscard]] InputFile file_among(const std::vector<InputFile>& known, const std::filesystem::path& path);
/// "along a Hilbert curve": how the rows of a file were sorted; empty: as they stand in the file.
[[nodiscard]] std::string sorted_how(const DataSource& source);
/// How the similarities that the source holds become distances.
[[nodiscard]] Similarity similarity_of(const DataSource& source);
/// Are these points in the plane?
[[nodiscard]] inline bool is_of_points(const DataSource& source) {
    return !std::holds_alternative<VectorSource>(source);
}

} // namespace pairscope::app
