// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "ui/views/style/contrast.h"
#include "ui/views/style/readablepalette.h"
#include "ui/views/style/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QStyle>
#include <QStyleFactory>
#include <QTest>

#include <cmath>
#include <memory>

using namespace Qt::StringLiterals;
using namespace Pullcord;

namespace {

/// Returns the relative luminance of WCAG 2.1. The code is independent of the program, to check it.
double luminance(const QColor &color)
{
    const auto linear = [](int channel) {
        const double c = channel / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.red()) + 0.7152 * linear(color.green()) + 0.0722 * linear(color.blue());
}

double contrast(const QColor &front, const QColor &back)
{
    const double alpha = front.alpha() / 255.0;
    const auto mix = [alpha](int a, int b) { return int(alpha * a + (1 - alpha) * b); };
    const double a =
        luminance({mix(front.red(), back.red()), mix(front.green(), back.green()), mix(front.blue(), back.blue())});
    const double b = luminance(back);
    return (qMax(a, b) + 0.05) / (qMin(a, b) + 0.05);
}

} // namespace

/// Hints, links and alternate rows are readable in the palette of any desktop.
class TestReadablePalette : public QObject
{
    Q_OBJECT

private slots:
    void palettes_data();
    void palettes();
    void goodPalettesStay();
    void themes_data() { palettes_data(); }
    void themes();
    void followsTheDesktop();
};

void TestReadablePalette::palettes_data()
{
    QTest::addColumn<QPalette>("palette");
    const std::unique_ptr<QStyle> fusion(QStyleFactory::create(u"Fusion"_s));
    const QPalette usual = fusion->standardPalette();
    const auto with = [&](std::initializer_list<std::pair<QPalette::ColorRole, QColor>> colors) {
        QPalette palette = usual;
        for (const auto &[role, color] : colors)
            palette.setColor(role, color);
        return palette;
    };
    QTest::newRow("usual") << usual;
    QTest::newRow("default") << QPalette();
    QTest::newRow("Base and Text alone are dark")
        << with({{QPalette::Base, QColor(0x1e, 0x1e, 0x1e)}, {QPalette::Text, QColor(0xdd, 0xdd, 0xdd)}});
    QTest::newRow("the main ones are dark") << with({{QPalette::Base, QColor(0x23, 0x26, 0x29)},
                                                     {QPalette::Text, QColor(0xef, 0xf0, 0xf1)},
                                                     {QPalette::Window, QColor(0x31, 0x36, 0x3b)},
                                                     {QPalette::WindowText, QColor(0xef, 0xf0, 0xf1)},
                                                     {QPalette::Button, QColor(0x31, 0x36, 0x3b)},
                                                     {QPalette::ButtonText, QColor(0xef, 0xf0, 0xf1)}});
    QTest::newRow("black") << with({{QPalette::Base, Qt::black},
                                    {QPalette::Text, Qt::white},
                                    {QPalette::Window, Qt::black},
                                    {QPalette::WindowText, Qt::white}});
    QTest::newRow("worked out from two colours") << QPalette(QColor(0x2e, 0x33, 0x39), QColor(0x25, 0x29, 0x2e));
    QTest::newRow("worked out from one, dark") << QPalette(QColor(0x20, 0x20, 0x20));
    QTest::newRow("worked out from one, grey") << QPalette(QColor(0x80, 0x80, 0x80));
    QTest::newRow("grey base") << with({{QPalette::Base, QColor(0x60, 0x60, 0x60)}, {QPalette::Text, Qt::white}});
    QTest::newRow("solarized") << with({{QPalette::Base, QColor(0x00, 0x2b, 0x36)},
                                        {QPalette::Text, QColor(0x83, 0x94, 0x96)},
                                        {QPalette::Window, QColor(0x07, 0x36, 0x42)},
                                        {QPalette::WindowText, QColor(0x93, 0xa1, 0xa1)}});
    QTest::newRow("text like base") << with({{QPalette::Base, Qt::black}, {QPalette::Text, QColor(0x10, 0x10, 0x10)}});
    QTest::newRow("pale tool tips, hints and selection") << with({{QPalette::ToolTipBase, Qt::white},
                                                                  {QPalette::ToolTipText, QColor(0xdd, 0xdd, 0xdd)},
                                                                  {QPalette::PlaceholderText, QColor(0xcc, 0xcc, 0xcc)},
                                                                  {QPalette::Highlight, QColor(0xff, 0xee, 0x80)},
                                                                  {QPalette::HighlightedText, Qt::white}});
}

void TestReadablePalette::palettes()
{
    QFETCH(const QPalette, palette);
    const QPalette mended = ReadablePalette::mended(palette);
    struct Pair
    {
        QPalette::ColorRole front;
        QPalette::ColorRole back;
    };
    constexpr Pair Pairs[] = {{QPalette::Text, QPalette::Base},
                              {QPalette::Text, QPalette::AlternateBase},
                              {QPalette::PlaceholderText, QPalette::Base},
                              {QPalette::PlaceholderText, QPalette::AlternateBase},
                              {QPalette::Link, QPalette::Base},
                              {QPalette::LinkVisited, QPalette::Base},
                              {QPalette::WindowText, QPalette::Window},
                              {QPalette::ButtonText, QPalette::Button},
                              {QPalette::HighlightedText, QPalette::Highlight},
                              {QPalette::ToolTipText, QPalette::ToolTipBase}};
    for (const QPalette::ColorGroup group : {QPalette::Active, QPalette::Inactive}) {
        for (const Pair &pair : Pairs) {
            const double found = contrast(mended.color(group, pair.front), mended.color(group, pair.back));
            QVERIFY2(found >= 4.5, qPrintable(u"%1 on %2: %3 (%4 on %5)"_s.arg(int(pair.front))
                                                  .arg(int(pair.back))
                                                  .arg(found)
                                                  .arg(mended.color(group, pair.front).name(QColor::HexArgb),
                                                       mended.color(group, pair.back).name())));
        }
        QVERIFY(contrast(mended.color(group, QPalette::Mid), mended.color(group, QPalette::Window)) > 1.1);
    }
    QCOMPARE(ReadablePalette::mended(mended), mended); // nothing more to change
}

void TestReadablePalette::goodPalettesStay()
{
    QPalette good(QColor(0x2e, 0x33, 0x39), QColor(0x25, 0x29, 0x2e));
    good.setColor(QPalette::Base, QColor(0x1b, 0x1e, 0x22));
    good.setColor(QPalette::AlternateBase, QColor(0x21, 0x25, 0x2a));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
        good.setColor(role, QColor(0xe6, 0xe8, 0xea));
    good.setColor(QPalette::ToolTipBase, QColor(0x2e, 0x33, 0x39));
    good.setColor(QPalette::PlaceholderText, QColor(0x93, 0x9b, 0xa3));
    good.setColor(QPalette::Highlight, QColor(0x2f, 0x65, 0xa8));
    good.setColor(QPalette::HighlightedText, Qt::white);
    good.setColor(QPalette::Link, QColor(0x6c, 0xb2, 0xff));
    good.setColor(QPalette::LinkVisited, QColor(0xc0, 0xa0, 0xff));
    good.setColor(QPalette::Mid, QColor(0x45, 0x4b, 0x53));
    QCOMPARE(ReadablePalette::mended(good), good);
}

/// The colors of the program are readable on the backgrounds of the desktop.
void TestReadablePalette::themes()
{
    QFETCH(const QPalette, palette);
    const QPalette mended = ReadablePalette::mended(palette);
    const Theme &theme = Theme::of(mended);
    for (const QColor &color : {theme.success, theme.failure, theme.warning, theme.active, theme.dim, theme.jsonKey,
                                theme.jsonString, theme.jsonNumber, theme.jsonLiteral}) {
        for (const auto back : {QPalette::Base, QPalette::AlternateBase}) {
            const double found = contrast(color, mended.color(back));
            QVERIFY2(found >= 4.5,
                     qPrintable(u"%1 on %2: %3"_s.arg(color.name(), mended.color(back).name()).arg(found)));
        }
    }
}

void TestReadablePalette::followsTheDesktop()
{
    const QPalette usual = QApplication::palette();
    const ReadablePalette readable(*qApp);
    QLineEdit line;
    line.setPlaceholderText(u"hint"_s);
    line.show();
    const auto hint = [&] {
        return contrast(line.palette().color(QPalette::PlaceholderText), line.palette().color(QPalette::Base));
    };
    QVERIFY2(hint() >= 4.5, qPrintable(QString::number(hint())));
    QVERIFY(QApplication::palette() != usual);
    QVERIFY(!QCoreApplication::testAttribute(Qt::AA_SetPalette)); // or qt6ct would no longer set colors
    QPalette dark = usual;
    dark.setColor(QPalette::Base, QColor(0x1e, 0x1e, 0x1e));
    dark.setColor(QPalette::Text, QColor(0xdd, 0xdd, 0xdd));
    dark.setColor(QPalette::PlaceholderText, QColor(0x40, 0x40, 0x40));
    QApplication::setPalette(dark);
    QCOMPARE(QApplication::palette().color(QPalette::Base), QColor(0x1e, 0x1e, 0x1e));
    QTRY_COMPARE_WITH_TIMEOUT(line.palette().color(QPalette::Base), QColor(0x1e, 0x1e, 0x1e), 2000);
    QVERIFY2(hint() >= 4.5, qPrintable(QString::number(hint())));
    QApplication::setPalette(usual);
    QTRY_COMPARE_WITH_TIMEOUT(line.palette().color(QPalette::Base), usual.color(QPalette::Base), 2000);
    QVERIFY2(hint() >= 4.5, qPrintable(QString::number(hint())));
}

QTEST_MAIN(TestReadablePalette)
#include "tst_readablepalette.moc"
