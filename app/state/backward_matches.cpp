// SPDX-License-Identifier: MIT
#include "app/state/backward_matches.h"

#include "kernels/core/engine.h"
#include "kernels/core/registry.h"
#include "kernels/engine/answers.h"

namespace pairscope::app {
namespace {

const KernelVariant* last_on_cpu(const Workload& workload, const Device& cpu) {
    const KernelVariant* last = nullptr;
    for (const KernelVariant& variant : variants())
        if (variant.workload == workload.type && variant.backend == Backend::cpu &&
            (variant.why_not == nullptr || variant.why_not(workload, cpu).empty()))
            last = &variant;
    return last;
}

} // namespace

std::shared_ptr<const std::vector<std::int32_t>> backward_matches(const Question& question,
                                                                  const std::stop_token& stop) {
    constexpr double most_terms = 1e11;
    const Workload size = question.size();
    if (!question.second || type_of(question.workload).output != OutputKind::matches) return nullptr;
    if (double(size.rows) * double(size.cols) * double(size.dims) > most_terms) return nullptr;
    const Device cpu = devices().back();
    const Workload turned{.type = size.type, .rows = size.cols, .cols = size.rows, .dims = size.dims};
    const KernelVariant* variant = last_on_cpu(turned, cpu);
    if (variant == nullptr) return nullptr;
    Engine engine(cpu);
    engine.load(*question.second, *question.first);
    engine.set_parameters(question.parameters);
    const AnswerBuffer answer = engine.allocate(matches_answer(turned.rows), Entry::float32, stop);
    if (stop.stop_requested()) return nullptr;
    engine.run(*variant, answer.memory(), {.stop = stop});
    if (stop.stop_requested()) return nullptr;
    auto found = std::make_shared<std::vector<std::int32_t>>();
    for (const FoundMatch& match :
         std::get<std::vector<FoundMatch>>(read_answer(engine, turned, answer.memory())))
        found->push_back(match.best);
    return found;
}

} // namespace pairscope::app
