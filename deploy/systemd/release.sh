#!/bin/sh
# Installs a release in a folder of its own beside the running one, migrates, and replaces servers and worker one after the
# other. As root:
#   deploy/systemd/release.sh 2026-11-29 bileti.tar.gz
#   deploy/systemd/release.sh 2026-11-22     back to a release that is still there
set -eu

home=${BILETI_HOME:-/srv/bileti}
user=${BILETI_USER:-bileti}
# Where `systemctl enable` lists the servers.
enabled=${BILETI_ENABLED:-/etc/systemd/system/multi-user.target.wants}
# How long a server may take until it sells.
seconds=${BILETI_READY_SECONDS:-120}
# Running processes load parts of their release later, so that the last ones are kept.
kept=3

usage="usage: release.sh NAME [ARCHIVE]"
name=${1:?$usage}
archive=${2:-}
release=$home/releases/$name

say() { echo "release: $*"; }
give_up() { say "$*" >&2; exit 1; }

case $name in *[!A-Za-z0-9._-]* | .*) give_up "a name has letters, digits, dots and hyphens" ;; esac

if [ -n "$archive" ]; then
  [ ! -e "$release" ] || give_up "$release is there already"
  install -d -o "$user" -g "$user" "$release"
  # A release that could not be built is not one to go back to.
  trap 'rm -rf "$release"' EXIT
  runuser -u "$user" -- tar -x -f "$archive" -C "$release"
  cd "$release"
  runuser -u "$user" -- node tools/bootstrap.mjs
  runuser -u "$user" -- env PATH="$release/node_modules/.bin:$PATH" node tools/build-web.ts
  trap - EXIT
fi
[ -d "$release" ] || give_up "there is no $release"

say "migrations of $name"
systemctl start "bileti-migrate@$name"

ln -sfn "releases/$name" "$home/current.new"
mv -T "$home/current.new" "$home/current"

is_ready() { curl -fsS -o /dev/null --max-time 3 "http://127.0.0.1:$1/readyz" 2> /dev/null; }

for link in "$enabled"/bileti-server@*.service; do
  [ -L "$link" ] || give_up "no server is enabled: systemctl enable bileti-server@3000"
  unit=$(basename "$link")
  port=${unit#bileti-server@}
  port=${port%.service}
  say "server $port"
  systemctl restart "$unit"
  waited=0
  until is_ready "$port"; do
    [ "$waited" -lt "$seconds" ] || give_up "server $port is not ready after $seconds s; the others are as they were: release.sh PREVIOUS"
    waited=$((waited + 1))
    sleep 1
  done
done
say "worker"
systemctl restart bileti-worker

cd "$home/releases"
# The newest ones, and the one that runs.
ls -1t | tail -n "+$((kept + 1))" | while read -r old; do
  [ "$old" = "$name" ] || rm -rf "$old"
done
say "$name is running"
