// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>
#include <QWidget>

namespace Pullcord {

/// A URL that a server wants a person to visit: shown whole (of one that is too long to be laid out, the beginning), with its host marked and what is odd about it said. It is
/// opened in the system's browser when a person says so, and not touched before.
///
/// Specification: client "Elicitation", URL mode; spec digest section 8.
class UrlQuestion final : public QWidget
{
    Q_OBJECT

public:
    explicit UrlQuestion(const QString &url, QWidget *parent = nullptr);
    ~UrlQuestion() override;

    /// Whether there is nothing to warn of.
    [[nodiscard]] bool isPlain() const { return warning(m_url).isEmpty(); }
    /// What a person should know before going there, in words; empty if nothing is odd.
    [[nodiscard]] static QString warning(const QUrl &url);
    /// Nothing but a page of the web is opened.
    [[nodiscard]] static bool canOpen(const QUrl &url);

private:
    [[nodiscard]] QWidget *makeCopyButton(const QString &address);
    [[nodiscard]] QWidget *scrolled(QWidget *address);

    QUrl m_url;
};

} // namespace Pullcord
