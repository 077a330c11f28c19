// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QFrame>

class QLabel;

namespace Pullcord {

class PeerLabel;

/// A remark about content: good, bad or neutral, shown by text, icon and background.
class ContentNote final : public QFrame
{
    Q_OBJECT

public:
    enum class Kind : quint8 { Info, Good, Warning, Bad };

    ContentNote(Kind kind, const QString &text, QWidget *parent = nullptr);
    ~ContentNote() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void color();

    Kind m_kind;
    QLabel *m_icon;
    PeerLabel *m_text;
};

} // namespace Pullcord
