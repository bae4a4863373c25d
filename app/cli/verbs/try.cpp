// SPDX-License-Identifier: MIT
// pairscope try: compiles a user's own kernel, runs it with the executor and says whether it is right.
#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/option_values.h"
#include "app/cli/reports/output.h"
#include "app/cli/reports/progress_line.h"
#include "app/cli/reports/try_report.h"
#include "app/cli/verbs/check_plan.h"
#include "app/cli/verbs/verbs.h"
#include "app/subjects/data/data.h"
#include "app/subjects/workshop/serve.h"
#include "app/subjects/workshop/built_kernel.h"
#include "kernels/data/errors.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/ladder/registry.h"
#include "kernels/own/binding.h"
#include "profiling/runner.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>

namespace pairscope::cli {
namespace {

using app::workshop::Judged;
using app::workshop::Workshop;

constexpr std::int64_t first_size = 256, first_length = 16;
/// Processor time of the full check [s].
constexpr double most_seconds_of_check = 10.0;
/// By how much the pitch of the output is larger than a row in one of the runs.
constexpr std::int64_t further_pitch = 7;
constexpr std::int64_t further_input_pitch = 4; ///< rows stay aligned for loads of 16 bytes

struct TryOptions {
    std::string file;
    std::optional<std::int64_t> n, m, dims;
    std::vector<std::string> settings; ///< "NAME=VALUE"
    Format format;
};

/// What the options would be if the user had chosen the workload and nothing else.
DataOptions options_for(const WorkloadType& type) {
    DataOptions options;
    options.workload = type.id;
    for (const Shape shape : shapes())
        for (const ShapeParameter& parameter : parameters_of(shape)) options.parameters[std::string(parameter.name)];
    return options;
}

/// The data of the first verdict.
LoadedData first_data(const TryOptions& asked, const WorkloadType& type) {
    DataOptions options = options_for(type);
    options.n = asked.n.value_or(first_size);
    options.m = asked.m;
    options.dims = asked.dims;
    const SizeRange& lengths = type.inputs.dims;
    if (!asked.dims && !counts_coordinates(type.inputs) && lengths.least < lengths.most)
        options.dims = std::clamp(first_length, lengths.least, lengths.most);
    if (app::takes_points(type)) options.shape = "uniform_square";
    Data data = data_of(options);
    data.told = true;
    LoadedData loaded = load(data);
    if (loaded.question.size().rows > most_simulated_rows || loaded.question.size().cols > most_simulated_rows)
        throw InputError(
            fmt::format("a try takes at most {} vectors in a set: choose a smaller --n", most_simulated_rows));
    return loaded;
}

/// CUDA refuses a launch, or the file cannot be evaluated at this size: said before anything is compiled.
void check_launches(const own::OwnFile& file, const LoadedData& data) {
    const Inputs inputs = data.question.inputs();
    const Problem problem = problem_of(inputs, LinearMemory{nullptr, inputs.b.rows});
    for (const own::OwnKernel& kernel : file.kernels)
        static_cast<void>(own::shape_of(file, kernel, own::sizes_of(file, problem)));
}

CheckPlan plan_for(const WorkloadType& type) {
    Data data = data_of(options_for(type));
    data.told = true; // which points these are says nothing about the kernel
    CheckPlan plan = plan_of_check(data, {}, Thoroughness::usual);
    std::erase_if(plan.trials, [](const Trial& trial) { return trial.few_blocks; });
    return plan;
}

/// Runs the full check until something is wrong, the time is over, or everything is right.
void check_fully(Workshop& workshop, const WorkloadType& type, TryReport& report, const Interrupt& interrupt) {
    const CheckPlan plan = plan_for(type);
    report.planned = static_cast<int>(plan.trials.size());
    const bool with_output_pitch = type.output == OutputKind::matrix && own::takes_pitch(workshop.file());
    const bool with_input_pitch = own::takes_input_pitch(workshop.file());
    const bool with_pitch = with_output_pitch || with_input_pitch;
    double processor_seconds = 0.0; // what the child has used
    ProgressLine line;
    for (const Trial& trial : plan.trials) {
        if (interrupt.happened() || processor_seconds > most_seconds_of_check) return;
        line.show(fmt::format("checking n = {}", trial.data.n()), double(report.tried) / double(report.planned));
        app::workshop::Trial run{
            .workload = type.id, .inputs = trial.data.question.inputs(), .most_accesses = trial.most_examined};
        const Judged judged = workshop.judged(run);
        if (interrupt.happened()) return;
        processor_seconds = judged.reply.processor_seconds;
        ++report.tried;
        report.sizes.push_back(trial.data.question.size());
        if (!judged.right()) {
            report.wrong_at = TryReport::At{trial.data.question.size(), std::string(trial.kind), judged};
            return;
        }
        if (!with_pitch || report.with_pitch || trial.data.n() < 31) continue;
        if (with_output_pitch) run.further_pitch = further_pitch;
        if (with_input_pitch) run.further_input_pitch = further_input_pitch;
        const Judged pitched = workshop.judged(run);
        report.with_pitch = true;
        if (pitched.right() || interrupt.happened()) continue;
        report.wrong_at = TryReport::At{trial.data.question.size(), "a larger pitch", pitched};
        return;
    }
}

TryReport tried(const TryOptions& options, own::OwnFile file, const Interrupt& interrupt) {
    const WorkloadType& type = type_of(file.workload);
    const LoadedData data = first_data(options, type);
    check_launches(file, data);
    TryReport report{.path = file.path, .workload = std::string(type.id), .first_size = data.question.size()};
    Workshop workshop(std::move(file), interrupt.token());
    const auto started = std::chrono::steady_clock::now();
    const auto seconds = [&] {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    };
    report.errors = workshop.build();
    report.seconds_of_compiler = seconds();
    report.is_stopped = interrupt.happened();
    if (!report.errors.empty() || report.is_stopped) return report;
    report.first = workshop.judged({.workload = type.id,
                                    .inputs = data.question.inputs(),
                                    .most_accesses = profiling::RunnerOptions{}.most_examined});
    report.seconds_of_first = seconds();
    report.is_stopped = interrupt.happened();
    if (report.is_stopped) return report;
    if (!options.format.json) say_first(report);
    if (report.first->right() && !interrupt.happened()) check_fully(workshop, type, report, interrupt);
    report.is_stopped = interrupt.happened();
    report.seconds = seconds();
    return report;
}

ExitCode try_file(const TryOptions& options) {
    Interrupt interrupt;
    own::OwnFile file = own::read_own_file(options.file);
    own::set_sliders(file, options.settings);
    own::check_parameters(file);
    interrupt.stop_gently();
    const TryReport report = tried(options, std::move(file), interrupt);
    interrupt.end_at_once();
    if (report.is_stopped && (!report.first || !report.first->right())) {
        say("interrupted before there was a verdict");
        return ExitCode::interrupted;
    }
    if (options.format.json)
        print(json_of(report), options.format);
    else
        print_text(text_of(report));
    return exit_code_of(report);
}

} // namespace

void add_try(CLI::App& program, Verb& chosen) {
    const auto options = std::make_shared<TryOptions>();
    CLI::App* verb = program.add_subcommand("try", "Compile a kernel of your own, run it without a GPU, and judge it");
    verb->footer(fmt::format(
        "The file is compiled and run with your rights, in a process of its own. This protects from mistakes, such as\n"
        "a crash or a loop without end, and not from an attacker: try no file that you would not run.\n"
        "pairscope new writes a file to begin with, and pairscope help workshop says what may stand in it.\n{}",
        exit_code_help));
    verb->add_option("FILE", options->file, "The file with the kernel, such as mine.cu")->type_name("")->required();
    const auto size = [&](const char* name, std::optional<std::int64_t>& value, const char* about) {
        verb->add_option(name, value, about)->type_name("")->transform(whole_number(name, 1, std::int64_t{1} << 20));
    };
    size("--n", options->n, "Number of points, or vectors of the first set, for the first verdict [256]");
    size("--m", options->m, "Number of vectors of the second set for the first verdict");
    size("--dims", options->dims, "Number of coordinates of a vector for the first verdict [16]");
    verb->add_option("--set", options->settings, "A value for a slider of the file, such as STRIDE=4")->type_name("");
    add_json(*verb, options->format);
    verb->callback([&chosen, options] { chosen = [options] { return try_file(*options); }; });

    CLI::App* child = program.add_subcommand(app::workshop::verb_of_child, "");
    child->group(""); // the program starts itself with it
    child->callback([&chosen] { chosen = [] { return static_cast<ExitCode>(app::workshop::serve_own_kernel()); }; });
}

} // namespace pairscope::cli
