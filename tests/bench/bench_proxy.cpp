// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"

#include <QCoreApplication>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

/// Round trips on stdio: with the server alone, and through the proxy, which records and checks. The two alternate, to
/// run under equal conditions. Usage: bench_proxy EXCHANGES

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

constexpr int Turns = 20;
constexpr int WarmUp = 50; ///< exchanges before the measurement

/// A server behind two pipes, and a client that waits for each response.
class Peer
{
public:
    explicit Peer(const QStringList &command)
    {
        std::array<int, 2> input{};
        std::array<int, 2> output{};
        if (pipe2(input.data(), O_CLOEXEC) != 0 || pipe2(output.data(), O_CLOEXEC) != 0)
            return;
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, input[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
        std::vector<QByteArray> words;
        for (const QString &word : command)
            words.push_back(word.toLocal8Bit());
        std::vector<char *> arguments;
        for (QByteArray &word : words)
            arguments.push_back(word.data());
        arguments.push_back(nullptr);
        if (posix_spawn(&m_pid, arguments.front(), &actions, nullptr, arguments.data(), environ) != 0)
            m_pid = -1;
        posix_spawn_file_actions_destroy(&actions);
        ::close(input[0]);
        ::close(output[1]);
        m_input = input[1];
        m_output = output[0];
    }
    ~Peer()
    {
        ::close(m_input);
        if (m_pid > 0)
            waitpid(m_pid, nullptr, 0);
        ::close(m_output);
    }
    Q_DISABLE_COPY_MOVE(Peer)

    /// Returns the microseconds from the write to the end of the response; negative without a response.
    [[nodiscard]] double exchange(const QByteArray &message)
    {
        const auto start = std::chrono::steady_clock::now();
        if (::write(m_input, message.constData(), size_t(message.size())) != message.size())
            return -1;
        do {
            const ssize_t count = ::read(m_output, m_answer.data(), m_answer.size());
            if (count <= 0)
                return -1;
            m_last = m_answer.at(size_t(count) - 1);
        } while (m_last != '\n');
        const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
        return took.count();
    }
    /// Appends the times of `count` exchanges; returns false if one fails.
    [[nodiscard]] bool exchange(int count, std::vector<double> *times)
    {
        for (int i = 0; i < count; ++i) {
            const double time = exchange(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(++m_id) +
                                         R"(,"method":"tools/call","params":{"name":"clock","arguments":{}}})" + '\n');
            if (time < 0)
                return false;
            if (times)
                times->push_back(time);
        }
        return true;
    }
    [[nodiscard]] bool begin()
    {
        static const QByteArray Initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
                                              "\n";
        const double time = exchange(
            R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}})"
            "\n");
        return time >= 0 && ::write(m_input, Initialized.constData(), size_t(Initialized.size())) > 0 &&
               exchange(WarmUp, nullptr);
    }

private:
    pid_t m_pid = -1;
    int m_input = -1;
    int m_output = -1;
    int m_id = 0;
    char m_last = 0;
    std::array<char, 65536> m_answer{};
};

void reportTimes(const char *median, const char *rare, std::vector<double> times)
{
    std::sort(times.begin(), times.end());
    Probe::report(median, times.at(times.size() / 2));
    Probe::report(rare, times.at(times.size() * 99 / 100));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication app(argc, argv);
    const int count = QCoreApplication::arguments().value(1).toInt() / Turns;
    if (count <= 0)
        return std::fputs("Usage: bench_proxy EXCHANGES\n", stderr), 2;
    const QTemporaryDir folder;
    const QStringList server{Probe::program(u"bench_emitter"_s), u"serve"_s, u"10"_s};
    Peer direct(server);
    Peer proxied(QStringList{Probe::program(u"pullcord-cli"_s), u"proxy"_s, folder.filePath(u"a.pullcord"_s), u"--"_s} +
                 server);
    std::vector<double> directTimes;
    std::vector<double> proxiedTimes;
    bool good = direct.begin() && proxied.begin();
    for (int turn = 0; turn < Turns && good; ++turn)
        good = direct.exchange(count, &directTimes) && proxied.exchange(count, &proxiedTimes);
    if (!good)
        return std::fputs("bench_proxy: there was no answer\n", stderr), 1;
    reportTimes("direct.median", "direct.p99", directTimes);
    reportTimes("proxy.median", "proxy.p99", proxiedTimes);
    return 0;
}
