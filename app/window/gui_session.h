// SPDX-License-Identifier: MIT
// The program without its window: the state, the two workers, the picture, the panels. A window, an off-screen picture
// and the GUI tests all drive the same session, frame by frame.
#pragma once

#include "app/spine/state.h"
#include "app/spine/update/update.h"
#include "app/spine/worker/worker.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/points/drawn_vectors.h"
#include "app/subjects/workshop/file_watch.h"
#include "app/window/deep_picture.h"
#include "app/window/dialogs/native_files.h"
#include "app/window/matrix_picture.h"
#include "app/window/picture_textures.h"
#include "app/window/start.h"
#include "app/window/two_pictures.h"
#include "app/window/widgets/frame.h"
#include "app/window/widgets/kernel_editor.h"
#include "app/window/widgets/offered_terms.h"
#include "app/window/widgets/source_view.h"
#include "app/window/window_picture.h"
#include "render/gl/context.h"

#include <functional>
#include <limits>
#include <memory>

namespace pairscope::app {

class GuiSession {
public:
    /// Needs a current GL context and ImGui and ImPlot contexts. `wake` is called from other threads when a frame is
    /// due.
    GuiSession(const StartOptions& options, float display_scale, std::function<void()> wake);
    ~GuiSession();

    /// One frame between ImGui::NewFrame() and ImGui::Render(). True if another one is due at once (uploads, a drag).
    bool frame();
    void open(const std::vector<std::filesystem::path>& paths); ///< dropped on the window: recordings, or a table
    void set_display_scale(float scale);

    [[nodiscard]] State& state() { return state_; }
    [[nodiscard]] const State& state() const { return state_; }
    void push(Command command) { commands_.push_back(std::move(command)); }
    /// Nothing is missing, nothing runs, nothing waits to be uploaded.
    [[nodiscard]] bool at_rest() const;
    /// Is there a picture of the current points by the selected variant, all of it on the screen?
    [[nodiscard]] bool picture_ready() const;
    [[nodiscard]] OwnTextures own_textures() const {
        return {.changes = picture_.drawn() + textures_.uploads() + two_pictures_.drawn(), .matrix = picture_.copied()};
    }
    [[nodiscard]] const Style& style() const { return style_; }
    /// Text for the clipboard, once.
    [[nodiscard]] std::optional<std::string> take_clipboard() { return std::exchange(clipboard_, {}); }
    void save_settings() const;

private:
    void start_question(const StartOptions& options);
    void start_data(const StartOptions& options);
    void start_recordings(const StartOptions& options);
    void follow_recording(); ///< selects the workload of a recording that was just opened
    void offer_recordings(); ///< the shipped ones, after another workload was chosen
    void find_interop(const StartOptions& options);
    void take_events();
    void give_work();
    void take_quick_answer();
    void make_room_for(const Job& job);
    [[nodiscard]] bool has_room_to_copy(const job::MakeOutput& job) const;
    [[nodiscard]] bool take_texture(const Event& event);
    [[nodiscard]] bool needs_another_way(const event::OutputMade& failed, bool was_lent);
    struct WantedTexture {
        MatrixShape shape;
        Entry entry;
    };
    [[nodiscard]] std::optional<WantedTexture> texture_for(const Job& job) const;
    void post(Job job);
    void carry_out();
    void carry_out(Effects effects);
    void tend_workshop();
    void save_chart(const command::SaveChart& chart);
    void save_figure(const command::SaveFigure& figure);
    void mark();
    void restyle();
    void draw(const Frame& frame);
    [[nodiscard]] DrawnMatrix drawn(const HeatmapView& view, Viewport viewport);

    StartOptions options_;
    State state_;
    Commands commands_;
    std::filesystem::path assets_;
    std::vector<Colormap> colormaps_;
    std::vector<std::filesystem::path> datasets_;
    std::vector<HelpPage> help_;
    Style style_;
    SourceView source_view_;
    KernelEditor kernel_editor_;
    DrawnVectors drawn_vectors_;
    NativeFiles native_files_;
    OfferedTerms offered_terms_;
    float display_scale_ = 1.0f;
    Theme styled_theme_ = Theme::dark;
    float styled_scale_ = 0.0f;
    Picture picture_;
    DeepPicture deep_picture_;
    TwoPictures two_pictures_;
    bool uploading_two_ = false;
    std::optional<HeatmapLook> last_look_; // how the picture on the screen was drawn
    PictureTextures textures_;
    gl::MessageHook gl_messages_;
    std::optional<std::string> clipboard_;
    Clock::time_point last_edit_;
    std::uint64_t last_revision_ = 0;
    bool uploading_ = false;
    /// The number of entries of the smallest matrix in linear memory that did not fit into the GPU's memory beside the
    /// textures. A matrix with fewer entries is copied into a texture by the GPU.
    std::int64_t too_many_to_copy_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t logged_ = 0; ///< id of the last notice that went to the log file
    struct MarkKey {
        Cell cell;
        std::uint64_t revision = 0;
        std::string variant;
        MatrixContent content = MatrixContent::values;
        int k = 0;
        NeighbourView shown = NeighbourView::list;
        const FoundNeighbours* table = nullptr; ///< knows which neighbours are mutual; only compared
        std::shared_ptr<const MatrixOrder> order;
        bool operator==(const MarkKey&) const = default;
    };
    std::optional<MarkKey> marked_for_;
    std::optional<Job> posted_;     ///< what the runs' worker does now, without its lease
    std::optional<Job> posted_try_; ///< what the worker of tries does now
    Worker files_;
    Worker runs_;
    Worker tries_;                     ///< compiles and judges own kernels
    workshop::FileWatch kernel_files_; // last: their threads wake a session that is still whole
};

} // namespace pairscope::app
