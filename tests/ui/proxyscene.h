// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/privatefolder.h"
#include "core/proxy/control/runningproxies.h"
#include "ui/actions.h"
#include "ui/windowfixture.h"

#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QTest>

#include <functional>

namespace Pullcord {

/// A window beside a running proxy: its start page, its menu, and the tab of the proxy while a client waits after a
/// cancel by the operator. It replaces the window of the fixture.
class ProxyScene final
{
public:
    using Take = std::function<void(QWidget &widget, const QString &name)>;

    ProxyScene(WindowFixture &fixture, Take take)
        : m_fixture(fixture)
        , m_take(std::move(take))
        , m_running(fixture.file(QStringLiteral("run/pullcord/proxies")))
    {}
    ~ProxyScene()
    {
        m_fixture.window.reset();
        m_fixture.services.proxies = nullptr;
        m_proxy.closeWriteChannel();
        m_proxy.waitForFinished();
    }
    Q_DISABLE_COPY_MOVE(ProxyScene)

    /// Returns false if an expected event does not come.
    [[nodiscard]] bool play()
    {
        m_running.start();
        m_fixture.services.proxies = &m_running;
        m_fixture.openAt(1440);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_RUNTIME_DIR"), m_fixture.file(QStringLiteral("run")));
        m_proxy.setProcessEnvironment(environment);
        const QString capture = m_fixture.file(QStringLiteral("editor.pullcord"));
        m_proxy.start(qEnvironmentVariable("PULLCORD_BIN_DIR") + QStringLiteral("/pullcord-cli"),
                      {QStringLiteral("proxy"), QStringLiteral("--quiet"), QStringLiteral("--name"),
                       QStringLiteral("Cursor: everything"), capture, QStringLiteral("--"),
                       WindowFixture::demoServer().command.program});
        if (!comes([this] { return !m_running.all().isEmpty(); }))
            return false;
        m_take(*m_fixture.window, QStringLiteral("proxies"));
        auto *menu = m_fixture.find<QMenu>(QStringLiteral("runningProxiesMenu"));
        m_take(*qobject_cast<QMenu *>(menu->parent()), QStringLiteral("proxies-menu"));
        write(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
              R"("capabilities":{"sampling":{}},"clientInfo":{"name":"client","version":"1"}}})");
        write(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        call("1", "echo", R"({"text":"one"})");
        call("2", "slow", R"({"ms":600000})");
        call("3", "late", R"({"ms":600,"from_cancel":true})");
        call("4", "slow", R"({"ms":600000,"steps":1000})");
        call("5", "ask_sampling", "{}");
        m_fixture.window->openCapture(capture);
        if (!comes([this] { return m_fixture.log().count() >= 6 && m_fixture.log().openCount() >= 5; }))
            return false;
        auto *reason = m_fixture.find<QLineEdit>(QStringLiteral("reasonEdit"));
        reason->setText(QStringLiteral("too slow"));
        for (const qsizetype row : {2, 3}) {
            m_fixture.flush();
            m_fixture.select(row);
            m_fixture.window->actions().cancel->trigger();
        }
        if (!comes([this] { return m_fixture.record(3).late.answered(); }))
            return false;
        m_fixture.flush();
        m_fixture.select(2);
        m_take(*m_fixture.window, QStringLiteral("proxies-tab"));
        m_fixture.window->actions().answerWithError->trigger();
        m_fixture.window->actions().cancel->trigger();
        if (!comes([this] { return !m_fixture.record(2).isStillAwaited(); }))
            return false;
        m_fixture.flush();
        m_take(*m_fixture.window, QStringLiteral("proxies-error"));
        return true;
    }

private:
    static constexpr int Limit = 20'000;

    template<typename Condition>
    [[nodiscard]] static bool comes(Condition condition)
    {
        return QTest::qWaitFor(condition, Limit);
    }
    void write(const QByteArray &message) { m_proxy.write(message + '\n'); }
    void call(const QByteArray &id, const QByteArray &tool, const QByteArray &arguments)
    {
        write(R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"tools/call","params":{"name":")" + tool +
              R"(","arguments":)" + arguments + "}}");
    }

    WindowFixture &m_fixture;
    Take m_take;
    RunningProxies m_running;
    QProcess m_proxy;
};

} // namespace Pullcord
