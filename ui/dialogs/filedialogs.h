// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace Pullcord {

/// Interface of file dialogs, injected so that tests can answer. Each call returns at once; `done` runs later with the
/// choice, but not if the user cancels.
class FileDialogs
{
public:
    virtual ~FileDialogs() = default;

    struct SaveChoice
    {
        QString path;
        int filter = 0; ///< index of the chosen filter
    };
    /// Starts in `folder`; empty: where the last dialog ended.
    virtual void openFile(QWidget *parent, const QString &title, const QString &folder, const QString &filter,
                          std::function<void(const QString &)> done) = 0;
    virtual void openFolder(QWidget *parent, const QString &title, std::function<void(const QString &)> done) = 0;
    /// `suffixes` are parallel to `filters`. The suffix of the chosen filter is appended to a name without one, and
    /// replaces that of another filter.
    virtual void saveFile(QWidget *parent, const QString &title, const QString &name, const QStringList &filters,
                          const QStringList &suffixes, std::function<void(const SaveChoice &)> done) = 0;
};

/// The desktop's dialogs, shown with open().
class DesktopFileDialogs final : public FileDialogs
{
public:
    void openFile(QWidget *parent, const QString &title, const QString &folder, const QString &filter,
                  std::function<void(const QString &)> done) override;
    void openFolder(QWidget *parent, const QString &title, std::function<void(const QString &)> done) override;
    void saveFile(QWidget *parent, const QString &title, const QString &name, const QStringList &filters,
                  const QStringList &suffixes, std::function<void(const SaveChoice &)> done) override;
};

} // namespace Pullcord
