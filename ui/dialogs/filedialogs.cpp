// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/filedialogs.h"

#include <QFileDialog>
#include <QFileInfo>

namespace Pullcord {

namespace {

QFileDialog *makeDialog(QWidget *parent, const QString &title)
{
    auto *dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    return dialog;
}

/// Replaces another offered suffix by `suffix`. A name without suffix gets it on acceptance.
QString withSuffix(const QString &name, const QString &suffix, const QStringList &offered)
{
    for (const QString &each : offered) {
        if (!suffix.isEmpty() && name.endsWith(u'.' + each, Qt::CaseInsensitive))
            return name.chopped(each.size()) + suffix;
    }
    return name;
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
        const QString suffix = suffixes.value(filters.indexOf(filter));
        dialog->setDefaultSuffix(suffix);
        const QStringList names = dialog->selectedFiles();
        const QString present = names.isEmpty() ? QString() : QFileInfo(names.constFirst()).fileName();
        if (const QString other = withSuffix(present, suffix, suffixes); other != present)
            dialog->selectFile(other);
    });
    QObject::connect(dialog, &QFileDialog::fileSelected, parent,
                     [dialog, filters, done = std::move(done)](const QString &path) {
                         done({path, int(filters.indexOf(dialog->selectedNameFilter()))});
                     });
    dialog->open();
}

} // namespace Pullcord
