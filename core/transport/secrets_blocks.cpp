// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#include "core/transport/secretforms.h"

using namespace Qt::StringLiterals;

namespace Pullcord::Secrets {
namespace {

/// True if everything in the block below the name is secret, each value under a name of its own: `credentials`,
/// `passwords`, `api_keys`.
bool isOfAll(QStringView name)
{
    return name.endsWith(u's', Qt::CaseInsensitive) && name.compare("secrets"_L1, Qt::CaseInsensitive) != 0 &&
           (namesSecrets(name) || isPasswordMember(name));
}

/// End of the block of lines after `from` that are indented deeper than `indent`.
qsizetype endOfBlock(QStringView text, qsizetype from, QStringView indent)
{
    while (from < text.size()) {
        const QStringView line = text.sliced(from);
        const bool isDeeper = line.size() > indent.size() && line.startsWith(indent) &&
                              (line.at(indent.size()) == u' ' || line.at(indent.size()) == u'\t');
        if (!isDeeper)
            break;
        const qsizetype end = text.indexOf(u'\n', from);
        from = end < 0 ? text.size() : end + 1;
    }
    return from;
}

} // namespace

bool isBeforeCommand(QStringView name, QStringView value)
{
    static const QRegularExpression Command(
        u"^\\S+[ \\t]+(?:\\.{0,2}/\\S|[^\\s=]+[ \\t]+(?:\\S+[ "
        u"\\t]+){0,20}--?[A-Za-z]|[-\\w.]+\\.(?:sh|py|js|mjs|ts|rb|exe)\\b"
        "|(?:npm|npx|node|yarn|pnpm|bunx?|deno|python[0-9.]*|pip[x3]?|uvx?|poetry|ruby|bundle|rails|rake|php|composer|"
        "java|mvn"
        "|gradle|dotnet|go|cargo|make|cmake|ninja|docker|podman|kubectl|helm|terraform|ansible\\S*|aws|gcloud|az|gh|"
        "git|curl|wget"
        "|ssh|scp|rsync|psql|pg_\\w+|mysql\\w*|mongosh?|redis-cli|env|sudo|exec|bash|sh|zsh|time|nohup|echo|printf|cat|"
        "flask"
        "|gunicorn|uvicorn|pytest|jest|tsc|tsx|ts-node|vite|next|claude|pullcord(?:-cli)?)(?:[ \\t]|$))"_s);
    return name == name.toString().toUpper() && Command.match(value).hasMatch();
}

void maskBlocks(QString &text)
{
    static const QRegularExpression Header(
        uR"re(^([ \t]*+)(?:-[ \t]++)?["']?([A-Za-z_][-\w.]*+)["']?[ \t]*+:[ \t]*+\r?\n)re"_s,
        QRegularExpression::MultilineOption);
    static const QRegularExpression Member(
        uR"re(^[ \t]*+["']?([A-Za-z_][-\w.]*+)["']?[ \t]*+:[ \t]++(?![|>{&*#\[]|!\S)((?:%1)(?=[ \t]*+(?:#|$))|[^\r\n]*[^\s]))re"_s
            .arg(textForm()),
        QRegularExpression::MultilineOption);
    static const QRegularExpression Schema(u"^[ \\t]*+[\"']?(?:type|kind)[\"']?[ \\t]*+:"_s,
                                           QRegularExpression::MultilineOption);
    if (!text.contains(u'\n'))
        return;
    QString masked;
    qsizetype done = 0;
    for (QRegularExpressionMatch match = Header.match(text); match.hasMatch();) {
        const qsizetype begin = match.capturedEnd();
        qsizetype end = begin;
        if (isOfAll(match.capturedView(2))) {
            end = endOfBlock(text, begin, match.capturedView(1));
            QString members = text.sliced(begin, end - begin);
            if (!Schema.match(members).hasMatch())
                maskNamed(members, Member, [](QStringView, QStringView) { return true; });
            masked += QStringView(text).sliced(done, begin - done);
            masked += members;
            done = end;
        }
        match = Header.match(text, end, QRegularExpression::NormalMatch,
                             QRegularExpression::DontCheckSubjectStringMatchOption);
    }
    if (done > 0)
        text = masked + text.sliced(done);
}

} // namespace Pullcord::Secrets
