// SPDX-License-Identifier: MIT
#include "kernels/ladder/device.h"
#include "profiling/ceilings/kinds.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class CeilingsVerb : public Program {
protected:
    [[nodiscard]] std::filesystem::path store() const { return home / ".cache" / "pairscope" / "ceilings.json"; }
};

TEST_F(CeilingsVerb, measures_the_cpu_and_keeps_what_it_found) {
    const Finished done = run({"ceilings", "--device", "cpu", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, IsEmpty());
    const json report = json::parse(done.out);
    ASSERT_EQ(report.at("ceilings").size(), 1u);
    const json& cpu = report.at("ceilings").at(0);
    EXPECT_EQ(cpu.at("id"), "cpu");
    for (const json& warning : cpu.at("warnings")) // without a data sheet there is nothing else to disagree with
        EXPECT_THAT(warning.get<std::string>(), HasSubstr("is too low, because")) << "a busy machine";
    for (const json& ceiling : cpu.at("found")) {
        const auto kind = profiling::ceiling_kind_named(ceiling.at("kind").get<std::string>());
        ASSERT_TRUE(kind) << ceiling;
        EXPECT_EQ(ceiling.at("unit"), unit_of(*kind));
        EXPECT_GT(ceiling.at("value").get<double>(), 0.0);
        EXPECT_GE(ceiling.at("threads").get<int>(), 1);
    }
    ASSERT_TRUE(std::filesystem::exists(store()));
    std::ifstream file(store());
    EXPECT_EQ(json::parse(file).at("devices").at(0).at("when"), cpu.at("when"));
}

TEST_F(CeilingsVerb, prints_a_table_with_units_for_people) {
    const Finished done = run({"ceilings", "--device", "cpu", "--threads", "1"});
    EXPECT_EQ(done.code, 0);
    for (const char* words : {"cpu, ", "measured 20", "threads", "data sheet", "streaming fill", "GB/s", "FLOP/s"})
        EXPECT_THAT(done.out, HasSubstr(words));
    EXPECT_THAT(done.out, Not(HasSubstr("\033")));
    EXPECT_FALSE(std::filesystem::exists(store())) << "ceilings of fewer threads are not those of the machine";
}

TEST_F(CeilingsVerb, ctrl_c_ends_it_with_what_it_has) {
    const Finished done =
        run({"ceilings", "--device", "cpu", "--json"},
            {.environment = {{"PAIRSCOPE_CEILING_SECONDS", "5"}}, .interrupt_after = std::chrono::milliseconds(700)});
    EXPECT_EQ(done.code, 130);
    EXPECT_THAT(done.err, testing::HasSubstr("interrupted"));
    EXPECT_TRUE(done.out.empty() || json::accept(done.out)) << done.out; // empty: it had not yet begun
    EXPECT_FALSE(std::filesystem::exists(store()));
}

TEST_F(CeilingsVerb, a_device_that_is_not_there_is_a_bad_argument) {
    const Finished done = run({"ceilings", "--device", "cuda:17"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("cuda:17"));
}

} // namespace
} // namespace pairscope
