#!/bin/sh
# Make sure that nginx is there, for the tests of servers behind a proxy.
# Installs Debian's package where that is possible; otherwise says what is missing and fails.
set -eu

found() {
    command -v nginx >/dev/null 2>&1 || [ -x /usr/sbin/nginx ]
}

if found; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "nginx is missing, and there is no apt-get: install it by hand" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "nginx is missing; as root, run: apt-get install nginx-light" >&2
        exit 1
    fi
    as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -qq -y --no-install-recommends nginx-light >/dev/null
found || { echo "nginx was installed, but is not to be found" >&2; exit 1; }
