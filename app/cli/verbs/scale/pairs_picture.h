// SPDX-License-Identifier: MIT
// The picture of the matrix of all pairs, which is never stored: each pixel is the mean of the entries that it covers.
#pragma once

#include "app/cli/options/data.h"
#include "app/cli/options/start_options.h"
#include "app/cli/verbs/scale/slab_data.h"

#include <filesystem>
#include <string>

namespace CLI {
class App;
}

namespace pairscope::cli {

struct PictureOptions {
    std::filesystem::path output; ///< empty: no picture is drawn
    LookOptions look;             ///< the size
    std::string rows, cols;       ///< "100:200"; empty: all of them
    std::string colormap = "viridis";
    std::string device; ///< empty: the first one
};
void add_picture_options(CLI::App& verb, PictureOptions& options);

/// Throws the InputError that drawing would end with, before anything takes time.
void check_picture(const PictureOptions& options, const LoadedData& data);
/// Like check_picture(), for files in slabs.
void check_slab_picture(const PictureOptions& options, const SlabData& slabs);
/// Draws the picture of files in slabs, of whose entries so many have no number.
void draw_slabs(const PictureOptions& options, const SlabData& slabs, std::int64_t without_number);
/// Draws the picture, if it was asked for, and prints no word about it. Throws InputError, MemoryError.
void draw_pairs(const PictureOptions& options, const LoadedData& data);

} // namespace pairscope::cli
