// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/requestparts.h"

#include <QWidget>

class QButtonGroup;
class QToolButton;

namespace Pullcord {

/// The messages of a request's story, each one click away. What was wanted last stays wanted while rows are browsed.
class PartBar final : public QWidget
{
    Q_OBJECT

public:
    explicit PartBar(QWidget *parent = nullptr);
    ~PartBar() override;

    void setParts(const QList<RequestPart> &parts);
    /// How many progress notifications have come; they are one more click away.
    void setProgress(qint64 count);
    [[nodiscard]] const QList<RequestPart> &parts() const { return m_parts; }
    /// Of the part to show, an index in the capture: the wanted one, else what stands for it; none without parts.
    [[nodiscard]] qint64 event() const { return m_event; }

signals:
    /// Somebody wants another part: event() is another.
    void chosen();
    /// Somebody wants to see the progress notifications.
    void progressWanted();

private:
    void choose();
    [[nodiscard]] bool has(RequestPart::Kind kind) const;

    QList<RequestPart> m_parts;
    RequestPart::Kind m_wanted = RequestPart::Kind::TaskResult; ///< or what stands for it
    qint64 m_event = RequestRecord::NoEvent;
    QButtonGroup *m_buttons; ///< one each RequestPart::Kind, its number as id
    QToolButton *m_progress;
};

} // namespace Pullcord
