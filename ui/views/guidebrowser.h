// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTextBrowser>
#include <QTimer>

namespace Pullcord {

/// A page of the user guide in the language that is spoken, as it is read: a column of bounded width, in the colours of the palette, with pictures that suit
/// it. Links between pages are followed; of all others somebody is told.
class GuideBrowser final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit GuideBrowser(QWidget *parent = nullptr);
    ~GuideBrowser() override;

    /// By its name (Guide::Page).
    void showPage(const QString &name);
    /// To that heading of the page; nothing happens if there is none.
    void goTo(const QString &heading);
    [[nodiscard]] QString page() const;
    /// Marks these words wherever they stand, in this page and in those that are shown next; the first is brought into sight.
    void mark(const QStringList &words);

signals:
    /// A link leads out of the guide; nothing has been opened.
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
    int m_pictureWidth = 0; ///< for which the pictures were made
    QTimer m_again;
};

} // namespace Pullcord
