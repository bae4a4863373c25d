// SPDX-License-Identifier: MIT
// The process of an own kernel has no network, or the try says that it has one.
#include "tests/cli/submissions.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

/// Listens on this machine, which every process with a network reaches.
class Listener {
public:
    Listener() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = ::htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        ::bind(socket_, reinterpret_cast<const sockaddr*>(&address), size);
        ::listen(socket_, 8);
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ::ntohs(address.sin_port);
    }
    ~Listener() { ::close(socket_); }
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;
    [[nodiscard]] int port() const { return port_; }
    [[nodiscard]] bool was_called() const {
        pollfd waiting{socket_, POLLIN, 0};
        return ::poll(&waiting, 1, 0) == 1;
    }

private:
    int socket_, port_ = 0;
};

class NetworkOfAnOwnKernel : public Program {};

TEST_F(NetworkOfAnOwnKernel, is_missing_or_is_told) {
    const Listener listener;
    const std::string name = file("calls.cpp", "#include <arpa/inet.h>\n#include <netinet/in.h>\n"
                                               "#include <sys/socket.h>\n" +
                                                   cpu_function("            if (row == 0 && col == 0) {\n"
                                                                "                sockaddr_in to{};\n"
                                                                "                to.sin_family = AF_INET;\n"
                                                                "                to.sin_port = htons(" +
                                                                std::to_string(listener.port()) +
                                                                ");\n"
                                                                "                to.sin_addr.s_addr = "
                                                                "htonl(INADDR_LOOPBACK);\n"
                                                                "                const int s = socket(AF_INET, "
                                                                "SOCK_STREAM, 0);\n"
                                                                "                connect(s, (const sockaddr*)&to, "
                                                                "sizeof to);\n"
                                                                "            }\n"));
    const Finished done = run({"try", name, "--json"});
    ASSERT_EQ(done.code, 0) << done.out << done.err;
    const json report = json::parse(done.out);
    EXPECT_EQ(listener.was_called(), report.at("network").get<bool>());
    const bool says_so =
        report.at("notes").dump().find("its process can use the network, because") != std::string::npos;
    EXPECT_EQ(says_so, report.at("network").get<bool>());
}

TEST_F(NetworkOfAnOwnKernel, that_a_system_does_not_let_it_leave_is_told) {
    const std::string begin = "echo 0 > /proc/sys/user/max_net_namespaces && ";
    const auto forbidden = [&](const std::string& command) {
        return run_command({"/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c", begin + command});
    };
    if (forbidden("true").code != 0)
        GTEST_SKIP() << "this system lets nobody make a user namespace to forbid others in";
    const Finished made = run({"new", "mine.cpp"});
    ASSERT_EQ(made.code, 0) << made.err;
    const Finished done = forbidden(std::string(PAIRSCOPE_PROGRAM) + " try mine.cpp");
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("mine.cpp: its process can use the network, because this system"),
                                HasSubstr("right in the full check")));
}

} // namespace
} // namespace pairscope
