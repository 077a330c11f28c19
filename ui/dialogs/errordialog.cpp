// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/errordialog.h"

#include "ui/views/style/screenroom.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/plainlabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QVBoxLayout>

#include <limits>

namespace Pullcord {
using namespace Qt::StringLiterals;

ErrorDialog::ErrorDialog(const OperatorCancel::ErrorResponse &error, QWidget *parent)
    : QDialog(parent)
    , m_code(new QSpinBox(this))
    , m_text(new QLineEdit(error.message, this))
{
    setObjectName(u"errorDialog"_s);
    setWindowTitle(tr("Error for the Sender"));
    m_code->setObjectName(u"errorCode"_s);
    m_code->setRange(std::numeric_limits<int>::min(), std::numeric_limits<int>::max());
    m_code->setGroupSeparatorShown(false);
    m_code->setValue(int(error.code));
    m_text->setObjectName(u"errorText"_s);
    m_text->setPlaceholderText(tr("the reason of the cancellation"));
    auto *form = new QFormLayout;
    form->addRow(tr("&Code:"), m_code);
    form->addRow(tr("&Text:"), m_text);
    auto *about = new PlainLabel(
        tr("The sender of a request that you cancel gets this error at once. %1 means a cancelled request.")
            .arg(ErrorCode::RequestCancelled),
        this);
    about->setWordWrap(true);
    about->setForegroundRole(QPalette::PlaceholderText);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(about);
    layout->addStretch(1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_code->selectAll();
    resize(ScreenRoom::bounded(*this, {56 * letterWidth(fontMetrics()), sizeHint().height()}));
}

ErrorDialog::~ErrorDialog() = default;

OperatorCancel::ErrorResponse ErrorDialog::error() const
{
    return {.code = m_code->value(), .message = m_text->text()};
}

} // namespace Pullcord
