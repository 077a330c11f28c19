// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/capture/capture.h"
#include "core/json/jsondiff.h"

#include <QList>
#include <QObject>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <array>

class QComboBox;
class QLabel;
class QListWidget;

namespace Pullcord {

class Conversation;
class TextView;

/// One side of a comparison: a request with its messages, or a single message. It holds a copy of the bytes, so it
/// outlives the capture.
struct ComparedItem
{
    struct Text
    {
        QString label;   ///< "Request", "Response" …
        QByteArray json; ///< bytes on the wire; as a JSON string if they are not JSON
    };

    QString title;
    QList<Text> texts; ///< at least one
    QPointer<const Capture> capture;
    qsizetype event = -1; ///< index in the capture; for a request, that of the request message

    [[nodiscard]] static ComparedItem ofRequest(const Conversation &conversation, qsizetype row);
    [[nodiscard]] static ComparedItem ofMessage(const Capture &capture, qsizetype index);
    /// True for the same item, not for one of equal content.
    [[nodiscard]] bool isSameAs(const ComparedItem &other) const
    {
        return capture && capture == other.capture && event == other.event && title == other.title;
    }
    /// Returns the index of the text with this label; -1 if there is none.
    [[nodiscard]] qsizetype indexOf(const QString &label) const;
};

/// Compares two JSON texts in a thread of the pool, on copies. The result points into the copies.
class Comparing final : public QObject
{
    Q_OBJECT

public:
    struct Outcome
    {
        QByteArray left; ///< indented
        QByteArray right;
        JsonDiff diff;
    };

    explicit Comparing(QObject *parent = nullptr);
    ~Comparing() override;

    /// Starts a comparison and drops the running one. Both texts must have passed JsonChecker.
    void start(const QByteArray &left, const QByteArray &right);
    [[nodiscard]] bool isRunning() const { return m_isRunning; }
    [[nodiscard]] const Outcome &outcome() const { return m_outcome; }

signals:
    /// outcome() is the result of the last start().
    void finished();

private:
    Outcome m_outcome;
    int m_number = 0; ///< number of the last start(); results of earlier ones are dropped
    bool m_isRunning = false;
};

/// Two requests or messages side by side, with a list of their differences. A window of its own, not modal.
class CompareWindow final : public QWidget
{
    Q_OBJECT

public:
    CompareWindow(const ComparedItem &left, const ComparedItem &right, QWidget *parent = nullptr);
    ~CompareWindow() override;

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Side
    {
        ComparedItem item;
        QComboBox *part = nullptr;
        TextView *view = nullptr;
    };
    [[nodiscard]] QWidget *makeSide(Side &side, const QString &name, const QString &accessible);
    void onPartChosen(const Side &chosen, const Side &other);
    void compare();
    void showOutcome();
    void paintDifferences();
    void goTo(int difference);
    [[nodiscard]] QString summary() const;
    [[nodiscard]] static QString describe(const JsonDifference &difference);

    std::array<Side, 2> m_sides;
    Comparing m_comparing;
    QLabel *m_summary;
    QListWidget *m_list;
};

} // namespace Pullcord
