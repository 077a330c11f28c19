// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>
#include <QUrl>
#include <QWidget>

namespace Pullcord {

/// A URL that a server asks the user to visit. It is shown in full (of a very long one, the beginning), with the host
/// marked and with warnings. It is opened in the system's browser on request of the user, and not accessed before.
///
/// Specification: client "Elicitation", URL mode; spec digest section 8.
class UrlQuestion final : public QWidget
{
    Q_OBJECT

public:
    explicit UrlQuestion(const QString &url, QWidget *parent = nullptr);
    ~UrlQuestion() override;

    /// True if there is no warning.
    [[nodiscard]] bool isPlain() const { return warning(m_url).isEmpty(); }
    /// Returns warnings about a URL, in words; empty if there are none.
    [[nodiscard]] static QString warning(const QUrl &url);
    /// True for web pages only; nothing else is opened.
    [[nodiscard]] static bool canOpen(const QUrl &url);

private:
    [[nodiscard]] QWidget *makeCopyButton(const QString &address);
    [[nodiscard]] QWidget *scrolled(QWidget *address);

    QUrl m_url;
};

} // namespace Pullcord
