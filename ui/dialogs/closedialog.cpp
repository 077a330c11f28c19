// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/closedialog.h"

#include "ui/models/untrustedtext.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

CloseDialog::CloseDialog(const QString &question, const QStringList &losses, bool canExport, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"closeDialog"_s);
    setWindowTitle(Texts::windowTitle(question));
    auto *heading = new PlainLabel(question, this);
    QFont bold = heading->font();
    bold.setBold(true);
    heading->setFont(bold);
    auto *label = new PeerLabel(losses.join(u'\n'), this);
    label->setObjectName(u"closeLosses"_s);
    label->setMostLines(20);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *close = buttons->addButton(tr("C&lose Anyway"), QDialogButtonBox::AcceptRole);
    close->setObjectName(u"closeAnyway"_s);
    close->setAutoDefault(false);
    if (canExport) {
        auto *save = buttons->addButton(tr("&Export First…"), QDialogButtonBox::ActionRole);
        save->setObjectName(u"exportFirst"_s);
        save->setAutoDefault(false);
        connect(save, &QPushButton::clicked, this, [this] {
            reject();
            emit exportWanted();
        });
    }
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setFocus();
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(heading);
    layout->addWidget(label, 1);
    layout->addWidget(buttons);
    const int width = 80 * letterWidth(fontMetrics());
    resize(ScreenRoom::bounded(*this, {width, layout->totalHeightForWidth(width)}));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

CloseDialog::~CloseDialog() = default;

} // namespace Pullcord
