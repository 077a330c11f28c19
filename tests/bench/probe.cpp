// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/probe.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFile>

#include <algorithm>
#include <cstdio>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Pullcord::Probe {

void report(const char *figure, double value)
{
    std::printf("%s %.9g\n", figure, value);
    std::fflush(stdout);
}

QString program(const QString &name)
{
    const QString here = QCoreApplication::applicationDirPath();
    const QString ours = here + u"/../bin/"_s + name;
    return QFile::exists(ours) ? ours : here + u'/' + name;
}

double drained(const QString &program, const QStringList &arguments)
{
    QByteArray line = '\'' + program.toLocal8Bit() + '\'';
    for (const QString &argument : arguments)
        line += " '" + argument.toLocal8Bit() + '\'';
    QElapsedTimer clock;
    clock.start();
    FILE *pipe = popen(line.constData(), "r");
    if (!pipe)
        return 0;
    static char buffer[1 << 16];
    while (read(fileno(pipe), buffer, sizeof buffer) > 0) {
    }
    pclose(pipe);
    return double(clock.nsecsElapsed()) / 1e9;
}

Memory memoryOf(qint64 pid)
{
    QFile file(u"/proc/%1/smaps_rollup"_s.arg(pid));
    Memory memory;
    if (!file.open(QIODevice::ReadOnly))
        return memory;
    const QByteArrayList lines = file.readAll().split('\n');
    for (const QByteArray &line : lines) {
        const auto kilobytes = [&line] { return line.simplified().split(' ').value(1).toLongLong() * 1024; };
        if (line.startsWith("Pss:"))
            memory.proportional = kilobytes();
        else if (line.startsWith("Pss_Anon:"))
            memory.anonymous = kilobytes();
    }
    return memory;
}

bool waitUntil(const std::function<bool()> &isSo)
{
    if (isSo())
        return true;
    const QDeadlineTimer deadline(120'000);
    QEventLoop loop;
    QTimer look;
    look.callOnTimeout(&loop, [&] {
        if (isSo() || deadline.hasExpired())
            loop.quit();
    });
    look.start(1);
    loop.exec();
    return isSo();
}

Heartbeat::Heartbeat()
{
    m_clock.start();
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
        m_longest = std::max(m_longest, m_clock.nsecsElapsed());
        m_clock.start();
    });
    m_timer.start(1);
}

} // namespace Pullcord::Probe
