// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/dialogs/doctorwindow.h"

#include "core/config/hostlogs.h"
#include "core/doctor/doctorreport.h"
#include "core/secrets/secrets.h"
#include "ui/models/servertexts.h"
#include "ui/models/texts.h"
#include "ui/models/untrustedtext.h"
#include "ui/views/style/icons.h"
#include "ui/views/style/screenroom.h"
#include "ui/views/style/theme.h"
#include "ui/views/tables/letterwidth.h"
#include "ui/views/tables/listdelegate.h"
#include "ui/views/widgets/peerlabel.h"
#include "ui/views/widgets/plainlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace Pullcord {
using namespace Qt::StringLiterals;

namespace {

using Verdict = DoctorStage::Verdict;

StateLook lookOf(Verdict verdict, const Theme &theme)
{
    switch (verdict) {
    case Verdict::Waiting:
        return {"clock", theme.dim};
    case Verdict::Running:
        return {"hourglass", theme.active};
    case Verdict::Ok:
        return {"circle-check", theme.success};
    case Verdict::Skipped:
        return {"circle-slash", theme.dim};
    case Verdict::Warning:
        return {"triangle-alert", theme.warning};
    case Verdict::Failed:
        break;
    }
    return {"circle-x", theme.failure};
}

/// Paints a stage with the icon of its verdict, and its child rows wrapped to the width of the view.
class StageDelegate final : public VisibleTextDelegate
{
public:
    explicit StageDelegate(QTreeView *view)
        : VisibleTextDelegate(view)
        , m_view(view)
        , m_viewport(view->viewport())
    {
        view->viewport()->installEventFilter(this);
    }

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize line = VisibleTextDelegate::sizeHint(option, index);
        if (!index.parent().isValid())
            return line + QSize(0, 4);
        const int margin = 2 * (m_view->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, m_view) + 1);
        const int room = std::max(m_view->viewport()->width() - 2 * m_view->indentation() - margin, 1);
        const QString text = displayText(index.data(), m_view->locale());
        const QRect needed = m_view->fontMetrics().boundingRect(QRect(0, 0, room, QWIDGETSIZE_MAX), wrapping(), text);
        return {room, std::max(needed.height() + 4, line.height())};
    }

    [[nodiscard]] QString displayText(const QVariant &value, const QLocale &locale) const override
    {
        return Texts::withUnits(VisibleTextDelegate::displayText(value, locale));
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        VisibleTextDelegate::initStyleOption(option, index);
        if (index.parent().isValid()) {
            option->features |= QStyleOptionViewItem::WrapText;
            return;
        }
        const StateLook look =
            lookOf(Verdict(index.data(DoctorModel::VerdictRole).toInt()), Theme::of(option->palette));
        const int size = option->fontMetrics.height();
        option->features |= QStyleOptionViewItem::HasDecoration;
        option->decorationSize = {size, size};
        const bool isSelected = option->state.testFlag(QStyle::State_Selected);
        option->icon = Icons::pixmap(look.icon, isSelected ? option->palette.highlightedText().color() : look.color,
                                     size, m_view->devicePixelRatioF());
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        // Not m_view->viewport(): the view may be partly destroyed.
        if (watched == m_viewport && event->type() == QEvent::Resize)
            emit sizeHintChanged({});
        return VisibleTextDelegate::eventFilter(watched, event);
    }

private:
    static constexpr int wrapping() { return Qt::TextWordWrap | Qt::TextWrapAnywhere; }

    QTreeView *m_view;
    const QObject *m_viewport;
};

} // namespace

DoctorWindow::DoctorWindow(const ServerTarget &target, const QString &program, const QString &version, QWidget *parent)
    : QDialog(parent)
    , m_target(target)
    , m_program(program)
    , m_version(version)
    , m_environmentLabel(new PlainLabel(tr("Start it &as:"), this))
    , m_environment(new QComboBox(this))
    , m_stages(new QTreeView(this))
    , m_state(new PeerLabel(this))
    , m_run(makeButton(u"doctorRun"_s, tr("&Run Again"), tr("Check from the first stage")))
    , m_stop(makeButton(u"doctorStop"_s, tr("Sto&p"), tr("Stop the running check, and skip the remaining stages")))
    , m_copy(makeButton(u"doctorCopy"_s, tr("&Copy Report"), tr("Copy all stages as Markdown; secrets are masked")))
    , m_openLog(makeButton(u"doctorOpenLog"_s, tr("Open Host &Log"), QString()))
{
    setObjectName(u"doctorWindow"_s);
    setWindowTitle(tr("Check Connection: %1").arg(Texts::windowTitle(target.title())));
    auto *server = new PeerLabel(Secrets::maskedProse(target.shownAddress()), this);
    server->setObjectName(u"doctorServer"_s);
    server->setMostLines(2);
    m_state->setObjectName(u"doctorState"_s);
    m_state->setMostLines(2);
    m_environment->setObjectName(u"doctorEnvironment"_s);
    m_environmentLabel->setBuddy(m_environment);
    m_environment->addItem(tr("This window"), int(DoctorEnvironment::Kind::ThisProgram));
    m_environment->addItem(tr("Login shell"), int(DoctorEnvironment::Kind::LoginShell));
    m_environment->addItem(tr("Desktop host"), int(DoctorEnvironment::Kind::DesktopHost));
    m_environment->setToolTip(tr("Environment for the server: that of this window (--environment this), of a new "
                                 "terminal (login-shell), or of a host started from the desktop (desktop-host)"));
    m_environmentLabel->setVisible(!target.isHttp());
    m_environment->setVisible(!target.isHttp());
    m_run->setIcon(Icons::icon("rotate-ccw"));
    m_run->setDefault(true);
    m_stop->setIcon(Icons::icon("circle-stop"));
    m_copy->setIcon(Icons::icon("copy"));
    m_openLog->setIcon(Icons::icon("file-text"));
    makeTree();

    auto *environment = new QHBoxLayout;
    environment->addWidget(m_environmentLabel);
    environment->addWidget(m_environment);
    environment->addStretch(1);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    for (QPushButton *button : {m_run, m_stop, m_copy, m_openLog})
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(server);
    layout->addLayout(environment);
    layout->addWidget(m_stages, 1);
    layout->addWidget(m_state);
    layout->addWidget(buttons);
    resize(ScreenRoom::bounded(*this, {110 * letterWidth(fontMetrics()), 34 * fontMetrics().lineSpacing()}));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(this, &QDialog::rejected, this, [this] { m_doctor->stop(); });
    connect(m_run, &QPushButton::clicked, this, &DoctorWindow::run);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_doctor->stop(); });
    connect(m_copy, &QPushButton::clicked, this, &DoctorWindow::copyReport);
    connect(m_openLog, &QPushButton::clicked, this, [this] { emit logChosen(m_log); });
    run();
}

DoctorWindow::~DoctorWindow() = default;

void DoctorWindow::makeTree()
{
    m_stages->setObjectName(u"doctorStages"_s);
    m_stages->setAccessibleName(tr("Stages of the check"));
    m_stages->setModel(&m_model);
    m_stages->setItemDelegate(new StageDelegate(m_stages));
    m_stages->setHeaderHidden(true);
    m_stages->setWordWrap(true);
    m_stages->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stages->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
}

QPushButton *DoctorWindow::makeButton(const QString &name, const QString &text, const QString &toolTip)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setToolTip(toolTip);
    button->setAutoDefault(false);
    return button;
}

void DoctorWindow::run()
{
    Doctor::Options options;
    options.target = m_target;
    options.environment = DoctorEnvironment::Kind(m_environment->currentData().toInt());
    options.surface = DoctorStage::Surface::Window;
    options.clientName = u"pullcord"_s;
    options.clientVersion = m_version;
    m_doctor = std::make_unique<Doctor>(options);
    m_model.setDoctor(*m_doctor);
    connect(m_doctor.get(), &Doctor::stageChanged, this, &DoctorWindow::onStageChanged);
    connect(m_doctor.get(), &Doctor::finished, this, &DoctorWindow::onFinished);
    m_stages->setCurrentIndex(m_model.index(0, 0));
    m_doctor->start();
    findLog();
    update();
}

void DoctorWindow::findLog()
{
    const std::optional<HostLog> log = HostLog::newestOf(m_target);
    m_openLog->setVisible(log.has_value());
    if (!log)
        return;
    m_log = log->path;
    m_openLog->setToolTip(Texts::toolTip(ServerTexts::openLog(*log, m_target)));
}

/// Unfolds stages with problems.
void DoctorWindow::onStageChanged(qsizetype index)
{
    const DoctorStage &stage = m_doctor->stages().at(index);
    if (stage.verdict >= Verdict::Warning)
        m_stages->expand(m_model.index(int(index), 0));
    update();
}

void DoctorWindow::onFinished()
{
    const auto &stages = m_doctor->stages();
    const auto worst = std::ranges::find(stages, m_doctor->verdict(), &DoctorStage::verdict);
    if (m_doctor->verdict() >= Verdict::Warning) {
        const QModelIndex index = m_model.index(int(worst - stages.begin()), 0);
        m_stages->setCurrentIndex(index);
        m_stages->scrollTo(index, QAbstractItemView::PositionAtTop);
    }
    const bool hadFocus = m_stop->hasFocus();
    update();
    if (hadFocus)
        m_stages->setFocus(Qt::OtherFocusReason);
}

QString DoctorWindow::resultText() const
{
    const auto count = [this](Verdict verdict) {
        return int(std::ranges::count(m_doctor->stages(), verdict, &DoctorStage::verdict));
    };
    if (const int failed = count(Verdict::Failed); failed > 0)
        return tr("%Ln stages failed. The next step is below the first one.", nullptr, failed);
    if (const int warned = count(Verdict::Warning); warned > 0)
        return tr("Connected. %Ln stages have a warning.", nullptr, warned);
    return m_doctor->hasConnected() ? tr("Connected. No problems found.") : tr("The check was stopped.");
}

void DoctorWindow::update()
{
    const bool runs = m_doctor->isRunning();
    m_run->setEnabled(!runs);
    m_stop->setEnabled(runs);
    m_copy->setEnabled(!runs);
    m_environment->setEnabled(!runs);
    if (!runs) {
        m_state->setText(resultText());
        return;
    }
    const auto running = std::ranges::find(m_doctor->stages(), Verdict::Running, &DoctorStage::verdict);
    m_state->setText(running == m_doctor->stages().end()
                         ? tr("Checking…")
                         : tr("Checking: %1…").arg(Texts::translated(running->title())));
}

void DoctorWindow::copyReport()
{
    QApplication::clipboard()->setText(QString::fromUtf8(DoctorReport::markdown(*m_doctor, m_program)));
    m_state->setText(tr("The report was copied."));
}

} // namespace Pullcord
