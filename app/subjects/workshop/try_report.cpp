// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/try_report.h"

namespace pairscope::app::workshop {

std::string judgement_of(const Judged& judged) {
    if (!judged.ended.empty() || !judged.reply.failed.empty()) return "failed";
    return judged.reply.findings.empty() ? "wrong" : "faulty";
}

std::string TryReport::verdict() const {
    if (!errors.empty()) return "not compiled";
    if (!first) return {};
    if (!first->right()) return judgement_of(*first);
    if (wrong_at) return judgement_of(wrong_at->judged);
    return planned > 0 && tried == planned && !is_stopped ? "right" : "right so far";
}

} // namespace pairscope::app::workshop
