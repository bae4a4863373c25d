// SPDX-License-Identifier: MIT
// The options that say which variants run, and where.
#pragma once

#include "kernels/ladder/registry.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace pairscope::cli {

/// The options about runs as they were typed.
struct RunOptions {
    std::string workload;              ///< its name or a pattern; empty: that of the variants, or the first one
    std::vector<std::string> patterns; ///< empty: all variants
    std::string device;                ///< empty: each variant where it can run
    int threads = 0;                   ///< for CPU variants; 0: all
};
void add_run_options(CLI::App& verb, RunOptions& options);
/// The workload alone, for the verbs that show one variant.
void add_workload_option(CLI::App& verb, std::string& workload);
/// --metric, another way to choose the workload: the one whose matrix holds distances by that metric.
void add_metric_option(CLI::App& verb, std::string& workload);
/// Which workload a metric chooses: one of as many sets as there are files, or always one of two sets.
enum class MetricOf : bool { its_files, two_sets };
/// An option of this name and meaning that takes the same metrics.
void add_metric_option(CLI::App& verb, std::string& workload, const std::string& name, const std::string& meaning,
                       MetricOf of = MetricOf::its_files);
/// The number of CPU threads, for the verbs that run variants.
void add_threads_option(CLI::App& verb, RunOptions& options);

/// A line of every table: a variant and the device that is to run it (a GPU if there is one, else the CPU), or the
/// reason that there is none.
struct Planned {
    std::string_view id;
    const KernelVariant* variant = nullptr; ///< null: this build lacks it
    std::optional<Device> device;
    std::string reason; ///< why it has no device
};

/// The workload whose variants run: the one that was named, or else the first that has a variant for each pattern, or
/// the first of all. Throws InputError for names that nothing has, for several workloads, and for variants of several.
[[nodiscard]] const WorkloadType& chosen_workload(const RunOptions& options);

/// Variants of the chosen workload, in ladder order, those this build lacks last. Throws InputError for workloads,
/// patterns and devices that do not exist.
[[nodiscard]] std::vector<Planned> plan(const RunOptions& options);
/// Like plan(), for a workload that was chosen before.
[[nodiscard]] std::vector<Planned> plan(const RunOptions& options, const WorkloadType& type);
/// Like plan(), for all workloads that fit: for the verb that only lists them.
[[nodiscard]] std::vector<Planned> plan_of_all(const RunOptions& options);

/// Is this the id of a variant, or a pattern that some match? Also of those that this build lacks.
[[nodiscard]] bool names_variants(const std::string& pattern);

/// The names between the commas of a word such as "cpu_naive,cpu_simd", if one of them names variants; else nothing.
/// Throws InputError if a name is missing beside a comma.
[[nodiscard]] std::vector<std::string> variants_in(const std::string& word);

/// "did you mean coalesced?" for a misspelt name of a variant, or `otherwise`.
[[nodiscard]] std::string meant_variant(std::string_view name, std::string_view otherwise = {});

/// Throws InputError where a variant stands in the place of a file, as B does in "--variant A B".
void refuse_variants_among(const std::vector<std::string>& files, const std::vector<std::string>& patterns);

/// The device of that name: "cpu", "cuda:0", "cuda" for the first GPU. Throws InputError, naming those there are.
[[nodiscard]] Device device_named(std::string_view name);

/// The first workload that has variants of all these names; empty if none has.
[[nodiscard]] std::string workload_with(const std::vector<std::string>& names);
/// The variant of that id or short name; `workload` is a name or pattern that chooses among variants of the same short
/// name, or empty. Throws InputError, naming those there are. It names only those for which `serves` is true, which are
/// of use to a verb; null: all.
[[nodiscard]] const KernelVariant& variant_named(std::string_view id, const std::string& workload,
                                                 bool (*serves)(const KernelVariant& variant) = nullptr);
/// Is this the id or the short name of a variant of this build, perhaps of several?
[[nodiscard]] bool is_variant(std::string_view name);

} // namespace pairscope::cli
