// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/processusage.h"

#include <QByteArray>
#include <QFile>
#include <QList>
#include <QMultiHash>
#include <QSet>

#include <algorithm>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

namespace Pullcord {

using namespace Qt::StringLiterals;

namespace {

/// Contents of a file of /proc; none if it cannot be read or the process is gone.
std::optional<QByteArray> contentsOf(const QByteArray &path)
{
    constexpr size_t Most = 64 * 1024; // for a list of children; the other files are far shorter
    const int file = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return {};
    QByteArray contents;
    char part[4096];
    ssize_t got = 0;
    while (size_t(contents.size()) < Most && (got = ::read(file, part, sizeof part)) > 0)
        contents.append(part, got);
    ::close(file);
    return got < 0 ? std::nullopt : std::optional(contents);
}

/// Numeric names in a folder, at most `most`.
QList<qint64> numbersIn(const QByteArray &path, qsizetype most)
{
    const auto close = [](DIR *folder) { ::closedir(folder); };
    const std::unique_ptr<DIR, decltype(close)> folder(::opendir(path.constData()), close);
    QList<qint64> numbers;
    while (const dirent *entry = folder && numbers.size() < most ? ::readdir(folder.get()) : nullptr) {
        bool isNumber = false;
        if (const qint64 number = QByteArrayView(entry->d_name).toLongLong(&isNumber); isNumber)
            numbers.append(number);
    }
    return numbers;
}

/// Fields of /proc/PID/stat after the program name, which may contain anything, even brackets.
struct ProcessStat
{
    qint64 parent = 0;
    qint64 ticks = 0;      ///< of the process itself
    qint64 endedTicks = 0; ///< of its ended descendants
    qint64 threads = 0;
    bool hasEnded = false; ///< a zombie: its parent has not waited for it yet

    static std::optional<ProcessStat> in(const QByteArray &contents)
    {
        const QList<QByteArray> fields = contents.mid(contents.lastIndexOf(')') + 2).split(' ');
        constexpr qsizetype Threads = 17;
        if (fields.size() <= Threads)
            return {};
        return ProcessStat{.parent = fields.at(1).toLongLong(),
                           .ticks = fields.at(11).toLongLong() + fields.at(12).toLongLong(),
                           .endedTicks = fields.at(13).toLongLong() + fields.at(14).toLongLong(),
                           .threads = fields.at(Threads).toLongLong(),
                           .hasEnded = fields.at(0) == "Z" || fields.at(0) == "X"};
    }
};

/// One traversal of /proc.
class ProcessWalk
{
public:
    explicit ProcessWalk(const QString &proc)
        : m_proc(QFile::encodeName(proc) + '/')
    {}

    std::optional<ProcessUsage> below(qint64 parent)
    {
        const std::optional<ProcessStat> top = statOf(parent);
        if (!top)
            return {};
        m_seen.insert(parent);
        m_ticks = top->endedTicks;
        addBytes(parent);
        QList<qint64> wanted = childrenOf(parent);
        while (!wanted.isEmpty())
            wanted += take(wanted.takeFirst());
        if (m_usage.processes == 0)
            return {};
        static const qint64 ticksPerSecond = std::max(1L, sysconf(_SC_CLK_TCK));
        m_usage.cpu = m_ticks * 1000 / ticksPerSecond;
        if (m_canCount) {
            m_usage.read = m_read;
            m_usage.written = m_written;
        }
        return m_usage;
    }

private:
    [[nodiscard]] QByteArray pathOf(qint64 process) const { return m_proc + QByteArray::number(process); }

    [[nodiscard]] std::optional<ProcessStat> statOf(qint64 process) const
    {
        const auto contents = contentsOf(pathOf(process) + "/stat");
        return contents ? ProcessStat::in(*contents) : std::nullopt;
    }

    /// Counts the process. Returns its children.
    QList<qint64> take(qint64 process)
    {
        if (m_seen.contains(process))
            return {};
        if (m_seen.size() > ProcessUsage::MostProcesses) {
            m_usage.isPartial = true;
            return {};
        }
        m_seen.insert(process);
        const std::optional<ProcessStat> stat = statOf(process);
        if (!stat)
            return {};
        m_ticks += stat->ticks + stat->endedTicks;
        if (stat->hasEnded)
            return {};
        ++m_usage.processes;
        m_usage.threads += stat->threads;
        addBytes(process);
        return childrenOf(process);
    }

    /// Adds the bytes of one process. The file of another user's process cannot be read.
    void addBytes(qint64 process)
    {
        const auto contents = contentsOf(pathOf(process) + "/io");
        if (!contents) {
            const bool isGone = ::access(pathOf(process).constData(), F_OK) != 0;
            m_canCount = m_canCount && isGone;
            return;
        }
        for (const QByteArray &line : contents->split('\n')) {
            if (line.startsWith("rchar: "))
                m_read += line.mid(7).toLongLong();
            else if (line.startsWith("wchar: "))
                m_written += line.mid(7).toLongLong();
        }
    }

    /// Returns the children as the process's threads list them, if the kernel does so (CONFIG_PROC_CHILDREN); otherwise
    /// those found through the parent ids of all processes.
    QList<qint64> childrenOf(qint64 process)
    {
        QList<qint64> children;
        if (m_parents.isEmpty()) {
            const QByteArray tasks = pathOf(process) + "/task/";
            const QList<qint64> threads = numbersIn(tasks, ProcessUsage::MostProcesses - m_threadsRead + 1);
            m_threadsRead += threads.size();
            m_usage.isPartial = m_usage.isPartial || m_threadsRead > ProcessUsage::MostProcesses;
            bool isListed = false;
            for (const qint64 thread : threads) {
                const auto list = contentsOf(tasks + QByteArray::number(thread) + "/children");
                isListed = isListed || list;
                for (const QByteArray &child : list.value_or(QByteArray()).simplified().split(' '))
                    children.append(child.toLongLong());
            }
            if (isListed)
                return children;
            readParents();
        }
        return m_parents.values(process);
    }

    void readParents()
    {
        constexpr qsizetype MostLooked = 16 * ProcessUsage::MostProcesses;
        const QList<qint64> all = numbersIn(m_proc, MostLooked);
        m_usage.isPartial = m_usage.isPartial || all.size() == MostLooked;
        for (const qint64 process : all) {
            if (const auto stat = statOf(process))
                m_parents.insert(stat->parent, process);
        }
    }

    QByteArray m_proc;
    ProcessUsage m_usage;
    QSet<qint64> m_seen;
    QMultiHash<qint64, qint64> m_parents; ///< children by parent, read only where the kernel lists no children
    qsizetype m_threadsRead = 0;
    qint64 m_ticks = 0;
    qint64 m_read = 0;
    qint64 m_written = 0;
    bool m_canCount = true;
};

} // namespace

std::optional<ProcessUsage> ProcessUsage::below(qint64 parent, const QString &proc)
{
    return ProcessWalk(proc).below(parent);
}

QJsonObject ProcessUsage::toDetails() const
{
    QJsonObject details{{u"cpu"_s, cpu}, {u"processes"_s, processes}, {u"threads"_s, threads}};
    if (read)
        details.insert(u"read"_s, *read);
    if (written)
        details.insert(u"written"_s, *written);
    if (isPartial)
        details.insert(u"more"_s, true);
    if (!runner.isEmpty())
        details.insert(u"runner"_s, runner);
    return details;
}

std::optional<ProcessUsage> ProcessUsage::fromDetails(const QJsonObject &details)
{
    const auto number = [&details](QLatin1StringView name) -> std::optional<qint64> {
        const qint64 value = details.value(name).toInteger(-1);
        return value < 0 ? std::nullopt : std::optional(value);
    };
    const std::optional<qint64> cpu = number("cpu"_L1);
    if (!cpu)
        return {};
    return ProcessUsage{.cpu = *cpu,
                        .processes = number("processes"_L1).value_or(0),
                        .threads = number("threads"_L1).value_or(0),
                        .read = number("read"_L1),
                        .written = number("written"_L1),
                        .isPartial = details.value("more"_L1).toBool(),
                        .runner = details.value("runner"_L1).toString()};
}

using std::chrono::ceil;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

ProcessSampler::ProcessSampler(QObject *parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ProcessSampler::sample);
}

ProcessSampler::~ProcessSampler() = default;

void ProcessSampler::watch(qint64 parent)
{
    const Clock::time_point now = Clock::now();
    m_parent = parent;
    m_end = now + Duration;
    m_timer.start(std::max(milliseconds(0), ceil<milliseconds>(m_last + Closest - now)));
}

void ProcessSampler::stop()
{
    m_timer.stop();
}

void ProcessSampler::sample()
{
    constexpr int LeastRest = 20; // pause between samples, as a multiple of the time that a sample takes
    m_last = Clock::now();
    const std::optional<ProcessUsage> usage = ProcessUsage::below(m_parent);
    if (!usage)
        return;
    const Clock::time_point now = Clock::now();
    const milliseconds rest = std::max(Interval, ceil<milliseconds>((now - m_last) * LeastRest));
    if (now < m_end)
        m_timer.start(std::min(rest, ceil<milliseconds>(m_end - now)));
    emit sampled(*usage);
}

} // namespace Pullcord
