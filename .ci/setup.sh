# Sourced by .ci/run and .ci/full. It gives a run a folder for all temporary files. When the run ends, fails or is interrupted, it
# ends all processes of the run and removes the folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TZ=UTC

# Ends every process that has the folder in its environment or its command, or works in it, and removes the folder.
clean_up() {
  local folder=$1 round pids segments
  for round in {1..50}; do
    pids=$({
      grep -lsaF -e "$folder" /proc/[0-9]*/environ /proc/[0-9]*/cmdline
      find /proc -maxdepth 2 -name cwd -lname "$folder*"
    } 2>/dev/null | cut -d/ -f3 | sort -u) || true
    # A killed PostgreSQL leaves its shared memory behind.
    segments=$(for pid in $pids; do grep -oE '/dev/shm/PostgreSQL\.[0-9]+' "/proc/$pid/maps"; done 2>/dev/null) || true
    rm -rf "$folder" $segments 2>/dev/null || true
    # The list also has the commands above, which have ended.
    if ! kill -KILL $pids 2>/dev/null && [ ! -e "$folder" ]; then return; fi
    sleep 0.1
  done
  echo "$folder could not be removed" >&2
}

# A run that was killed has left its folder. A run that goes on holds the lock of its folder.
for folder in "${TMPDIR:-/tmp}"/intake-ci.*; do
  if [ -d "$folder" ] && flock --nonblock "$folder" true; then clean_up "$folder"; fi
done

TMPDIR=$(mktemp -d "${TMPDIR:-/tmp}/intake-ci.XXXXXX")
export TMPDIR
exec {lock}<"$TMPDIR"
flock "$lock"
# As root, PostgreSQL runs as another user, and creates folders here.
chmod 1777 "$TMPDIR"
trap 'status=$?; trap - EXIT; clean_up "$TMPDIR"; exit "$status"' EXIT
trap 'exit 130' HUP INT TERM

# Runs a command, and stops at once at a signal: the shell would handle it only after a command in the foreground.
interruptibly() {
  # A command must not hold the lock: it may outlive the run.
  "$@" {lock}<&- &
  wait $!
}
