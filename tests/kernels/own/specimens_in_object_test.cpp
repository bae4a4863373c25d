// SPDX-License-Identifier: MIT
// The executor finds the same in kernels of a shared object as in those of the program, at the same lines.
#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/engines/simt/memory/kernel_module.h"
#include "kernels/ladder/exact_data.h"
#include "tests/kernels/sample_points.h"
#include "tests/kernels/specimens/specimen_lists.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gtest/gtest.h>

#include <dlfcn.h>
#include <regex>
#include <stdexcept>
#include <string>

namespace pairscope::simt {
namespace {

using specimens::Specimen;
using specimens::SpecimenList;

std::vector<SpecimenList> lists_of_object() {
    void* const object = ::dlopen(PAIRSCOPE_SPECIMENS, RTLD_NOW | RTLD_LOCAL);
    if (object == nullptr) throw std::runtime_error(::dlerror());
    const auto give = reinterpret_cast<void (*)(std::vector<SpecimenList>&)>(dlsym(object, "pairscope_specimen_lists"));
    if (give == nullptr) throw std::runtime_error(::dlerror());
    std::vector<SpecimenList> lists;
    give(lists);
    const KernelModule& module = module_of(reinterpret_cast<const void*>(lists.front().all.front().launch));
    for (const auto& part : module.code) cpu::count_as_the_program(part.begin, part.end);
    return lists;
}

/// An endless loop is left wherever it is when its time is over: by any thread, of any block.
std::string without_threads(const std::string& findings) {
    static const std::regex place("(block|thread) \\([0-9, ]+\\)");
    return std::regex_replace(findings, place, "$1");
}

Trace traced(std::string_view list, const Specimen& specimen) {
    const TraceOptions options{.most_accesses = 0, .threads = 1, .patience = 0.05};
    KernelVariant variant = variant_of(specimen);
    const Dataset points = samples::random_points(list == "large_matrices"      ? 30336
                                                  : list.starts_with("working") ? 512
                                                                                : 64);
    if (list == "large_matrices") return trace_few_blocks(variant, inputs_of(points), options).trace;
    if (list == "long_vectors") {
        variant.workload = "cross_distance";
        const ExactSets sets = *exact_data({"cross_distance", 67, 34, 261}, ExactKind::whole_numbers);
        return trace(variant, inputs_of(sets.a, *sets.b), options);
    }
    return trace(variant, points, options);
}

/// What is found; or why it cannot be traced.
std::string found_in(std::string_view list, const Specimen& specimen) {
    try {
        const std::string findings = all_of(traced(list, specimen).findings);
        return findings.find("endless loop") == std::string::npos ? findings : without_threads(findings);
    } catch (const std::exception& error) {
        return error.what();
    }
}

TEST(SpecimensInObject, have_the_same_findings_at_the_same_lines) {
    const std::vector<SpecimenList> inside = specimens::specimen_lists(), outside = lists_of_object();
    ASSERT_EQ(inside.size(), outside.size());
    int compared = 0;
    for (std::size_t i = 0; i < inside.size(); ++i) {
        ASSERT_EQ(inside[i].all.size(), outside[i].all.size());
        for (std::size_t k = 0; k < inside[i].all.size(); ++k) {
            const Specimen &here = inside[i].all[k], &there = outside[i].all[k];
            SCOPED_TRACE(std::string(inside[i].name) + "/" + std::string(here.name));
            ASSERT_NE(here.launch, there.launch);
            EXPECT_EQ(found_in(inside[i].name, here), found_in(inside[i].name, there));
            ++compared;
        }
    }
    EXPECT_GT(compared, 100);
}

} // namespace
} // namespace pairscope::simt
