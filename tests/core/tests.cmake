# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
pullcord_add_test(core.jsonchecker LABEL core SOURCES core/tst_jsonchecker.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.jsonvalue LABEL core SOURCES core/tst_jsonvalue.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.jsontext LABEL core SOURCES core/tst_jsontext.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.envelope LABEL core SOURCES core/tst_envelope.cpp)
pullcord_add_test(core.capture LABEL core SOURCES core/tst_capture.cpp)
pullcord_add_test(core.requestlog LABEL core SOURCES core/tst_requestlog.cpp)
