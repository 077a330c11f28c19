// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/rpc/packedrequests.h"

#include "core/rpc/requestid.h"

#include <QString>
#include <QVarLengthArray>

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace Pullcord {

/// Writes values in as few bytes as possible, for PackReader to read in the same order.
///
/// Both classes have the same functions, so that one list of members serves both directions. Numbers are written with
/// seven bits per byte, lowest first; the eighth bit means that more follow. Signed numbers keep the sign in the lowest
/// bit.
class PackWriter
{
public:
    /// Values that are usually close to `near` take few bytes: times, positions in a capture.
    void number(const qint64 &value, qint64 near = 0)
    {
        const auto distance = qint64(quint64(value) - quint64(near));
        bits(quint64(distance) << 1 ^ quint64(distance >> 63));
    }
    /// Writes a serial; the largest value means none.
    void serial(const quint64 &value) { bits(value + 1); }
    void real(const double &value) { raw(reinterpret_cast<const char *>(&value), sizeof value); }
    template<typename Enum>
    void value(const Enum &value)
    {
        bits(quint64(value));
    }
    template<typename... Bools>
    void flags(const Bools &...values)
    {
        quint64 all = 0;
        int place = 0;
        ((all |= quint64(values) << place++), ...);
        bits(all);
    }
    /// Keeps null as null, and lone surrogates unchanged.
    void text(const QString &text)
    {
        const bool isNarrow = std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c.unicode() < 0x100; });
        bits(text.isNull() ? 0 : (quint64(text.size()) << 1 | quint64(isNarrow)) + 1);
        if (isNarrow)
            std::for_each(text.cbegin(), text.cend(), [this](QChar c) { m_bytes.append(char(c.unicode())); });
        else
            raw(reinterpret_cast<const char *>(text.utf16()), text.size() * qsizetype(sizeof(QChar)));
    }
    void id(const RequestId &id)
    {
        bits(quint64(id.toJson().size()));
        raw(id.toJson().constData(), id.toJson().size());
    }

    [[nodiscard]] QByteArrayView bytes() const { return {m_bytes.constData(), m_bytes.size()}; }

private:
    void bits(quint64 value)
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes.append(char(value | 0x80));
        m_bytes.append(char(value));
    }
    void raw(const char *bytes, qsizetype size) { m_bytes.append(bytes, size); }

    QVarLengthArray<char, 256> m_bytes;
};

/// Reads the output of a PackWriter, which is trusted.
class PackReader
{
public:
    explicit PackReader(const char *bytes)
        : m_next(bytes)
    {}

    void number(qint64 &value, qint64 near = 0)
    {
        const quint64 distance = bits();
        value = qint64(quint64(near) + (distance >> 1 ^ (0 - (distance & 1))));
    }
    void serial(quint64 &value) { value = bits() - 1; }
    void real(double &value) { raw(&value, sizeof value); }
    template<typename Enum>
    void value(Enum &value)
    {
        value = Enum(bits());
    }
    template<typename... Bools>
    void flags(Bools &...values)
    {
        const quint64 all = bits();
        int place = 0;
        ((values = (all >> place++ & 1) != 0), ...);
    }
    void text(QString &text)
    {
        const quint64 head = bits();
        if (head == 0)
            return;
        const auto size = qsizetype((head - 1) >> 1);
        if (((head - 1) & 1) != 0) {
            text = QString::fromLatin1(m_next, size);
            m_next += size;
        } else {
            text = QString(size, Qt::Uninitialized);
            raw(text.data(), size_t(size) * sizeof(QChar));
        }
    }
    void id(RequestId &id)
    {
        const auto size = qsizetype(bits());
        id = RequestId::fromJson({m_next, size});
        m_next += size;
    }

private:
    quint64 bits()
    {
        quint64 value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = quint8(*m_next++);
            value |= quint64(byte & 0x7f) << shift;
            if (byte < 0x80)
                return value;
        }
    }
    void raw(void *to, size_t size)
    {
        std::memcpy(to, m_next, size);
        m_next += size;
    }

    const char *m_next;
};

namespace {

constexpr qsizetype ChunkSize = 1 << 16;

// Each function lists the members once for both directions: for a PackWriter the record is constant, for a PackReader
// it is filled. `near` is the time of the request.

/// Value of an optional. For reading, the optional is empty and gets a default value first.
template<typename Optional>
auto &valueIn(Optional &optional)
{
    if constexpr (!std::is_const_v<Optional>)
        optional = typename Optional::value_type(); // not emplace(): clang 14 takes these for not constructible
    return *optional;
}

template<typename Stream, typename Record>
void passHead(Stream &stream, Record &r)
{
    stream.value(r.direction);
    stream.value(r.state);
    stream.value(r.said);
    stream.value(r.connection);
    stream.id(r.id);
    stream.text(r.target);
    stream.number(r.start);
    stream.number(r.end, r.start);
    stream.number(r.bytesRequest);
    stream.number(r.bytesResponse);
    stream.number(r.requestEvent);
    stream.number(r.responseEvent, r.requestEvent);
    stream.text(r.errorMessage);
    stream.flags(r.neverSent, r.reachedCap, r.duplicateId, r.byHand, r.asksForTask, r.becameTask, r.mayBeTask,
                 r.toolError, r.asksFirst, r.forbidden, r.causeIsGuess, r.streamBroke, r.leftOpen, r.endUnknown);
}

template<typename Stream, typename Progress>
void passProgress(Stream &stream, Progress &progress, qint64 near)
{
    bool hasTotal = progress.total.has_value();
    stream.flags(hasTotal);
    if (hasTotal)
        stream.real(valueIn(progress.total));
    stream.real(progress.value);
    stream.text(progress.message);
    stream.number(progress.count);
    stream.number(progress.lastTime, near);
}

template<typename Stream, typename Cancellation>
void passCancellation(Stream &stream, Cancellation &c, qint64 near)
{
    stream.flags(c.local, c.detached, c.answered, c.byPeer, c.byOperator);
    stream.number(c.time, near);
    stream.text(c.reason);
    stream.number(c.signalTime, near);
    stream.number(c.event);
    stream.id(c.parent);
    stream.text(c.refusal);
    if (c.byOperator) {
        stream.value(c.waitEnd);
        stream.number(c.waitEndTime, near);
    }
}

template<typename Stream, typename Dismissal>
void passDismissal(Stream &stream, Dismissal &dismissal)
{
    stream.text(dismissal.reason);
    stream.text(dismissal.task);
    stream.flags(dismissal.all);
}

template<typename Stream, typename Leg>
void passLeg(Stream &stream, Leg &leg)
{
    stream.serial(leg.first);
    stream.serial(leg.previous);
    stream.number(leg.number);
    stream.number(leg.count);
    stream.serial(leg.last);
}

template<typename Stream, typename Late>
void passLate(Stream &stream, Late &late, qint64 near)
{
    stream.number(late.results);
    stream.number(late.errors);
    stream.number(late.progress);
    stream.number(late.firstTime, near);
    stream.number(late.lastTime, near);
    stream.number(late.responseTime, near);
    stream.number(late.responseEvent);
    stream.flags(late.withheld);
}

template<typename Stream, typename MismatchedResponses>
void passAmiss(Stream &stream, MismatchedResponses &mismatched, qint64 near)
{
    stream.number(mismatched.count);
    stream.number(mismatched.time, near);
    stream.number(mismatched.event);
}

/// Parts that most requests lack are present only if their flag is set.
template<typename Stream, typename Record>
void pass(Stream &stream, Record &r)
{
    passHead(stream, r);
    bool hasToken = r.progressToken.kind() != RequestId::Kind::None;
    bool hasCode = r.errorCode.has_value();
    bool hasProgress = r.bytesProgress != 0 || r.progress.count != 0;
    bool hasCancellation = r.cancellation.has_value();
    bool hasLeg = r.leg.number != 0;
    bool hasCause = r.cause != RequestRecord::NoSerial;
    bool hasLate = r.late.any();
    bool hasStream = r.streamClosed != 0 || r.streamEnded != 0;
    bool hasDismissal = r.dismissal.has_value();
    bool wasLost = r.lostAtQuestions != 0;
    bool hasAmiss = r.mismatched.count != 0;
    bool hasStatus = r.httpStatus != 0;
    bool hasRule = !r.rule.isEmpty();
    stream.flags(hasToken, hasCode, hasProgress, hasCancellation, hasLeg, hasCause, hasLate, hasStream, hasDismissal,
                 wasLost, hasAmiss, hasStatus, hasRule);
    if (hasToken)
        stream.id(r.progressToken);
    if (hasCode)
        stream.number(valueIn(r.errorCode));
    if (hasStatus)
        stream.number(r.httpStatus);
    if (hasProgress) {
        stream.number(r.bytesProgress);
        passProgress(stream, r.progress, r.start);
    }
    if (hasCancellation)
        passCancellation(stream, valueIn(r.cancellation), r.start);
    if (hasLeg)
        passLeg(stream, r.leg);
    if (hasCause)
        stream.serial(r.cause);
    if (hasLate)
        passLate(stream, r.late, r.start);
    if (hasStream) {
        stream.number(r.streamClosed, r.start);
        stream.number(r.streamEnded, r.start);
    }
    if (hasDismissal)
        passDismissal(stream, valueIn(r.dismissal));
    if (wasLost)
        stream.number(r.lostAtQuestions, r.start);
    if (hasAmiss)
        passAmiss(stream, r.mismatched, r.start);
    if (hasRule)
        stream.text(r.rule);
}

} // namespace

PackedRequests::Place PackedRequests::add(const RequestRecord &record)
{
    PackWriter writer;
    pass(writer, record);
    const quint64 method = numberOf(record.method);
    writer.value(method);
    const QByteArrayView bytes = writer.bytes();
    if (m_chunks.empty() || m_used + bytes.size() > ChunkSize) {
        m_chunks.push_back(std::make_unique<char[]>(size_t(std::max(ChunkSize, bytes.size()))));
        m_used = 0;
    }
    std::copy(bytes.begin(), bytes.end(), m_chunks.back().get() + m_used);
    const Place place = quint64(m_chunks.size() - 1) * ChunkSize + quint64(m_used);
    m_used += bytes.size(); // more than ChunkSize if the chunk was made for a larger record, so that it counts as full
    Q_ASSERT(unpacked(place, record.serial) == record);
    return place;
}

RequestRecord PackedRequests::at(Place place, quint64 serial) const
{
    if (!m_read)
        m_read = std::make_unique<LatestRead>();
    auto read = std::find_if(m_read->begin(), m_read->end(), [place](const Read &one) { return one.place == place; });
    if (read == m_read->end()) {
        read = m_read->begin() + ptrdiff_t(std::exchange(m_nextRead, (m_nextRead + 1) % m_read->size()));
        *read = {place, unpacked(place, serial)};
    }
    return read->record;
}

RequestRecord PackedRequests::unpacked(Place place, quint64 serial) const
{
    RequestRecord record;
    PackReader reader(m_chunks[size_t(place / ChunkSize)].get() + place % ChunkSize);
    pass(reader, record);
    quint64 method = 0;
    reader.value(method);
    record.method = m_methods[qsizetype(method)];
    record.serial = serial;
    return record;
}

QByteArray PackedRequests::shared(const QByteArray &method)
{
    constexpr qsizetype Most = 200;
    const auto known = m_methodNumbers.constFind(method);
    if (known == m_methodNumbers.constEnd() && m_methods.size() >= Most)
        return method;
    return m_methods[qsizetype(numberOf(method))];
}

quint64 PackedRequests::numberOf(const QByteArray &method)
{
    const auto known = m_methodNumbers.constFind(method);
    if (known != m_methodNumbers.constEnd())
        return *known;
    m_methods.append(method);
    return *m_methodNumbers.insert(method, quint64(m_methods.size() - 1));
}

} // namespace Pullcord
