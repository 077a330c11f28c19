// SPDX-FileCopyrightText: 2026 The Pullcord Authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDialog>

class QCheckBox;
class QComboBox;

namespace Pullcord {

class NumberBox;
class Settings;

/// The preferences. They apply from the next connection on.
class PreferencesDialog final : public QDialog
{
    Q_OBJECT

public:
    explicit PreferencesDialog(Settings &settings, const QString &sessionsFolder, QWidget *parent = nullptr);
    ~PreferencesDialog() override;

private:
    [[nodiscard]] QWidget *makeLanguageBox();
    [[nodiscard]] QWidget *makeStartBox();
    void save();

    Settings &m_settings;
    QComboBox *m_language;
    QComboBox *m_atStart;
    QCheckBox *m_keep;
    QCheckBox *m_openProxies;
    NumberBox *m_megabytes;
    NumberBox *m_depth;
    NumberBox *m_size;
    NumberBox *m_probe;
    NumberBox *m_timeout;
};

} // namespace Pullcord
