// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requests/requestparts.h"

#include <QWidget>

class QButtonGroup;
class QToolButton;

namespace Pullcord {

/// Buttons for the messages of a request's story. The chosen kind stays preferred for other rows.
class PartBar final : public QWidget
{
    Q_OBJECT

public:
    explicit PartBar(QWidget *parent = nullptr);
    ~PartBar() override;

    void setParts(const QList<RequestPart> &parts);
    /// Shows a button with the number of progress notifications.
    void setProgress(qint64 count);
    [[nodiscard]] const QList<RequestPart> &parts() const { return m_parts; }
    /// Returns the capture index of the part to show, the preferred one or its substitute; NoEvent without parts.
    [[nodiscard]] qint64 event() const { return m_event; }

signals:
    /// The user has chosen another part; event() has changed.
    void chosen();
    void progressWanted();

private:
    void choose();
    [[nodiscard]] bool has(RequestPart::Kind kind) const;

    QList<RequestPart> m_parts;
    RequestPart::Kind m_wanted = RequestPart::Kind::TaskResult; ///< preferred kind
    qint64 m_event = RequestRecord::NoEvent;
    QButtonGroup *m_buttons; ///< one per RequestPart::Kind, with its value as id
    QToolButton *m_progress;
};

} // namespace Pullcord
