// SPDX-License-Identifier: MIT
// The entry of the shared object with the specimens.
#include "tests/kernels/specimens/specimen_lists.h"

extern "C" __attribute__((visibility("default"))) void
pairscope_specimen_lists(std::vector<pairscope::specimens::SpecimenList>& lists) {
    lists = pairscope::specimens::specimen_lists();
}
