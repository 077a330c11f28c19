// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/findings/finding.h"

#include <QScrollArea>

class QAction;
class QLabel;
class QVBoxLayout;

namespace Pullcord {

class Capture;
class PeerLabel;
class RequestLog;
class RowLinks;

/// Details of a finding: description, rule, links to the evidence, and buttons for actions.
class FindingView final : public QScrollArea
{
    Q_OBJECT

public:
    explicit FindingView(const QList<QAction *> &buttons, QWidget *parent = nullptr);
    ~FindingView() override;

    void setFinding(const Finding &finding, const Capture &capture, const RequestLog &log);

signals:
    void requestWanted(qsizetype logRow);
    void messageWanted(qsizetype captureIndex);
    /// The user wants an explanation of this finding code.
    void meaningWanted(Pullcord::FindingCode code);

protected:
    void changeEvent(QEvent *event) override;

private:
    [[nodiscard]] static QString aboutSeverity(const Finding &finding);
    static QLabel *addTitled(QVBoxLayout &layout, const QString &title, QWidget *words);
    void paintIcon();

    QLabel *m_icon;
    PeerLabel *m_title;
    PeerLabel *m_sentence;
    PeerLabel *m_rule;
    RowLinks *m_request;
    RowLinks *m_evidence;
    RowLinks *m_meaning;
    QLabel *m_requestTitle = nullptr;
    FindingSeverity m_severity = FindingSeverity::Info;
};

} // namespace Pullcord
