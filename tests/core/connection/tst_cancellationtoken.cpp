// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/connection/cancellationtoken.h"

#include <QSignalSpy>
#include <QTest>

using namespace Pullcord;
using namespace Qt::StringLiterals;

class TestCancellationToken : public QObject
{
    Q_OBJECT

private slots:
    void firesOnce()
    {
        CancellationToken token;
        QSignalSpy requested(&token, &CancellationToken::requested);
        QVERIFY(!token.isRequested());
        token.request(u"a"_s);
        token.request(u"b"_s);
        QCOMPARE(requested.size(), 1);
        QCOMPARE(token.reason(), u"a"_s);
    }

    void neverAfterRelease()
    {
        CancellationToken token;
        QSignalSpy requested(&token, &CancellationToken::requested);
        token.release();
        token.request(u"a"_s);
        QCOMPARE(requested.size(), 0);
        QVERIFY(!token.isRequested());
    }

    void followsItsParent()
    {
        CancellationToken parent;
        CancellationToken child;
        CancellationToken grandchild;
        CancellationToken released;
        child.follow(parent);
        grandchild.follow(child);
        released.follow(parent);
        released.release();
        parent.request(u"all"_s);
        QCOMPARE(grandchild.reason(), u"all"_s);
        QVERIFY(!released.isRequested());

        CancellationToken late;
        late.follow(parent);
        QVERIFY(late.isRequested());
    }

    void releasedParentFiresNothing()
    {
        CancellationToken child;
        {
            CancellationToken parent;
            child.follow(parent);
            parent.release();
            parent.request();
        }
        {
            CancellationToken parent;
            child.follow(parent);
        }
        QVERIFY(!child.isRequested());
    }
};

QTEST_GUILESS_MAIN(TestCancellationToken)
#include "tst_cancellationtoken.moc"
