// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/aboutdialog.h"

#include "ui/views/widgets/plainlabel.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace Pullcord {
using namespace Qt::StringLiterals;

AboutDialog::AboutDialog(const QString &version, QWidget *parent)
    : QDialog(parent)
{
    setObjectName(u"aboutDialog"_s);
    setWindowTitle(tr("About Pullcord"));
    auto *logo = new PlainLabel(this);
    logo->setPixmap(QPixmap(u":/logo/64.png"_s));
    auto *text = new PlainLabel(this);
    text->setObjectName(u"aboutText"_s);
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setText(tr("<h2>Pullcord %1</h2>"
                     "<p>A desktop inspector for the Model Context Protocol.</p>"
                     "<p>Copyright 2026 The Pullcord Authors. Licensed under the Apache License 2.0.</p>"
                     "<p>Built on Qt %2 (LGPL 3), simdjson (Apache 2.0), toml++ and yaml-cpp (MIT), with icons from "
                     "Lucide (ISC).</p>")
                      .arg(version.toHtmlEscaped(), QString::fromLatin1(qVersion())));
    auto *top = new QHBoxLayout;
    top->addWidget(logo, 0, Qt::AlignTop);
    top->addSpacing(12);
    top->addWidget(text, 1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(buttons);
}

} // namespace Pullcord
