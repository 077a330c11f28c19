// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/filedialogs.h"

#include <QFileDialog>

namespace Pullcord {

namespace {

QFileDialog *makeDialog(QWidget *parent, const QString &title)
{
    auto *dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    return dialog;
}

} // namespace

void DesktopFileDialogs::openFile(QWidget *parent, const QString &title, const QString &folder, const QString &filter,
                                  std::function<void(const QString &)> done)
{
    QFileDialog *dialog = makeDialog(parent, title);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilter(filter);
    if (!folder.isEmpty())
        dialog->setDirectory(folder);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(done));
    dialog->open();
}

void DesktopFileDialogs::openFolder(QWidget *parent, const QString &title, std::function<void(const QString &)> done)
{
    QFileDialog *dialog = makeDialog(parent, title);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, std::move(done));
    dialog->open();
}

void DesktopFileDialogs::saveFile(QWidget *parent, const QString &title, const QString &name,
                                  const QStringList &filters, const QStringList &suffixes,
                                  std::function<void(const SaveChoice &)> done)
{
    QFileDialog *dialog = makeDialog(parent, title);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(filters);
    dialog->setDefaultSuffix(suffixes.first());
    dialog->selectFile(name);
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog, filters, suffixes](const QString &filter) {
        dialog->setDefaultSuffix(suffixes.value(filters.indexOf(filter)));
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                     [dialog, filters, done = std::move(done)](const QString &path) {
                         done({path, int(filters.indexOf(dialog->selectedNameFilter()))});
                     });
    dialog->open();
}

} // namespace Pullcord
