# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# The real servers and our own programs as commands.
add_library(pullcord_test_peers STATIC e2e/clirun.h e2e/httppeer.cpp e2e/httppeer.h e2e/peers.cpp e2e/peers.h)
target_include_directories(pullcord_test_peers PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries(pullcord_test_peers PUBLIC pullcord_core PRIVATE Qt6::Test pullcord_options)

pullcord_add_test(e2e.peers LABEL e2e SOURCES e2e/tst_peers.cpp LIBRARIES pullcord_test_peers PEERS)
pullcord_add_test(e2e.httppeers LABEL e2e SOURCES e2e/tst_httppeers.cpp
    LIBRARIES pullcord_test_peers pullcord_test_server PEERS)
pullcord_add_test(e2e.cli LABEL e2e SOURCES e2e/tst_cli.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_cli pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.cliexport LABEL e2e SOURCES e2e/tst_cliexport.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_cliexport pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.clicompletion LABEL e2e SOURCES e2e/tst_clicompletion.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_clicompletion pullcord-cli)
pullcord_add_test(e2e.clifiles LABEL e2e SOURCES e2e/tst_clifiles.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_clifiles pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.clisignals LABEL e2e SOURCES e2e/tst_clisignals.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_clisignals pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.clichecks LABEL e2e SOURCES e2e/tst_clichecks.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_clichecks pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.clianswering LABEL e2e SOURCES e2e/tst_clianswering.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.cliservers LABEL e2e SOURCES e2e/tst_cliservers.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_cliservers pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.cliraw LABEL e2e SOURCES e2e/tst_cliraw.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_cliraw pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.clihttp LABEL e2e SOURCES e2e/tst_clihttp.cpp LIBRARIES pullcord_test_peers pullcord_test_server)
pullcord_add_test(e2e.clihttpcalls LABEL e2e SOURCES e2e/tst_clihttpcalls.cpp
                  LIBRARIES pullcord_test_peers pullcord_test_server)
add_dependencies(tst_clihttp pullcord-cli)
add_dependencies(tst_clianswering pullcord-cli pullcord-demo-server)
add_dependencies(tst_clihttpcalls pullcord-cli)
pullcord_add_test(e2e.clicatalog LABEL e2e SOURCES e2e/tst_clicatalog.cpp LIBRARIES pullcord_test_peers PEERS)
pullcord_add_test(e2e.sentmessages LABEL e2e SOURCES e2e/tst_sentmessages.cpp LIBRARIES pullcord_test_peers PEERS)
pullcord_add_test(e2e.clihttppeers LABEL e2e SOURCES e2e/tst_clihttppeers.cpp LIBRARIES pullcord_test_peers PEERS)

pullcord_add_test(e2e.demoserver LABEL e2e SOURCES e2e/tst_demoserver.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.democancel LABEL e2e SOURCES e2e/tst_democancel.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.demoasking LABEL e2e SOURCES e2e/tst_demoasking.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.demohttp LABEL e2e SOURCES e2e/tst_demohttp.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.demohttpcancel LABEL e2e SOURCES e2e/tst_demohttpcancel.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.demohttprules LABEL e2e SOURCES e2e/tst_demohttprules.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.demochanges LABEL e2e SOURCES e2e/tst_demochanges.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.demotasks LABEL e2e SOURCES e2e/tst_demotasks.cpp LIBRARIES pullcord_test_peers)
pullcord_add_test(e2e.clitasks LABEL e2e SOURCES e2e/tst_clitasks.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_clitasks pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.clichanges LABEL e2e SOURCES e2e/tst_clichanges.cpp LIBRARIES pullcord_test_peers)
add_dependencies(tst_clichanges pullcord-cli pullcord-demo-server)
pullcord_add_test(e2e.peerchanges LABEL e2e SOURCES e2e/tst_peerchanges.cpp LIBRARIES pullcord_test_peers PEERS)
foreach(test IN ITEMS tst_demochanges tst_demotasks tst_demoserver tst_democancel tst_demoasking tst_demohttp tst_demohttpcancel tst_demohttprules)
    add_dependencies(${test} pullcord-demo-server)
endforeach()

if(TARGET tst_clihttppeers)
    add_dependencies(tst_clicatalog pullcord-cli pullcord-demo-server)
    add_dependencies(tst_clihttppeers pullcord-cli)
    add_dependencies(tst_sentmessages pullcord-cli pullcord-demo-server)
endif()

# The official conformance suite, and the client that it judges.
pullcord_add_test(e2e.conformance LABEL e2e SOURCES e2e/tst_conformance.cpp LIBRARIES pullcord_test_peers PEERS TIMEOUT 300)
if(TARGET tst_conformance)
    qt_add_executable(pullcord-conformance-client
        e2e/conformance/conformanceclient.cpp e2e/conformance/conformanceclient.h
        e2e/conformance/main.cpp)
    target_include_directories(pullcord-conformance-client PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
    target_link_libraries(pullcord-conformance-client PRIVATE pullcord_core pullcord_options)
    add_dependencies(tst_conformance pullcord-conformance-client)
endif()

if(NOT PULLCORD_CORE_ONLY)
    pullcord_add_test(e2e.everything LABEL e2e SOURCES e2e/tst_everything.cpp
        LIBRARIES pullcord_test_peers pullcord_test_window PEERS)
    pullcord_add_test(e2e.everythingasks LABEL e2e SOURCES e2e/tst_everythingasks.cpp
        LIBRARIES pullcord_test_peers pullcord_test_window PEERS)
    pullcord_add_test(e2e.desktop LABEL e2e SOURCES e2e/tst_desktop.cpp LIBRARIES pullcord_test_peers)
    pullcord_add_test(e2e.oneprogram LABEL e2e SOURCES e2e/tst_oneprogram.cpp LIBRARIES pullcord_test_peers)
    foreach(test IN ITEMS tst_desktop tst_oneprogram)
        add_dependencies(${test} pullcord pullcord-demo-server pullcord-guard)
    endforeach()
endif()
