// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTextBrowser>
#include <QTimer>

namespace Pullcord {

/// A page of the user guide in the current language: a column of limited width, with colors and pictures that match
/// the palette. It follows links between pages; other links are reported by externalWanted().
class GuideBrowser final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuideBrowser(QWidget *parent = nullptr);
    ~GuideBrowser() override;

    /// `name` as in Guide::Page.
    void showPage(const QString &name);
    /// Scrolls to a heading of the page; does nothing if there is none.
    void goTo(const QString &heading);
    [[nodiscard]] QString page() const;
    /// Marks these words in this page and the following ones, and scrolls to the first hit.
    void mark(const QStringList &words);

signals:
    /// The user has clicked a link out of the guide. Nothing has been opened.
    void externalWanted(const QUrl &url);

protected:
    QVariant loadResource(int type, const QUrl &name) override;
    void doSetSource(const QUrl &name, QTextDocument::ResourceType type) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void follow(const QUrl &url);
    void dress();
    void dressTables();
    void dressText();
    void fitColumn();
    void paintMarks();
    void loadAgain();
    [[nodiscard]] int columnWidth() const;

    QStringList m_marked;
    int m_pictureWidth = 0; ///< width of the pictures, in pixels
    QTimer m_again;
};

} // namespace Pullcord
