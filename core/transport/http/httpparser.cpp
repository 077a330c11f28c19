// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/http/httpparser.h"

#include "core/transport/transportreason.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>

#include <limits>
#include <utility>

using namespace Qt::StringLiterals;

namespace Pullcord {

namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

/// Limit of everything that is kept until complete: the head, the line of a chunk, the trailer section.
constexpr std::uint32_t UnreadLimit = 256U << 10;

QByteArray bytesOf(beast::string_view text)
{
    return {text.data(), qsizetype(text.size())};
}

} // namespace

class HttpParser::Reader
{
public:
    Reader() = default;
    Reader(const Reader &) = delete;
    Reader &operator=(const Reader &) = delete;
    virtual ~Reader() = default;

    virtual Outcome feed(QByteArrayView bytes) = 0;
    virtual Outcome finish() = 0;
    [[nodiscard]] virtual bool hasHead() const = 0;
    [[nodiscard]] virtual bool isDone() const = 0;
    [[nodiscard]] virtual bool keepsAlive() const = 0;

    HttpHead head;
    HttpHeaders trailers;
    QByteArray body;
    QByteArray rest; ///< fed and not consumed yet
};

template<bool isRequest>
class HttpParser::BeastReader final : public Reader, private http::basic_parser<isRequest>
{
    using Parser = http::basic_parser<isRequest>;
    using Code = beast::error_code;

public:
    explicit BeastReader(bool skipsBody = false)
    {
        this->skip(skipsBody);
        this->header_limit(UnreadLimit);
        this->body_limit(std::numeric_limits<std::uint64_t>::max()); // unlimited; Boost 1.74 miscounts without a number
        this->eager(true);
    }

    Outcome feed(QByteArrayView bytes) override
    {
        rest += bytes;
        while (!rest.isEmpty() && !Parser::is_done()) {
            Code code;
            const std::size_t used =
                this->put(boost::asio::const_buffer(rest.constData(), std::size_t(rest.size())), code);
            rest.remove(0, qsizetype(used));
            if (code == http::error::need_more && rest.size() > qsizetype(UnreadLimit))
                return tooLong(awaitedPart());
            if (code == http::error::need_more)
                break;
            if (code)
                return failure(code);
        }
        return std::monostate();
    }

    Outcome finish() override
    {
        if (Parser::is_done())
            return std::monostate();
        Code code;
        if (Parser::got_some())
            this->put_eof(code);
        else
            code = http::error::end_of_stream;
        return code ? failure(code) : Outcome(std::monostate());
    }

    [[nodiscard]] bool hasHead() const override { return Parser::is_header_done(); }
    [[nodiscard]] bool isDone() const override { return Parser::is_done(); }
    [[nodiscard]] bool keepsAlive() const override { return Parser::keep_alive(); }

private:
    enum class Part : quint8 { Head, ChunkLine, Trailers };

    /// Part of which `rest` is the incomplete beginning. The line break that ends a chunk is read with the next chunk.
    [[nodiscard]] Part awaitedPart() const
    {
        if (!Parser::is_header_done())
            return Part::Head;
        return rest.indexOf("\r\n", rest.startsWith("\r\n") ? 2 : 0) < 0 ? Part::ChunkLine : Part::Trailers;
    }

    static Outcome tooLong(Part part)
    {
        const char *sentence = part == Part::Head        ? TransportReason::LongHeaders
                               : part == Part::ChunkLine ? TransportReason::LongChunkExtension
                                                         : TransportReason::LongTrailers;
        return Error{ErrorKind::Protocol, TranslatableText::of(sentence, UnreadLimit)};
    }

    Outcome failure(const Code &code) const
    {
        if (code == http::error::header_limit)
            return tooLong(!Parser::is_header_done() ? Part::Head
                           : m_trailerBytes > 0      ? Part::Trailers
                                                     : Part::ChunkLine);
        return Error{.kind = ErrorKind::Protocol,
                     .detail =
                         TranslatableText::of(TransportReason::InvalidHttp, QString::fromStdString(code.message())),
                     .data = rest};
    }

    void on_request_impl(http::verb /*verb*/, beast::string_view method, beast::string_view target, int version,
                         Code & /*code*/) override
    {
        head.method = bytesOf(method);
        head.target = bytesOf(target);
        head.version = version;
    }
    void on_response_impl(int status, beast::string_view reason, int version, Code & /*code*/) override
    {
        head.status = status;
        head.reason = bytesOf(reason);
        head.version = version;
    }
    /// Keeps trailers apart: a field after the body must not act as a header.
    void on_field_impl(http::field /*field*/, beast::string_view name, beast::string_view value, Code &code) override
    {
        const bool isHead = !Parser::is_header_done();
        std::size_t &size = isHead ? m_headBytes : m_trailerBytes;
        size += name.size() + value.size() + 4; // ": " and the line break
        if (size > UnreadLimit)                 // Beast consumes fields one by one, so its limit applies to each
            code = http::error::header_limit;
        else
            (isHead ? head.headers : trailers).add(bytesOf(name), bytesOf(value));
    }
    void on_header_impl(Code & /*code*/) override {}
    void on_body_init_impl(const boost::optional<std::uint64_t> & /*length*/, Code & /*code*/) override {}
    std::size_t on_body_impl(beast::string_view part, Code & /*code*/) override { return take(part); }
    void on_chunk_header_impl(std::uint64_t /*size*/, beast::string_view extensions, Code &code) override
    {
        if (extensions.size() > UnreadLimit)
            code = http::error::header_limit;
    }
    std::size_t on_chunk_body_impl(std::uint64_t /*remain*/, beast::string_view part, Code & /*code*/) override
    {
        return take(part);
    }
    void on_finish_impl(Code & /*code*/) override {}

    std::size_t take(beast::string_view part)
    {
        body.append(part.data(), qsizetype(part.size()));
        return part.size();
    }

    std::size_t m_headBytes = 0;
    std::size_t m_trailerBytes = 0;
};

HttpParser::HttpParser(Kind kind)
{
    if (kind == Kind::Request)
        m_reader = std::make_unique<BeastReader<true>>();
    else
        m_reader = std::make_unique<BeastReader<false>>(kind == Kind::HeadResponse);
}

HttpParser::~HttpParser() = default;
HttpParser::HttpParser(HttpParser &&) noexcept = default;
HttpParser &HttpParser::operator=(HttpParser &&) noexcept = default;

Outcome HttpParser::feed(QByteArrayView bytes)
{
    return m_reader->feed(bytes);
}

Outcome HttpParser::finish()
{
    return m_reader->finish();
}

bool HttpParser::hasHead() const
{
    return m_reader->hasHead();
}

bool HttpParser::isDone() const
{
    return m_reader->isDone();
}

bool HttpParser::keepsAlive() const
{
    return m_reader->keepsAlive();
}

const HttpHead &HttpParser::head() const
{
    return m_reader->head;
}

const HttpHeaders &HttpParser::trailers() const
{
    return m_reader->trailers;
}

QByteArray HttpParser::takeBody()
{
    return std::exchange(m_reader->body, {});
}

QByteArray HttpParser::takeRest()
{
    return std::exchange(m_reader->rest, {});
}

} // namespace Pullcord
