#!/bin/sh
# Make sure that a Chromium is there, for the tests in a real browser.
# Installs Debian's package where that is possible: the shell without a window, which needs a third
# less processor time for the same tests, or the browser. Otherwise says what is missing and fails.
set -eu

found() {
    command -v chromium-headless-shell >/dev/null 2>&1 ||
        command -v chromium >/dev/null 2>&1 || command -v chromium-browser >/dev/null 2>&1 ||
        command -v google-chrome >/dev/null 2>&1
}

if found; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "Chromium is missing, and there is no apt-get: install it by hand" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "Chromium is missing; as root, run: apt-get install chromium" >&2
        exit 1
    fi
    as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -qq -y --no-install-recommends chromium-headless-shell >/dev/null ||
    $as_root apt-get install -qq -y --no-install-recommends chromium >/dev/null
found || { echo "Chromium was installed, but is not to be found" >&2; exit 1; }
