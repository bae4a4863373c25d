// SPDX-License-Identifier: MIT
// What is saved in files, copied, and shown in the file manager. What the window alone knows, the window adds to the
// jobs.
#pragma once

#include "app/spine/question.h"
#include "kernels/ladder/output_buffer.h"
#include "render/colormap.h"
#include "render/png.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct State;

namespace command {

struct SavePicture {
    std::filesystem::path path;
}; ///< PNG, as seen
struct SaveFigure {
    std::filesystem::path path;
}; ///< the picture as seen, with title, axes and colour bar: SVG, PNG or PDF by the name's end
struct SaveCells {
    std::filesystem::path path;
}; ///< PNG, one pixel per cell
struct SaveMatrix {
    std::filesystem::path path;
}; ///< .npy or CSV by the name's end
struct SaveOutput {
    std::filesystem::path path;
}; ///< CSV, of an output that is not a matrix
struct SavePoints {
    std::filesystem::path path;
}; ///< CSV
struct SaveTable {
    std::filesystem::path path;
}; ///< CSV or JSON by the name's end
struct SaveRecording {
    std::filesystem::path path;
};
struct SaveSession {
    std::filesystem::path path;
}; ///< the data, or where its file is, and how it is looked at
struct SaveChart {
    std::string_view kind; ///< the id of its saver, which lives as long as the program
    std::filesystem::path path;
}; ///< SVG, PNG or PDF by the name's end
struct SaveCounters {
    std::filesystem::path path;
}; ///< saves those of the selected variant: CSV or JSON by the name's end
struct Copy {
    std::string text;
    std::string what;
};
struct OpenFolder {
    std::filesystem::path path;
};                   ///< shows the file in the file manager of the desktop
struct HideSaved {}; ///< the status line no longer says what was saved last

void carry_out(const SavePicture&, State&, Effects&);
void carry_out(const SaveFigure&, State&, Effects&);
void carry_out(const SaveCells&, State&, Effects&);
void carry_out(const SaveMatrix&, State&, Effects&);
void carry_out(const SaveOutput&, State&, Effects&);
void carry_out(const SavePoints&, State&, Effects&);
void carry_out(const SaveTable&, State&, Effects&);
void carry_out(const SaveRecording&, State&, Effects&);
void carry_out(const SaveSession&, State&, Effects&);
void carry_out(const SaveChart&, State&, Effects&);
void carry_out(const SaveCounters&, State&, Effects&);
void carry_out(const Copy&, State&, Effects&);
void carry_out(const OpenFolder&, State&, Effects&);
void carry_out(const HideSaved&, State&, Effects&);

} // namespace command

namespace job {

struct SaveMatrix {
    std::filesystem::path path;
    Question question;
    std::uint64_t revision = 0; ///< DataState::revision of the question
    const KernelVariant* variant = nullptr;
    std::size_t device_index = 0;
    Device device;
    MatrixContent content = MatrixContent::values;
    const KernelVariant* against = nullptr; ///< as of MakeOutput
    bool as_picture = false;                ///< a PNG with one pixel per cell; otherwise CSV or .npy by the path's end
    std::optional<OutputBuffer> shown;      ///< in host memory, if it is the wanted one; absent: it is computed again
    std::vector<PngText> facts;
    Colouring colouring;
};
struct SavePixels {
    std::filesystem::path path;
    Image image;
    std::vector<PngText> facts;
};
struct SavePoints {
    std::filesystem::path path;
    std::shared_ptr<const Dataset> dataset;
};
struct SaveText {
    std::filesystem::path path;
    std::string text;
};

} // namespace job

namespace event {

struct Saved {
    std::filesystem::path path;
    std::vector<std::string> notes{}; ///< what a user should know of the file, a sentence each
};

void take(const Saved&, State&);
void take_failure(const Saved&, const Failure&, State&);

} // namespace event

/// Gives up what would be saved into a file that is open, by whatever name, and says so. The points may be saved into
/// their own file: the dialog says what is lost.
void keep_open_files(State& state, Effects& effects);

void save_matrix(State& state, const std::filesystem::path& path, bool as_picture, Effects& effects);
void save_output(State& state, const std::filesystem::path& path, Effects& effects);
void save_points(State& state, const std::filesystem::path& path, Effects& effects);
void save_table(const State& state, const std::filesystem::path& path, Effects& effects);
void save_counters(State& state, const std::filesystem::path& path, Effects& effects);

} // namespace pairscope::app
