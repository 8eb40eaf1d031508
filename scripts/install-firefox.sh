#!/bin/sh
# Make sure that a Firefox is there, for the test of the edition without a server in it (make fuzz).
# Installs Debian's package where that is possible; otherwise says what is missing and fails.
set -eu

found() {
    command -v firefox-esr >/dev/null 2>&1 || command -v firefox >/dev/null 2>&1
}

if found; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "Firefox is missing, and there is no apt-get: install it by hand" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Firefox is missing; as root, run: apt-get install firefox-esr" >&2
        exit 1
    fi
    as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -qq -y --no-install-recommends firefox-esr >/dev/null
found || { echo "Firefox was installed, but is not to be found" >&2; exit 1; }
