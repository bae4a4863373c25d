// SPDX-License-Identifier: MIT
// The three walks that need the window, for tests/walks/count: walk FOLDER. It writes the calls of each action into
// FOLDER, and as NAME.idle those of some frames before it in which nothing happens.
//
// A frame is drawn over and over, whether something happens or not. So tests/walks/count leaves out the files that the
// main thread enters in idle frames, too. It keeps all files that the worker's threads enter, because these rest.
#include "tests/gui/gui.h"
#include "tests/walks/trace_calls.h"

#include "app/spine/state_queries.h"

#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>

namespace pairscope::app {
namespace {

constexpr int idle_frames = 8, most_frames = 2000;

class Walk {
public:
    Walk(const char* folder, const char* name) : path_(std::string(folder) + "/" + name), gui_(options()) {
        gui_.draw_all_frames();
    }

    [[nodiscard]] GuiSession& session() { return gui_.session(); }

    /// Lets frames pass until the condition holds.
    void wait_for(const std::function<bool()>& condition) {
        for (int frames = 0; frames < most_frames; ++frames) {
            frame();
            if (condition()) return;
        }
        throw std::runtime_error(path_ + " did not come to its end");
    }

    /// The calls from the beginning of the action until the condition holds. The next frame shows it.
    void trace(const std::function<void()>& begin, const std::function<bool()>& is_done) {
        wait_for([&] { return session().at_rest(); });
        begin_to_trace_calls();
        for (int i = 0; i < idle_frames; ++i) {
            frame();
            (void)is_done();
        }
        end_tracing_calls((path_ + ".idle").c_str());
        begin_to_trace_calls();
        begin();
        wait_for(is_done);
        frame();
        end_tracing_calls((path_ + ".calls").c_str());
    }

    void trace_one_frame() {
        begin_to_trace_calls();
        frame();
        end_tracing_calls((path_ + ".frame").c_str());
    }

private:
    static StartOptions options() {
        StartOptions options = with_points(Shape::clusters, 256);
        options.device = "cpu";
        options.variant = "distance_matrix/cpu_naive";
        return options;
    }
    void frame() {
        gui_.frames_by_hand([](const std::function<void()>& frame) { frame(); });
    }

    std::string path_;
    Gui gui_;
};

/// While the panels about kernels are hidden, nothing is measured, and the walk ends with its picture.
void walk_from_file_to_pixels(const char* folder) {
    Walk walk(folder, "file_to_pixels");
    walk.session().push(command::ArrangeForData{true});
    walk.trace([&] { walk.session().open({"assets/datasets/tz_places.csv"}); },
               [&] { return walk.session().picture_ready(); });
}

void walk_from_key_to_kernel(const char* folder) {
    Walk walk(folder, "key_to_kernel");
    walk.session().push(command::ArrangeForData{true});
    const std::string before = walk.session().state().run.variant_id;
    walk.trace([] { ImGui::GetIO().AddKeyEvent(ImGuiKey_DownArrow, true); },
               [&] {
                   const std::string& now = walk.session().state().run.variant_id;
                   return now != before && walk.session().picture_ready();
               });
}

void walk_from_launch_to_dot(const char* folder) {
    Walk walk(folder, "launch_to_dot");
    walk.session().push(command::CancelWork{}); // nothing is measured before the action
    walk.session().push(command::FocusPanel{"Roofline"});
    walk.trace([&] { walk.session().push(command::RunAgain{}); },
               [&] {
                   const State& state = walk.session().state();
                   return measurement_for(state, *selected_variant(state)) != nullptr;
               });
    walk.trace_one_frame();
}

} // namespace
} // namespace pairscope::app

int main(int count, char** arguments) {
    try {
        if (count != 2) throw std::runtime_error("use it as: walk FOLDER");
        pairscope::app::walk_from_file_to_pixels(arguments[1]);
        pairscope::app::walk_from_key_to_kernel(arguments[1]);
        pairscope::app::walk_from_launch_to_dot(arguments[1]);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "walk: %s\n", error.what());
        return 1;
    }
}
