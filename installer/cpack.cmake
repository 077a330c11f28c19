# SPDX-FileCopyrightText: 2026 The Pullcord Authors
# SPDX-License-Identifier: Apache-2.0

# Packages: `cpack -G DEB` in a release build directory makes pullcord and pullcord-cli, `cpack -G TGZ` an archive of both.
set(CPACK_PACKAGE_NAME pullcord)
set(CPACK_PACKAGE_VENDOR "The Pullcord Authors")
set(CPACK_PACKAGE_CONTACT "The Pullcord Authors <pullcord@pullcord.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR TGZ)
if(PULLCORD_PORTABLE)
    set(CPACK_PACKAGE_FILE_NAME pullcord-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
endif()

set(CPACK_COMPONENTS_ALL cli)
if(NOT PULLCORD_CORE_ONLY)
    list(APPEND CPACK_COMPONENTS_ALL desktop)
endif()
set(CPACK_COMPONENT_DESKTOP_DEPENDS cli)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_CLI_PACKAGE_NAME pullcord-cli)
set(CPACK_DEBIAN_DESKTOP_PACKAGE_NAME pullcord)
# Plugins are loaded at run time, so shlibdeps cannot see them; libqt6gui6 itself brings the ones for X11.
# The translations are those of Qt's own texts.
set(CPACK_DEBIAN_DESKTOP_PACKAGE_RECOMMENDS "qt6-wayland, qt6-translations-l10n")
set(CPACK_COMPONENT_CLI_DESCRIPTION
    "The command line of Pullcord. Lists and calls the tools of an MCP server,
cancels calls with a reason, shows what still comes after a cancel, and records
every message in a file. Contains the demo server, which misbehaves on demand.")
set(CPACK_COMPONENT_DESKTOP_DESCRIPTION
    "Shows every JSON-RPC message and every request in flight between an MCP client
and a server, in both directions, and cancels any of them with a reason. Keeps
the whole conversation as a file.")

include(CPack)
