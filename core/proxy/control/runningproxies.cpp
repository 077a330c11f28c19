// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/proxy/control/runningproxies.h"

#include "core/capture/file/capturestore.h"
#include "core/privatefolder.h"
#include "core/proxy/control/controlcall.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <utility>

namespace Pullcord {
using namespace Qt::StringLiterals;

QString RunningProxies::usualFolder()
{
    const QString session = PrivateFolder::ofSession();
    return session.isEmpty() ? QString() : session + u"/pullcord/proxies"_s;
}

RunningProxies::RunningProxies(const QString &folder, QObject *parent)
    : QObject(parent)
    , m_folder(folder)
{
    constexpr int Settle = 50; // ms; a socket is renamed several times before it is ready
    m_again.setSingleShot(true);
    m_again.setInterval(Settle);
    m_again.callOnTimeout(this, &RunningProxies::look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, &m_again, qOverload<>(&QTimer::start));
}

RunningProxies::~RunningProxies() = default;

void RunningProxies::start()
{
    if (!m_folder.isEmpty() && PrivateFolder::create(m_folder))
        m_watcher.addPath(m_folder);
    QMetaObject::invokeMethod(this, &RunningProxies::look, Qt::QueuedConnection);
}

void RunningProxies::look()
{
    const QStringList files = m_folder.isEmpty()
                                  ? QStringList()
                                  : QDir(m_folder).entryList({u"*.sock"_s}, QDir::System | QDir::NoDotAndDotDot);
    m_proxies.removeIf(
        [&files](const std::pair<const QString &, ProxyInfo &> &known) { return !files.contains(known.first); });
    for (const QString &file : files) {
        if (m_asked.contains(file))
            continue;
        m_asked.insert(file);
        auto *call = new ControlCall(m_folder + u'/' + file, "describe"_ba, "{}"_ba, this);
        connect(call, &ControlCall::finished, this,
                [this, file](const Result<QByteArray> &result) { onDescribed(file, result); });
    }
    finishLook();
}

void RunningProxies::onDescribed(const QString &file, const Result<QByteArray> &result)
{
    m_asked.remove(file);
    if (result) {
        const bool isNew = !m_proxies.contains(file);
        const ProxyInfo proxy = ProxyInfo::fromJson(JsonValue(*result));
        m_proxies.insert(file, proxy);
        if (isNew && m_hasLooked)
            emit appeared(proxy);
    } else if (result.error().kind == ErrorKind::Transport) {
        m_proxies.remove(file);
        QFile::remove(m_folder + u'/' + file); // its program was killed
    }
    finishLook();
}

void RunningProxies::finishLook()
{
    if (!m_asked.isEmpty())
        return;
    m_hasLooked = true;
    emit updated();
}

QList<ProxyInfo> RunningProxies::all() const
{
    QList<ProxyInfo> proxies = m_proxies.values();
    std::sort(proxies.begin(), proxies.end(), [](const ProxyInfo &a, const ProxyInfo &b) {
        return std::pair(a.since, a.name) < std::pair(b.since, b.name);
    });
    return proxies;
}

std::optional<ProxyInfo> RunningProxies::recordingIn(const QString &capture) const
{
    for (const ProxyInfo &proxy : m_proxies) {
        if (CaptureStore::isSameFile(capture, proxy.capture))
            return proxy;
    }
    return {};
}

Result<ProxyInfo> RunningProxies::named(const QString &name) const
{
    const QList<ProxyInfo> proxies = all();
    QList<ProxyInfo> found;
    for (const ProxyInfo &proxy : proxies) {
        if (proxy.name == name)
            return proxy;
        if (proxy.name.startsWith(name) || proxy.title == name || QString::number(proxy.pid) == name)
            found << proxy;
    }
    if (found.size() == 1)
        return found.constFirst();
    QStringList names;
    for (const ProxyInfo &proxy : found.isEmpty() ? proxies : found)
        names << proxy.name;
    return Error{ErrorKind::Usage, names.isEmpty() ? u"no proxy runs"_s
                                   : found.isEmpty()
                                       ? u"no proxy is named \"%1\"; these run: %2"_s.arg(name, names.join(u", "_s))
                                       : u"several proxies match \"%1\": %2"_s.arg(name, names.join(u", "_s))};
}

QString RunningProxies::socketOf(const ProxyInfo &proxy) const
{
    return u"%1/%2.sock"_s.arg(m_folder, proxy.name);
}

} // namespace Pullcord
