// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/panels/details/loadpart.h"

#include "core/capture/capture.h"
#include "core/capture/formatting.h"
#include "core/mcp/conversation.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/widgets/peerlabel.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QLocale>
#include <QPainter>
#include <QString>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace Pullcord {

using namespace Qt::StringLiterals;

/// Bar graph of the load of a server's processes after a cancel. The line at 100 % is one busy processor.
class LoadGraph final : public QWidget
{
    Q_OBJECT

public:
    explicit LoadGraph(QWidget *parent = nullptr);
    ~LoadGraph() override;

    void setLoad(const ProcessLoad &load);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] QRect area() const;
    [[nodiscard]] int xOf(qint64 time) const;
    [[nodiscard]] double highest() const;
    [[nodiscard]] qint64 span() const;
    /// Returns the bar at `x`, as the index of the sample that ends it; -1 if there is none.
    [[nodiscard]] qsizetype barAt(int x) const;
    [[nodiscard]] QString textOf(qsizetype bar) const;

    ProcessLoad m_load;
};

namespace {

constexpr qint64 LeastLoad = 3'000'000'000; // ns: as long as the measurement lasts
constexpr int Lines = 3;                    // height in lines of text

} // namespace

LoadGraph::LoadGraph(QWidget *parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Processor use after the cancellation"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

LoadGraph::~LoadGraph() = default;

void LoadGraph::setLoad(const ProcessLoad &load)
{
    if (m_load == load)
        return;
    m_load = load;
    QStringList bars;
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar)
        bars << textOf(bar);
    setAccessibleDescription(bars.join(u"; "_s));
    update();
}

QSize LoadGraph::sizeHint() const
{
    constexpr int Letters = 40;
    return {letterWidth(fontMetrics()) * Letters, fontMetrics().height() * (Lines + 1) + 2};
}

QSize LoadGraph::minimumSizeHint() const
{
    constexpr int Letters = 16;
    return {letterWidth(fontMetrics()) * Letters, sizeHint().height()};
}

/// Returns the plot area. Below it is the time axis, to its left the load axis.
QRect LoadGraph::area() const
{
    const int left = fontMetrics().horizontalAdvance(u"0000 % "_s);
    return rect().adjusted(left, fontMetrics().height() / 2, -letterWidth(fontMetrics()), -fontMetrics().height() - 1);
}

qint64 LoadGraph::span() const
{
    return std::max(LeastLoad, m_load.length());
}

/// Returns the top of the scale, in whole processors.
double LoadGraph::highest() const
{
    double most = 1;
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar)
        most = std::max(most, m_load.shareOf(bar - 1, bar).value_or(0));
    constexpr double Nearly = 0.1; // tolerance for the tick of the system clock
    return std::ceil(most - Nearly);
}

int LoadGraph::xOf(qint64 time) const
{
    const QRect inner = area();
    return inner.left() + int(double(time - m_load.from) / double(span()) * inner.width());
}

qsizetype LoadGraph::barAt(int x) const
{
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar) {
        if (x >= xOf(m_load.samples.at(bar - 1).time) && x < xOf(m_load.samples.at(bar).time))
            return bar;
    }
    return -1;
}

QString LoadGraph::textOf(qsizetype bar) const
{
    const std::optional<double> share = m_load.shareOf(bar - 1, bar);
    return tr("%1 to %2 after it: %3", "times, then a share of a processor")
        .arg(Formatting::duration(m_load.samples.at(bar - 1).time - m_load.from),
             Formatting::duration(m_load.samples.at(bar).time - m_load.from),
             share ? Formatting::percent(*share) : tr("unknown"));
}

bool LoadGraph::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const qsizetype bar = barAt(help->pos().x());
    if (bar < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), Texts::toolTip(textOf(bar)), this);
    return true;
}

void LoadGraph::paintEvent(QPaintEvent * /*event*/)
{
    const Theme &theme = Theme::of(palette());
    const QRect inner = area();
    const double most = highest();
    QPainter painter(this);
    const auto yOf = [&](double share) { return inner.bottom() - int(share / most * (inner.height() - 1)); };
    for (const double line : {0.0, 1.0, most}) {
        painter.fillRect(inner.left(), yOf(line), inner.width(), 1, theme.line);
        painter.setPen(theme.dim);
        const QRect label(0, yOf(line) - fontMetrics().height() / 2, inner.left() - letterWidth(fontMetrics()),
                          fontMetrics().height());
        const bool hasRoom = line == most || line == 0.0 || most < 3;
        if (hasRoom)
            painter.drawText(label, Qt::AlignRight | Qt::AlignVCenter, Formatting::percent(line));
    }
    for (qsizetype bar = 1; bar < m_load.samples.size(); ++bar) {
        const int left = xOf(m_load.samples.at(bar - 1).time);
        const int right = std::max(left + 1, xOf(m_load.samples.at(bar).time) - 1);
        const int top = yOf(std::min(most, m_load.shareOf(bar - 1, bar).value_or(0)));
        painter.fillRect(left, top, right - left, inner.bottom() - top + 1, theme.warning);
    }
    const QRect times(inner.left(), inner.bottom() + 2, inner.width(), fontMetrics().height());
    painter.setPen(theme.dim);
    painter.drawText(times, Qt::AlignLeft, tr("cancel"));
    painter.drawText(times, Qt::AlignRight, u'+' + Formatting::duration(span()));
}

namespace {

struct LoadTexts
{
    Q_DECLARE_TR_FUNCTIONS(Pullcord::LoadTexts)
};

QString headed(const QStringList &lines)
{
    QString text = u"<b>%1</b>"_s.arg(LoadTexts::tr("Processes of the server").toHtmlEscaped());
    for (const QString &line : lines)
        text += u"<br>"_s + line.toHtmlEscaped();
    return text;
}

QString counts(const ProcessUsage &usage)
{
    const QLocale locale;
    const QString processes = locale.toString(usage.processes);
    const QString threads = locale.toString(usage.threads);
    return usage.isPartial ? LoadTexts::tr("processes at the end: at least %1, too many to inspect all").arg(processes)
                           : LoadTexts::tr("processes at the end: %1, threads: %2").arg(processes, threads);
}

/// Returns a heading and the figures. `load` must have samples.
QString summary(const ProcessLoad &load)
{
    const ProcessUsage &first = load.samples.first().usage;
    const ProcessUsage &last = load.samples.last().usage;
    QStringList lines;
    if (const std::optional<double> share = load.share())
        lines << LoadTexts::tr(
                     "%1 of a core in the %2 after the cancellation: evidence of what the whole server does, not proof")
                     .arg(Formatting::percent(*share), Formatting::duration(load.length()));
    if (!last.runner.isEmpty())
        lines << LoadTexts::tr(
                     "The server runs elsewhere, behind %1, and is not visible. These figures are for %1 only.")
                     .arg(last.runner);
    QStringList facts{counts(last)};
    if (load.samples.size() > 1 && first.read && last.read && first.written && last.written && !last.isPartial)
        facts << LoadTexts::tr("read %1, written %2", "numbers of bytes")
                     .arg(Formatting::byteCount(std::max<qint64>(0, *last.read - *first.read)),
                          Formatting::byteCount(std::max<qint64>(0, *last.written - *first.written)));
    return headed(lines << facts.join(u" · "_s));
}

/// Explains missing data: nothing was cancelled, or the server is behind a URL.
QString absence(bool isCancelled, bool isHttp)
{
    if (isHttp)
        return headed({LoadTexts::tr("Not visible: the server is behind a URL.")});
    return headed(
        {isCancelled
             ? LoadTexts::tr("No data: the system provided none, or the processes were not sampled.")
             : LoadTexts::tr("Processes are sampled only after a cancellation, and this request was not cancelled.")});
}

} // namespace

LoadPart::LoadPart(QWidget *parent)
    : QWidget(parent)
    , m_graph(new LoadGraph(this))
    , m_text(new PeerLabel(this))
{
    setObjectName(u"loadPart"_s);
    m_graph->setObjectName(u"loadGraph"_s);
    m_text->setObjectName(u"loadText"_s);
    m_text->setTextFormat(Qt::RichText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_text);
    layout->addWidget(m_graph);
}

LoadPart::~LoadPart() = default;

void LoadPart::showRequest(const Conversation *conversation, qsizetype logRow)
{
    const RequestRecord record = conversation && logRow >= 0 ? conversation->log().record(logRow) : RequestRecord();
    setVisible(record.direction == Direction::ClientToServer);
    const bool isSignalled =
        record.cancellation && record.cancellation->signalTime != 0 && !record.cancellation->byPeer;
    const qint64 cancelled = isSignalled ? record.cancellation->signalTime : 0;
    const Capture *capture = isSignalled ? &conversation->capture() : nullptr;
    if (isHidden() || (capture && capture == m_capture && logRow == m_logRow && cancelled == m_load.from))
        return; // onAppended() updates it
    if (m_capture)
        disconnect(m_capture, nullptr, this, nullptr);
    m_capture = capture;
    m_logRow = logRow;
    m_load = {};
    if (capture) {
        m_connection = capture->entry(record.requestEvent).connection;
        m_load = ProcessLoad::after(*capture, record.cancellation->event, cancelled, m_connection);
        connect(capture, &Capture::appended, this, &LoadPart::onAppended);
    }
    const bool isHttp = conversation->capture().header().connection.contains("url"_L1);
    m_text->setText(absence(isSignalled, isHttp));
    showLoad();
}

void LoadPart::onAppended(qsizetype first, qsizetype count)
{
    if (count == 0 || m_capture->entry(first).time > m_load.from + ProcessLoad::Span)
        return;
    const ProcessLoad more = ProcessLoad::after(*m_capture, first, m_load.from, m_connection);
    if (more.samples.isEmpty())
        return;
    for (const ProcessLoad::Sample &sample : more.samples)
        m_load.add(sample);
    showLoad();
}

void LoadPart::showLoad()
{
    m_graph->setHidden(m_load.samples.size() < 2);
    m_graph->setLoad(m_load);
    if (!m_load.samples.isEmpty())
        m_text->setText(summary(m_load));
}

} // namespace Pullcord

#include "loadpart.moc"
