// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <string_view>

#include <unistd.h>

/// Writes loads as fast as a pipe accepts them, so that the reader is the bottleneck.
///
///     bench_emitter flood COUNT    notifications of 235 bytes to standard output, nothing else
///     bench_emitter serve TOOLS    an MCP server (2025-11-25) on standard input and output with that many tools, of which
///                                  `flood` {"count"} writes notifications, `big` {"bytes"} returns a text, `wait`
///                                  never responds, `clock` returns when the last cancel was read (CLOCK_MONOTONIC, ns)

namespace {

constexpr size_t MessageSize = 235; // with its newline

void put(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (written <= 0)
            std::exit(0); // the reader is gone
        bytes.remove_prefix(size_t(written));
    }
}

std::string notification(size_t number)
{
    std::string message =
        R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"bench","data":")";
    message += "message " + std::to_string(1'000'000 + number) + ' ';
    const std::string_view end = "\"}}\n";
    message.append(MessageSize - end.size() - message.size(), 'x');
    message += end;
    return message;
}

void flood(long count)
{
    constexpr long InBlock = 4096;
    std::string block;
    for (long i = 0; i < InBlock; ++i)
        block += notification(size_t(i));
    for (long left = count; left > 0; left -= InBlock)
        put(std::string_view(block).substr(0, size_t(std::min(left, InBlock)) * MessageSize));
}

/// Returns the text after `"name":` up to the next comma or brace; empty if it is missing. Our client writes no blanks.
std::string_view member(std::string_view line, std::string_view name)
{
    const std::string key = '"' + std::string(name) + "\":";
    const size_t at = line.find(key);
    if (at == std::string_view::npos)
        return {};
    const std::string_view rest = line.substr(at + key.size());
    return rest.substr(0, rest.find_first_of(",}"));
}

long numberIn(std::string_view text)
{
    const size_t begin = text.find_first_of("0123456789");
    long number = 0;
    if (begin != std::string_view::npos)
        std::from_chars(text.data() + begin, text.data() + text.size(), number);
    return number;
}

long long monotonic()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// Pings are answered: 75 messages per second in all.
void steady(long seconds)
{
    constexpr long PerSecond = 50;
    timespec next{};
    clock_gettime(CLOCK_MONOTONIC, &next);
    for (long i = 0; i < seconds * PerSecond; ++i) {
        put(i % 2 == 0 ? notification(size_t(i))
                       : R"({"jsonrpc":"2.0","id":"steady)" + std::to_string(i) + R"(","method":"ping"})" + '\n');
        constexpr long Second = 1'000'000'000;
        next.tv_nsec += Second / PerSecond;
        next.tv_sec += next.tv_nsec / Second;
        next.tv_nsec %= Second;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
    }
}

std::string tools(long count)
{
    std::string list;
    for (long i = 0; i < count; ++i) {
        static constexpr std::array Names{"flood", "big", "wait", "clock", "steady"};
        const std::string name = size_t(i) < Names.size() ? Names[size_t(i)] : "tool" + std::to_string(i);
        list += (i ? "," : "") + std::string(R"({"name":")") + name + R"(","inputSchema":{"type":"object"}})";
    }
    return R"({"tools":[)" + list + "]}";
}

class Server
{
public:
    explicit Server(long tools)
        : m_tools(tools)
    {}
    void read(std::string_view line)
    {
        const std::string_view method = member(line, "method");
        const std::string_view id = member(line, "id");
        if (method == "\"notifications/cancelled\"")
            m_cancelRead = monotonic();
        else if (method == "\"initialize\"")
            answer(
                id,
                R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{},"logging":{}},"serverInfo":{"name":"emitter","version":"1"}})");
        else if (method == "\"tools/list\"")
            answer(id, tools(m_tools));
        else if (method == "\"tools/call\"")
            call(id, member(line, "name"), line);
        else if (!id.empty())
            put(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
                R"(,"error":{"code":-32601,"message":"Method not found"}})"
                "\n");
    }

private:
    void call(std::string_view id, std::string_view tool, std::string_view line)
    {
        if (tool == "\"wait\"")
            return;
        std::string text;
        if (tool == "\"flood\"")
            flood(numberIn(member(line, "count")));
        else if (tool == "\"steady\"")
            steady(numberIn(member(line, "seconds")));
        else if (tool == "\"big\"")
            text.assign(size_t(numberIn(member(line, "bytes"))), 'x');
        else if (tool == "\"clock\"")
            text = std::to_string(m_cancelRead);
        answer(id, R"({"content":[{"type":"text","text":")" + text + R"("}]})");
    }
    static void answer(std::string_view id, const std::string &result)
    {
        put(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"result":)" + result + "}\n");
    }

    long m_tools;
    long long m_cancelRead = 0;
};

void serve(long tools)
{
    Server server(tools);
    std::string input;
    char buffer[65536];
    ssize_t count = 0;
    while ((count = read(STDIN_FILENO, buffer, sizeof buffer)) > 0) {
        input.append(buffer, size_t(count));
        size_t begin = 0;
        for (size_t end = 0; (end = input.find('\n', begin)) != std::string::npos; begin = end + 1)
            server.read(std::string_view(input).substr(begin, end - begin));
        input.erase(0, begin);
    }
}

} // namespace

int main(int argc, char *argv[])
{
    const std::string_view what = argc == 3 ? argv[1] : "";
    if (what == "flood")
        flood(numberIn(argv[2]));
    else if (what == "serve")
        serve(numberIn(argv[2]));
    else
        return std::fputs("Usage: bench_emitter flood COUNT | serve TOOLS\n", stderr), 2;
    return 0;
}
