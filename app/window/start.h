// SPDX-License-Identifier: MIT
// How the program starts: what to show, with what, and where a user's settings are.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/other_matrix.h"
#include "app/subjects/data/data_source.h"
#include "app/subjects/matrix/view_text.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

inline constexpr int usual_width = 1600, usual_height = 900; // size of the window and of its picture [px]

struct StartOptions {
    std::vector<InputFile> files; ///< recordings are opened; of the others the first is shown, all become recent
    std::vector<std::filesystem::path> kernels; ///< files that are opened in the Workshop
    InputFile points;                 ///< a file that may also be a recording, for its points; empty: as `files` say
    std::optional<FileFormat> reader; ///< the user's choice, where several readers know a file
    std::optional<Header> header;     ///< the user said whether the first row of a text names its columns
    std::optional<GeneratorSettings> generator; ///< instead of a file
    std::string workload;                       ///< id; empty: that of the variant, or the first of the list
    std::optional<VectorSource> vectors;        ///< vectors for a workload that does not ask about points in the plane
    std::vector<InputFile> vector_files;        ///< files of `vectors` that were looked at before
    OrderChoice view_order;                     ///< the order of the matrix
    std::vector<double> parameters;             ///< the parameters of the workload; empty: the defaults
    ColumnChoice columns;                       ///< the columns of the file; empty names: likely_columns() chooses
    TracksChoice tracks;                        ///< what is shown of the rows of the file beside their coordinates
    ReadAs read_as = ReadAs::proposed;          ///< how the file is read: as vectors, or as what it holds
    std::optional<Order> order;
    std::optional<std::int64_t> n;
    std::string variant;           ///< id; empty: a good one for the device
    std::string device;            ///< "cpu", "cuda:0"; empty: the GPU that draws the window, else the CPU
    bool no_interop = false;       ///< copy through the host even where the texture could be written
    bool builtin_files = false;    ///< never ask the desktop for a file dialog
    bool follow_recording = false; ///< begin with the workload of the first recording of `files`
    bool offer_recording = false;  ///< where there is no GPU, show the recording of one that we ship
    bool fresh = false;            ///< neither read nor write settings, layout and recent files: for tests and pictures
    double seconds = 3.0;          ///< the most time for the timed runs of a variant
    std::optional<Theme> theme;    ///< absent: as last time
    std::optional<ViewText> view;  ///< what to look at first; absent: the whole matrix
    SecondMatrix second;           ///< what the matrix is compared with first
    float scale = 0.0f;            ///< 0: as last time
    int width = 0, height = 0;     ///< the size of the window [px]; 0: as last time
};

} // namespace pairscope::app
