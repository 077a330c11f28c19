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

/// Returns the preset answers at once; without an answer the user has cancelled.
class PresetFileDialogs final : public FileDialogs
{
public:
    QString path;
    int filter = 0;
    QStringList labels;  ///< formats of the last dialog to save
    QString offered;     ///< name proposed by the last dialog to save
    QString startFolder; ///< initial folder of the last dialog to open

    void openFile(QWidget *, const QString &, const QString &folder, const QString &,
                  std::function<void(const QString &)> done) override;
    void openFolder(QWidget *, const QString &, std::function<void(const QString &)> done) override;
    void saveFile(QWidget *, const QString &, const QString &, const QStringList &, const QStringList &,
                  std::function<void(const SaveChoice &)> done) override;
};

/// A real window with temporary settings and the demo server.
class WindowFixture
{
public:
    /// Fails a test that warns, except about limits of the offscreen platform.
    static void failOnWarnings();

    enum class Person : quint8 { Returns, IsNew }; ///< a new user is offered the tour
    /// `language` is a code of Languages::all().
    explicit WindowFixture(Person person = Person::Returns, const QString &language = QStringLiteral("en"));
    ~WindowFixture();

    /// Shows the window as at the first start on a screen of that width, with the tour already seen.
    void openAt(int width);
    [[nodiscard]] QString file(const QString &name) const { return folder.filePath(name); }
    [[nodiscard]] static ServerTarget demoServer(const QStringList &switches = {});
    /// Connects and waits for the tools.
    [[nodiscard]] bool connectToDemo(const QStringList &switches = {});
    [[nodiscard]] bool waitForTools();
    /// Waits for all lists, so that the next row of the log is the next request of the test.
    [[nodiscard]] bool waitForLists();
    /// Fills in the call panel and calls; returns the row of the request in the log, -1 if it does not come.
    qsizetype call(const QString &tool, const QByteArray &arguments);
    /// Selects one request by its row in the log, which may differ from its row in the table.
    void select(qsizetype logRow) const;
    /// Returns the row in the log of the current request of the table; -1 if none.
    [[nodiscard]] qsizetype selected() const;

    /// Searches the current page first, then the whole window.
    template<typename T>
    [[nodiscard]] T *find(const QString &name) const
    {
        T *found = window->page().findChild<T *>(name);
        return found ? found : window->findChild<T *>(name);
    }
    [[nodiscard]] Conversation &conversation() const { return *window->controller().conversation(); }
    [[nodiscard]] RequestLog &log() const { return conversation().log(); }
    [[nodiscard]] RequestRecord record(qsizetype row) const { return log().record(row); }
    /// Rows in the order of the log, not of the table.
    [[nodiscard]] QAbstractItemModel *requests() const;
    [[nodiscard]] QAbstractItemModel *messages() const;
    /// True if the catalog shows all lists of the server. It shows a list one turn of the event loop after its
    /// completion.
    [[nodiscard]] bool showsLists() const;
    /// Index of a section or of an item in the catalog; invalid if it is not shown.
    [[nodiscard]] QModelIndex section(CatalogList::Kind kind) const;
    [[nodiscard]] QModelIndex offered(CatalogList::Kind kind, const QString &key) const;
    /// Returns the process id of the server of a conversation; 0 if none.
    [[nodiscard]] static qint64 serverPid(const Conversation &conversation);
    /// Confirms the redaction dialog of an export.
    void agreeToExport() const;
    /// Updates the tables without waiting for their tick.
    void flush() const;
    /// Returns a table as text, one line per row.
    [[nodiscard]] static QStringList textOf(const QAbstractItemModel &model);
    /// Returns the messages of the capture with that method, as on the wire.
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
