# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0
pullcord_add_test(core.jsonchecker LABEL core SOURCES core/tst_jsonchecker.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.jsonvalue LABEL core SOURCES core/tst_jsonvalue.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.jsontext LABEL core SOURCES core/tst_jsontext.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.requestid LABEL core SOURCES core/tst_requestid.cpp)
pullcord_add_test(core.envelope LABEL core SOURCES core/tst_envelope.cpp core/jsoncorpus.cpp)
pullcord_add_test(core.lineframer LABEL core SOURCES core/tst_lineframer.cpp)
pullcord_add_test(core.event LABEL core SOURCES core/tst_event.cpp)
pullcord_add_test(core.dialect LABEL core SOURCES core/tst_dialect.cpp)
pullcord_add_test(core.capture LABEL core SOURCES core/tst_capture.cpp)
pullcord_add_test(core.requestlog LABEL core SOURCES core/tst_requestlog.cpp)
pullcord_add_test(core.requesttracker LABEL core SOURCES core/tst_requesttracker.cpp)

# The other end of a session, in the hands of the test.
add_library(pullcord_test_transport STATIC core/memorytransport.cpp core/memorytransport.h)
set_target_properties(pullcord_test_transport PROPERTIES AUTOMOC ON)
target_include_directories(pullcord_test_transport PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(pullcord_test_transport PUBLIC pullcord_core PRIVATE pullcord_options)

pullcord_add_test(core.cancellationtoken LABEL core SOURCES core/tst_cancellationtoken.cpp)
pullcord_add_test(core.session LABEL core SOURCES core/tst_session.cpp LIBRARIES pullcord_test_transport)
pullcord_add_test(core.sessionraces LABEL core SOURCES core/tst_sessionraces.cpp LIBRARIES pullcord_test_transport)
pullcord_add_test(core.client LABEL core SOURCES core/tst_client.cpp LIBRARIES pullcord_test_transport)

pullcord_add_test(core.processguard LABEL core SOURCES core/tst_processguard.cpp)
qt_add_executable(transportvictim core/transportvictim.cpp)
target_link_libraries(transportvictim PRIVATE pullcord_core pullcord_options)
set_target_properties(transportvictim PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
add_dependencies(tst_processguard transportvictim)
pullcord_add_test(core.secrets LABEL core SOURCES core/tst_secrets.cpp)
pullcord_add_test(core.stdiolifecycle LABEL core SOURCES core/tst_stdiolifecycle.cpp)
pullcord_add_test(core.stdiotransport LABEL core SOURCES core/tst_stdiotransport.cpp)
