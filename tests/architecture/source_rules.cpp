// SPDX-License-Identifier: MIT
#include "tests/architecture/source_rules.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <ranges>
#include <regex>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace pairscope::architecture {
namespace {

constexpr std::array<std::string_view, 5> folders{"kernels", "profiling", "render", "app", "tests"};
constexpr int longest_file = 400; // lines
constexpr int most_files = 40;    // in a folder of the program; a ladder has as many as it has variants

struct Include {
    int line = 0;
    std::string target;
    bool quoted = false;
};

bool within(std::string_view path, std::string_view folder) {
    return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}
std::string folder_of(std::string_view path) { return std::string(path.substr(0, path.rfind('/'))); }
std::string top_folder(std::string_view path) { return std::string(path.substr(0, path.find('/'))); }
bool is_ours(const std::string& target) {
    return std::any_of(folders.begin(), folders.end(), [&](std::string_view folder) { return within(target, folder); });
}

std::vector<Include> includes_of(const std::string& text) {
    static const std::regex pattern(R"re(^\s*#\s*include\s*([<"])([^>"]+)[>"])re");
    std::vector<Include> found;
    std::istringstream lines(text);
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, pattern)) found.push_back({number, match[2], match[1] == "\""});
    }
    return found;
}

/// The arrows: which of our folders each folder may include. Tests see everything.
const std::set<std::string>& visible_from(const std::string& folder) {
    static const std::map<std::string, std::set<std::string>> arrows{
        {"kernels", {"kernels"}},
        {"profiling", {"profiling", "kernels"}},
        {"render", {"render", "kernels"}},
        {"app", {"app", "render", "profiling", "kernels"}},
        {"tests", {"tests", "app", "render", "profiling", "kernels"}},
    };
    return arrows.at(folder);
}

/// Folders that see only some of what their top folder sees. Readers of files know nothing of ladders, and the other
/// data only what a workload takes. The three engines do not know each other, but that the executor uses the CPU's
/// memory and threads; what is directly in kernels/engines knows them all. A matrix that is not stored is computed by
/// the formulas of the metrics, which are written once. A chart is plain values. What the app knows, and what leaves it
/// on paper, know nothing of the window. Widgets are shared by all panels, and know none.
const std::set<std::string>* visible_from_part(const std::string& path) {
    static const std::map<std::string, std::set<std::string>> arrows{
        {"kernels/data",
         {"kernels/data", "kernels/ladder/output.h", "kernels/ladder/metric.h", "kernels/ladder/workload.h"}},
        {"kernels/data/distances", {"kernels/data"}},
        {"kernels/data/readers", {"kernels/data"}},
        {"kernels/data/shapes", {"kernels/data"}},
        {"kernels/ladder", {"kernels/data", "kernels/ladder"}},
        {"kernels/engines/cpu", {"kernels/data", "kernels/ladder", "kernels/engines/cpu"}},
        {"kernels/engines/cuda", {"kernels/data", "kernels/ladder", "kernels/engines/cuda"}},
        {"kernels/engines/simt",
         {"kernels/data", "kernels/ladder", "kernels/engines/cpu", "kernels/engines/simt",
          "kernels/engines/cuda/side.h"}},
        {"kernels/matrix",
         {"kernels/data", "kernels/ladder", "kernels/engines/cpu", "kernels/engines/cuda", "kernels/matrix",
          "kernels/metrics/added-inl.h", "kernels/metrics/formulas.h", "kernels/metrics/places.h",
          "kernels/metrics/places-inl.h"}},
        {"app/chart", {"app/chart", "render", "profiling", "kernels"}},
        {"app/spine", {"app/chart", "app/spine", "app/subjects", "render", "profiling", "kernels"}},
        {"app/subjects",
         {"app/chart", "app/spine", "app/subjects", "app/window/widgets", "render", "profiling", "kernels"}},
        {"app/paper", {"app/chart", "app/paper", "app/spine", "app/subjects", "render", "profiling", "kernels"}},
        {"app/page",
         {"app/chart", "app/page", "app/paper", "app/spine", "app/subjects", "render", "profiling", "kernels"}},
        {"app/window",
         {"app/chart", "app/page", "app/paper", "app/spine", "app/subjects", "app/window", "render", "profiling",
          "kernels"}},
        {"app/window/widgets",
         {"app/chart", "app/spine", "app/subjects", "app/window/widgets", "render", "profiling", "kernels"}},
    };
    for (const auto& [folder, visible] : arrows | std::views::reverse) // a folder before the one that holds it
        if (within(path, folder)) return &visible;
    return nullptr;
}

/// A library that lives in a few places only.
struct Library {
    std::string name;
    std::regex headers;
    std::vector<std::string> homes; ///< folders or files; tests may use everything
};

const std::vector<Library>& libraries() {
    static const std::vector<Library> all{
        {"ImGui", std::regex("(^|/)(imgui|imgui_.*|TextEditor)\\.h$"), {"app/subjects", "app/window", "app/toolkit"}},
        // Subjects describe their charts as values, and one file draws them all.
        {"ImPlot", std::regex("(^|/)(implot|implot_.*)\\.h$"), {"app/window", "app/toolkit"}},
        {"Cairo", std::regex("^(cairo.*|ft2build)\\.h$|^(cairo|freetype)/"), {"app/paper"}},
        {"CUPTI", std::regex("(^|/)(cupti|nvperf|generated_cuda|cuda_cupti).*\\.h$"), {"profiling/cupti"}},
        {"OpenGL", std::regex("^(glad|GL|GLES.*|EGL|KHR|GLFW)/|(^|/)cuda_gl_interop\\.h$"), {"render", "app/window"}},
    };
    return all;
}

bool is_cuda_header(const std::string& target) {
    static const std::regex cuda(
        "(^|/)(cuda|cooperative_groups|device_|vector_|driver_types|surface_|nvtx|cublas|cub/).*|"
        "^(cuda|cub|thrust|cooperative_groups)/.*");
    return !is_ours(target) && std::regex_search(target, cuda);
}

/// The name of the folder that is directly in `folder` and holds the file; empty if there is none.
std::string folder_in(std::string_view folder, const std::string& path) {
    if (!within(path, folder)) return {};
    const std::size_t begin = folder.size() + 1, end = path.find('/', begin);
    return end == std::string::npos ? std::string{} : path.substr(begin, end - begin);
}
std::string workload_of(const std::string& path) { return folder_in("kernels/workloads", path); }
std::string subject_of(const std::string& path) { return folder_in("app/subjects", path); }

bool name_holds(const std::string& path, std::string_view part) {
    return !subject_of(path).empty() && path.find(part, path.rfind('/')) != std::string::npos;
}
/// A file of a subject that draws with ImGui. CMake tells these from the subject's model by the same name.
bool is_panel(const std::string& path) { return name_holds(path, "_panel"); }
bool has_words(const std::string& path) { return name_holds(path, "_words"); }

/// The header by which other subjects know a subject, or a part of it: neighbours/neighbours.h, matrix/order/order.h.
std::string door_of(const std::string& folder) { return folder + folder.substr(folder.rfind('/')) + ".h"; }
bool is_door(const std::string& path) { return path == door_of(folder_of(path)); }

/// What subjects include of each other beside that, file by file, with the reason.
constexpr std::array<std::pair<std::string_view, std::string_view>, 1> subjects_together{{
    // The speed-ups among the measurements are those that the rows of the ladder show, drawn as bars.
    {"app/subjects/measuring/time_charts.cpp", "app/subjects/ladder/ladder_rows.h"},
}};

std::string without_comment(const std::string& line) { return line.substr(0, line.find("//")); }

/// Collects complaints about one set of files.
class Inspector {
public:
    explicit Inspector(const std::vector<SourceFile>& sources) : sources_{sources} {
        for (const SourceFile& file : sources) {
            includes_[file.path] = includes_of(file.text);
            if (std::string workload = workload_of(file.path); !workload.empty()) workloads_.insert(workload);
        }
    }

    std::vector<std::string> inspect() {
        for (const SourceFile& file : sources_) {
            look_at_text(file);
            for (const Include& include : includes_.at(file.path)) look_at_include(file.path, include);
            if (within(file.path, "kernels/data") || within(file.path, "kernels/ladder") ||
                folder_of(file.path) == "kernels/engines")
                look_for_cuda_behind(file.path);
            look_for_names_of_workloads(file);
        }
        look_at_folders();
        return found_;
    }

private:
    void complain(const std::string& path, int line, const std::string& what) {
        found_.push_back(path + ":" + std::to_string(line) + " " + what);
    }

    void look_at_folders() {
        std::map<std::string, int> counts;
        for (const SourceFile& file : sources_)
            if (!within(file.path, "tests")) ++counts[folder_of(file.path)];
        for (const auto& [folder, count] : counts)
            if (count > most_files && !folder.ends_with("/ladder"))
                found_.push_back(folder + " has more than " + std::to_string(most_files) +
                                 " files: look for the second subject");
    }

    void look_at_text(const SourceFile& file) {
        if (!file.text.starts_with("// SPDX-License-Identifier: MIT\n"))
            complain(file.path, 1, "does not begin with // SPDX-License-Identifier: MIT");
        const auto lines = static_cast<int>(std::count(file.text.begin(), file.text.end(), '\n'));
        if (lines > longest_file)
            complain(file.path, lines,
                     "is longer than " + std::to_string(longest_file) + " lines: look for the second idea");
    }

    void look_at_include(const std::string& path, const Include& include) {
        const std::string folder = top_folder(path);
        if (is_ours(include.target)) {
            if (!includes_.contains(include.target))
                complain(path, include.line, "includes a missing " + include.target);
            const auto covers = [&](const std::string& seen) {
                return include.target == seen || within(include.target, seen);
            };
            const auto* visible = visible_from_part(path);
            if (!visible_from(folder).contains(top_folder(include.target)))
                complain(path, include.line, "includes " + include.target + ", which " + folder + " must not see");
            else if (visible != nullptr && std::ranges::none_of(*visible, covers))
                complain(path, include.line,
                         "includes " + include.target + ", which " + path.substr(0, path.rfind('/')) + " must not see");
            look_at_subject(path, include);
            const std::string workload = workload_of(include.target);
            if (!workload.empty() && workload != workload_of(path) && folder != "tests")
                complain(path, include.line, "includes " + include.target + ", which only " + workload + " may");
            return;
        }
        const std::string beside = path.substr(0, path.rfind('/') + 1) + include.target;
        if (include.quoted && includes_.contains(beside))
            complain(path, include.line, "includes \"" + include.target + "\": write the full path \"" + beside + "\"");
        look_at_library(path, include);
    }

    /// A subject sees the spine, the widgets, its own folder, and what other subjects know; the window and paper see
    /// all of it. What a subject draws and says is its own.
    void look_at_subject(const std::string& path, const Include& include) {
        const std::string subject = subject_of(path), seen = subject_of(include.target);
        const bool of_another = !seen.empty() && seen != subject;
        const bool draws = is_panel(path) || within(path, "app/window");
        if (of_another && (!subject.empty() || within(path, "app/spine")) && has_words(include.target))
            complain(path, include.line, "includes " + include.target + ", the words of another subject");
        else if (of_another && !subject.empty() && is_panel(include.target))
            complain(path, include.line, "includes " + include.target + ", the panel of another subject");
        else if (of_another && !subject.empty() && !is_door(include.target) && !are_agreed(path, include.target))
            complain(path, include.line,
                     "includes " + include.target + " of another subject, whose door is " +
                         door_of(folder_of(include.target)));
        else if ((is_panel(include.target) || include.target == "app/subjects/panels.h") && !draws &&
                 !within(path, "tests"))
            complain(path, include.line, "includes " + include.target + ", which only the window may");
        else if (!subject.empty() && !is_panel(path) && within(include.target, "app/window"))
            complain(path, include.line,
                     "includes " + include.target + ", which of a subject only files named ..._panel... may");
    }

    static bool are_agreed(std::string_view path, std::string_view target) {
        return std::ranges::find(subjects_together, std::pair(path, target)) != subjects_together.end();
    }

    void look_at_library(const std::string& path, const Include& include) {
        if (within(path, "tests")) return;
        for (const Library& library : libraries()) {
            const bool at_home = std::any_of(library.homes.begin(), library.homes.end(),
                                             [&](const std::string& home) { return within(path, home); });
            const bool undrawn = !subject_of(path).empty() && !is_panel(path); // a subject's model draws nothing
            if ((!at_home || undrawn) && std::regex_search(include.target, library.headers))
                complain(path, include.line, "includes <" + include.target + ">: " + library.name + " lives elsewhere");
        }
    }

    /// Whoever adds a workload touches its folder only. Comments may name one as an example.
    void look_for_names_of_workloads(const SourceFile& file) {
        if (within(file.path, "tests")) return;
        std::istringstream lines(file.text);
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            for (const std::string& workload : workloads_)
                if (workload != workload_of(file.path) && without_comment(line).find(workload) != std::string::npos &&
                    line.find("#include") == std::string::npos)
                    complain(file.path, number, "names the workload " + workload + ", which only its folder may");
        }
    }

    /// Neither directly nor through another header: the CPU-only build has no CUDA headers at all.
    void look_for_cuda_behind(const std::string& start) {
        std::set<std::string> seen;
        const std::function<void(const std::string&)> walk = [&](const std::string& path) {
            if (!seen.insert(path).second || !includes_.contains(path)) return;
            for (const Include& include : includes_.at(path)) {
                if (is_cuda_header(include.target))
                    complain(start, 1, "reaches the CUDA header " + include.target + " through " + path);
                walk(include.target);
            }
        };
        walk(start);
    }

    const std::vector<SourceFile>& sources_;
    std::map<std::string, std::vector<Include>> includes_;
    std::set<std::string> workloads_;
    std::vector<std::string> found_;
};

} // namespace

std::vector<SourceFile> sources_of(const std::filesystem::path& root) {
    static const std::set<std::string> endings{".h", ".cpp", ".cu", ".cuh"};
    std::vector<SourceFile> found;
    for (const std::string_view folder : folders) {
        if (!std::filesystem::exists(root / folder)) continue;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (!entry.is_regular_file() || !endings.contains(entry.path().extension().string())) continue;
            std::ostringstream text;
            text << std::ifstream(entry.path()).rdbuf();
            found.push_back({entry.path().lexically_relative(root).generic_string(), text.str()});
        }
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    return found;
}

std::vector<std::string> complaints(const std::vector<SourceFile>& sources) { return Inspector(sources).inspect(); }

} // namespace pairscope::architecture
