// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/windowfixture.h"

#include "ui/actions.h"
#include "ui/views/clearaction.h"
#include "ui/views/style/noanimationstyle.h"

#include <QAbstractAnimation>
#include <QApplication>
#include <QLineEdit>
#include <QProgressBar>
#include <QStyle>
#include <QStyleFactory>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace Pullcord;

/// No animations.
class TestMotion : public QObject
{
    Q_OBJECT

private slots:
    void init() { WindowFixture::failOnWarnings(); }
    void stylesAnimate();
    void nothingIsAnimated();
    void effectsAreOff();

private:
    /// Returns the names of the running animations of all widgets and of the style.
    [[nodiscard]] static QStringList running();
};

QStringList TestMotion::running()
{
    QObjectList roots{qApp, QApplication::style()};
    const QWidgetList windows = QApplication::topLevelWidgets();
    for (QWidget *window : windows)
        roots << window;
    QStringList names;
    for (const QObject *root : std::as_const(roots)) {
        const auto animations = root->findChildren<QAbstractAnimation *>();
        for (const QAbstractAnimation *animation : animations) {
            if (animation->state() == QAbstractAnimation::Running)
                names << QString::fromLatin1(animation->metaObject()->className()) + u" of "_s +
                             QDebug::toString(animation->parent());
        }
    }
    return names;
}

/// Proves that an animation would be detected: a busy indicator moves.
void TestMotion::stylesAnimate()
{
    QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
    QVERIFY(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration) > 0);
    QProgressBar bar;
    bar.setRange(0, 0);
    bar.show();
    QTRY_VERIFY_WITH_TIMEOUT(!running().isEmpty(), 5000);
}

void TestMotion::nothingIsAnimated()
{
    QApplication::setStyle(new NoAnimationStyle(u"Fusion"_s));
    WindowFixture fixture(WindowFixture::Person::IsNew);
    QVERIFY(fixture.connectToDemo());
    QCOMPARE(running(), QStringList());
    QVERIFY(fixture.call(u"slow"_s, R"({"ms": 2000, "steps": 20})") >= 0);
    auto *filter = fixture.find<QLineEdit>(u"requestFilter"_s);
    const auto *clear = filter->findChild<ClearAction *>();
    QVERIFY(!clear->isVisible());
    QTest::keyClicks(filter, u"late"_s);
    QCOMPARE(running(), QStringList());
    QVERIFY(clear->isVisible());
    auto *tabs = fixture.find<QTabWidget>(u"lowerTabs"_s);
    for (int tab = 0; tab < tabs->count(); ++tab) {
        tabs->setCurrentIndex(tab);
        QCOMPARE(running(), QStringList());
    }
    auto *tree = fixture.find<QTreeView>(u"catalogTree"_s);
    tree->collapseAll();
    tree->expand(tree->model()->index(0, 0));
    QCOMPARE(running(), QStringList());
    fixture.window->actions().viewDetails->trigger();
    fixture.window->actions().commandPalette->trigger();
    QTest::keyClicks(fixture.find<QLineEdit>(u"paletteLine"_s), u"tour"_s);
    QCOMPARE(running(), QStringList());
    fixture.window->actions().startTour->trigger();
    QCOMPARE(running(), QStringList());
    // Qt fades in its own clear button, and not every version makes the animation a child object.
    const QList<QLineEdit *> lines = fixture.window->findChildren<QLineEdit *>();
    for (const QLineEdit *line : lines)
        QVERIFY(!line->isClearButtonEnabled());
    // No progress bar is a busy indicator.
    const QList<QProgressBar *> bars = fixture.window->findChildren<QProgressBar *>();
    QVERIFY(!bars.isEmpty());
    for (const QProgressBar *bar : bars)
        QVERIFY(!bar->isVisible() || bar->maximum() > bar->minimum());
}

void TestMotion::effectsAreOff()
{
    NoAnimationStyle::calm();
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_FadeMenu, Qt::UI_AnimateCombo, Qt::UI_AnimateTooltip,
                                      Qt::UI_FadeTooltip, Qt::UI_AnimateToolBox})
        QVERIFY(!QApplication::isEffectEnabled(effect));
    QCOMPARE(QApplication::style()->styleHint(QStyle::SH_Widget_Animation_Duration), 0);
    QCOMPARE(QApplication::style()->styleHint(QStyle::SH_Widget_Animate), 0);
    // No icons on dialog buttons either, which some desktops request.
    QCOMPARE(QApplication::style()->styleHint(QStyle::SH_DialogButtonBox_ButtonsHaveIcons), 0);
}

QTEST_MAIN(TestMotion)
#include "tst_motion.moc"
