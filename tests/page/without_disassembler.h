// SPDX-License-Identifier: MIT
// Tests about sizes are the same on machines with nvdisasm and without it.
#pragma once

#include <cstdlib>
#include <string>

namespace pairscope::page {

/// Pages list no instructions as long as it lives.
class WithoutDisassembler {
public:
    WithoutDisassembler() {
        if (const char* const before = std::getenv(name)) before_ = before;
        ::setenv(name, "/nowhere/nvdisasm", 1);
    }
    ~WithoutDisassembler() { before_.empty() ? ::unsetenv(name) : ::setenv(name, before_.c_str(), 1); }
    WithoutDisassembler(const WithoutDisassembler&) = delete;
    WithoutDisassembler& operator=(const WithoutDisassembler&) = delete;

private:
    static constexpr const char* name = "PAIRSCOPE_NVDISASM";
    std::string before_;
};

} // namespace pairscope::page
