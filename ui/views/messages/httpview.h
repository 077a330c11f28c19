// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/messages/httpstory.h"

#include <QTextBrowser>

namespace Pullcord {

/// Description of HTTP exchanges: request, response, durations of the phases, and end.
class HttpView final : public QTextBrowser
{
    Q_OBJECT

public:
    explicit HttpView(QWidget *parent = nullptr);
    ~HttpView() override;

    /// `otherwise` is shown if there are none.
    void showStories(const QList<HttpStory> &stories, const QString &otherwise);

protected:
    void changeEvent(QEvent *event) override;

private:
    void render();
    [[nodiscard]] QString html(const HttpStory &story, int number);
    [[nodiscard]] QString fields(const QString &title, const QList<HttpStory::Field> &fields) const;
    [[nodiscard]] QString timing(const HttpStory &story, int number);
    [[nodiscard]] QImage bar(const HttpStory::Phase &phase, qint64 total, const QColor &color) const;

    QList<HttpStory> m_stories;
    QString m_otherwise;
};

} // namespace Pullcord
