#!/bin/sh
# The service `backup` of compose.yaml: a base backup each day, and a copy of the ledger of erasures each hour.
# docs/backups.md explains both. It ends when a step fails, and is started again.
set -eu

# The log is archived as soon as there is a folder for it.
install -d -o postgres -g postgres -m 700 "$BACKUPS" "$BACKUPS/base" "$BACKUPS/wal"

while :; do
  if [ -d "$DATA_DIR/erasures" ]; then
    # Nothing is ever deleted from the copy.
    mkdir -p "$BACKUPS/erasures"
    cp -R "$DATA_DIR/erasures/." "$BACKUPS/erasures/"
  fi
  if [ -z "$(find "$BACKUPS/base" -mindepth 1 -maxdepth 1 ! -name new -mtime -1)" ]; then
    gosu postgres sh -eu <<'END'
mkdir -p "${BACKUPS:?}/base" "$BACKUPS/wal" &&
  rm -rf "$BACKUPS/base/new" &&
  pg_basebackup -D "$BACKUPS/base/new" --checkpoint=fast &&
  pg_verifybackup -q "$BACKUPS/base/new" &&
  mv "$BACKUPS/base/new" "$BACKUPS/base/$(date -u +%Y-%m-%dT%H:%M:%SZ)" &&
  find "$BACKUPS/base" -mindepth 1 -maxdepth 1 -mtime +30 -exec rm -r {} + &&
  find "$BACKUPS/wal" -type f ! -name '*.history' -mtime +32 -delete
END
  fi
  sleep 3600
done
