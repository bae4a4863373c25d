// SPDX-License-Identifier: MIT
// The structs that a user's own kernel writes, by the names that it uses. They are those of kernels/ladder/output.h,
// without what a kernel does not need.
#pragma once

/// Two rows, the lower one first, and what they were asked for: their squared distance.
struct FoundPair {
    long long first, second;
    double value;
};

/// The best and the second best row of the other set for one vector. The second one is -1 where there is no other row,
/// and its value is then 0.
struct FoundMatch {
    int best, second;
    float best_value, second_value;
};
