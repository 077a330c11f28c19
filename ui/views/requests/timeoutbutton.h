// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/servertarget.h"

#include "ui/views/widgets/foldingbutton.h"

class QCheckBox;
class QFrame;
class QSpinBox;

namespace Pullcord {

/// Button that shows the timeout of requests, and opens fields to change it.
class TimeoutButton final : public FoldingButton
{
    Q_OBJECT

public:
    /// `name` is the prefix of the object names: nameTimeout, nameTimeoutExtends, nameTimeoutCap.
    explicit TimeoutButton(const QString &name, QWidget *parent = nullptr);
    ~TimeoutButton() override;

    [[nodiscard]] Timeouts timeouts() const;
    void setTimeouts(const Timeouts &timeouts);

    /// Allows eliding the text.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void changed();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void makePopup(const QString &name);
    void open();
    void describe();

    QFrame *m_popup;
    QSpinBox *m_limit;
    QCheckBox *m_extends;
    QSpinBox *m_cap;
};

} // namespace Pullcord
