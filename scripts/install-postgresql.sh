#!/bin/sh
# Make sure that PostgreSQL's programs are there, for the tests of the store.
# Installs Debian's package where that is possible; otherwise says what is missing and fails.
set -eu

found() {
    command -v pg_ctl >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1
}

if found; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "PostgreSQL is missing, and there is no apt-get: install it (pg_ctl, initdb) by hand" >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "PostgreSQL is missing; as root, run: apt-get install postgresql" >&2
        exit 1
    fi
    as_root="sudo"
fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -qq -y --no-install-recommends postgresql >/dev/null
found || { echo "PostgreSQL was installed, but pg_ctl is not to be found" >&2; exit 1; }
