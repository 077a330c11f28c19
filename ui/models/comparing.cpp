// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/models/comparing.h"

#include "core/json/jsontext.h"

#include <QFuture>
#include <QPromise>
#include <QThreadPool>

#include <memory>

namespace Pullcord {

Comparing::Comparing(QObject *parent)
    : QObject(parent)
{}

Comparing::~Comparing() = default;

void Comparing::start(const QByteArray &left, const QByteArray &right)
{
    const int number = ++m_number;
    m_isRunning = true;
    const auto promise = std::make_shared<QPromise<Outcome>>();
    promise->start();
    promise->future().then(this, [this, number](const Outcome &outcome) {
        if (number != m_number)
            return;
        m_isRunning = false;
        m_outcome = outcome;
        emit finished();
    });
    QThreadPool::globalInstance()->start([promise, left, right] {
        Outcome outcome{.left = JsonText::indented(left), .right = JsonText::indented(right), .diff = {}};
        outcome.diff = JsonDiff::of(JsonValue(outcome.left), JsonValue(outcome.right));
        promise->addResult(std::move(outcome));
        promise->finish();
    });
}

} // namespace Pullcord
