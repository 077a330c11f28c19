// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/conversation.h"
#include "core/mcp/eracache.h"
#include "ui/dialogs/filedialogs.h"
#include "ui/mainwindow/mainwindow.h"
#include "ui/settings.h"

#include <QAbstractItemModel>
#include <QSettings>
#include <QTemporaryDir>

#include <memory>

namespace Pullcord {

/// Answers at once with what the test has put in; without an answer the person has thought better of it.
class PresetFileDialogs final : public FileDialogs
{
public:
    QString path;
    int filter = 0;
    QStringList labels;  ///< of the formats that the last dialog to save had
    QString offered;     ///< the name that the last dialog to save proposed
    QString startFolder; ///< where the last dialog to open a file began

    void openFile(QWidget *, const QString &, const QString &folder, const QString &,
                  std::function<void(const QString &)> done) override;
    void openFolder(QWidget *, const QString &, std::function<void(const QString &)> done) override;
    void saveFile(QWidget *, const QString &, const QString &, const QStringList &, const QStringList &,
                  std::function<void(const SaveChoice &)> done) override;
};

/// A real window on throw-away settings, with the demo server for a server.
class WindowFixture
{
public:
    /// Fails a test that warns, but for what the offscreen platform cannot do.
    static void failOnWarnings();

    enum class Person : quint8 { Returns, IsNew }; ///< who is new is offered the tour
    /// `language` is a code of Languages::all().
    explicit WindowFixture(Person person = Person::Returns, const QString &language = QStringLiteral("en"));
    ~WindowFixture();

    /// As the first window of a new user on a screen of that width, who has seen the tour.
    void openAt(int width);
    [[nodiscard]] QString file(const QString &name) const { return folder.filePath(name); }
    [[nodiscard]] static ServerTarget demoServer(const QStringList &switches = {});
    /// Connects and waits until the tools are there.
    [[nodiscard]] bool connectToDemo(const QStringList &switches = {});
    [[nodiscard]] bool waitForTools();
    /// Waits until all lists are there, so that the next request is who comes next in the log.
    [[nodiscard]] bool waitForLists();
    /// Fills in the call panel and calls; gives the row of the request in the log, -1 if it does not come.
    qsizetype call(const QString &tool, const QByteArray &arguments);
    /// Selects a request alone in the table, by its row in the log; it may stand at another place there.
    void select(qsizetype logRow) const;
    /// The row in the log of the request that is current in the table; -1 if none is.
    [[nodiscard]] qsizetype selected() const;

    /// In the page that is shown, else in the frame around it.
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        T *found = window->page().findChild<T *>(name);
        return found ? found : window->findChild<T *>(name);
    }
    [[nodiscard]] Conversation &conversation() const { return *window->workspace().conversation(); }
    [[nodiscard]] RequestLog &log() const { return conversation().log(); }
    [[nodiscard]] RequestRecord record(qsizetype row) const { return log().record(row); }
    /// As in the log, whatever the table does with them.
    [[nodiscard]] QAbstractItemModel *requests() const;
    [[nodiscard]] QAbstractItemModel *messages() const;
    /// The row of a section, and of an item in it, of what the server offers as it is shown; invalid if it is not.
    [[nodiscard]] QModelIndex section(CatalogList::Kind kind) const;
    [[nodiscard]] QModelIndex offered(CatalogList::Kind kind, const QString &key) const;
    /// Of the process that the server of a conversation is; 0 if there was none.
    [[nodiscard]] static qint64 serverPid(const Conversation &conversation);
    /// Agrees to what the dialog of an export leaves out.
    void agreeToExport() const;
    /// Lets the tables show what waits for the tick.
    void flush() const;
    /// Every cell of a table as text, a line a row.
    [[nodiscard]] static QStringList textOf(const QAbstractItemModel &model);
    /// Messages of the capture with that method, as they were on the wire.
    [[nodiscard]] QByteArrayList sentWithMethod(const QByteArray &method) const;

    QTemporaryDir folder;
    QSettings store;
    Settings settings;
    PresetFileDialogs dialogs;
    EraCache eras;
    KeptCaptures kept;
    Services services;
    std::unique_ptr<MainWindow> window;
};

} // namespace Pullcord
