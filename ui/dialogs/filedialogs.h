// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace Pullcord {

/// How files are asked for. The window gets one handed in, so that tests can answer without a dialog.
/// Every call returns at once; `done` runs later with the choice, and not at all when the person thinks better of it.
class FileDialogs
{
public:
    virtual ~FileDialogs() = default;

    struct SaveChoice
    {
        QString path;
        int filter = 0; ///< which of the filters was chosen
    };
    /// Begins in `folder`; empty: where the last dialog was left.
    virtual void openFile(QWidget *parent, const QString &title, const QString &folder, const QString &filter,
                          std::function<void(const QString &)> done) = 0;
    virtual void openFolder(QWidget *parent, const QString &title, std::function<void(const QString &)> done) = 0;
    /// `suffixes` go with `filters`; the chosen one's is added to a name that has none, and takes the place of another of them
    /// when one is chosen.
    virtual void saveFile(QWidget *parent, const QString &title, const QString &name, const QStringList &filters,
                          const QStringList &suffixes, std::function<void(const SaveChoice &)> done) = 0;
};

/// The dialogs of the desktop, shown with open().
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
