#!/bin/sh
# First steps with Fanfare in curl: accounts, a check, a post, a repeat, errors. POSIX sh, nothing but curl and the usual tools.
set -eu

# --- Where Fanfare is: the environment, else what `pnpm dev` wrote down. -----------------------------------------------------------------------------
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
dev_json="${FANFARE_FOLDER:-$here/../../.fanfare}/dev.json"
from_dev() { sed -n "s/^ *\"$1\": \"\\(.*\\)\",*\$/\\1/p" "$dev_json" 2>/dev/null || true; }
base_url=${FANFARE_BASE_URL:-$(from_dev baseUrl)}
api_key=${FANFARE_API_KEY:-$(from_dev apiKey)}
if [ -z "$base_url" ] || [ -z "$api_key" ]; then
  echo 'Fanfare is not running. Start it with "npx --yes pnpm@10.34.9 dev", or set FANFARE_BASE_URL and FANFARE_API_KEY.' >&2
  exit 1
fi
if ! command -v curl >/dev/null; then
  echo 'This needs curl.' >&2
  exit 1
fi

# --- One call, tried again while that can help. -------------------------------------------------------------------------------------------------------
umask 077
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
# In a file, for everybody on the machine can read the arguments of a program.
use_key() { printf 'header = "Authorization: Bearer %s"\n' "$1" >"$tmp/auth"; }
use_key "$api_key"

# call METHOD PATH [BODY [KEY]]: sets $status and $body. Only what is harmless to repeat comes here: reads, checks, and posts with their key.
call() {
  attempt=1
  while :; do
    set -- "$1" "$2" "${3:-}" "${4:-}"
    # A network may take minutes with a video.
    if status=$(curl --silent --config "$tmp/auth" --max-time 300 --dump-header "$tmp/headers" --output "$tmp/body" --write-out '%{http_code}' \
      --request "$1" "$base_url/api/v1$2" ${3:+--header 'Content-Type: application/json' --data "$3"} ${4:+--header "Idempotency-Key: $4"}); then
      body=$(cat "$tmp/body")
      wait_s=$(tr -d '\r' <"$tmp/headers" | sed -n 's/^[Rr]etry-[Aa]fter: *\([0-9][0-9]*\)$/\1/p')
      case $status in
        # 429 is “too fast”, or a quota that is spent until next month.
        429) [ "$(text code)" != quota_exceeded ] || return 0 ;;
        501) return 0 ;;
        408 | 5??) ;;
        *) return 0 ;;
      esac
      reason=$status
    else
      reason="no answer (curl $?)"
      wait_s='' status=000 body=''
    fi
    if [ $attempt -ge 4 ]; then
      [ "$status" != 000 ] || fail "Nothing answers at $base_url: $reason."
      return 0
    fi
    echo "   $reason: asking again with the same key" >&2
    sleep "${wait_s:-$attempt}"
    attempt=$((attempt + 1))
  done
}

fail() {
  echo "$1" >&2
  exit 1
}

# Enough for names, ids and codes, which hold no quotes; where there is jq, use `jq -r .error.code`.
objects() { printf '%s' "$body" | tr '{}' '\n\n'; }
value() { sed -n "s/.*\"$1\":\"\\([^\"]*\\)\".*/\\1/p" | head -n 1; }
text() { objects | value "$1"; }

# Branch on the code: it is stable, the message is for people.
explain() {
  echo "   $status $(text code)"
  case $(text code) in
    invalid_post) objects | grep '"rule":' | while read -r one; do
      echo "     $(printf '%s' "$one" | value rule): $(printf '%s' "$one" | value message)"
    done ;;
    unauthorized) echo '     The key opens nothing: check FANFARE_API_KEY.' ;;
    account_not_found) echo '     The account was disconnected: list the accounts again.' ;;
    quota_exceeded) echo '     The plan is used up: publish next month, or take a larger one.' ;;
    *) echo "     $(text message) ($(text requestId))" ;;
  esac
}

expect_ok() {
  case $status in 2??) ;; *)
    explain >&2
    exit 1
    ;;
  esac
}

# --- The steps. ---------------------------------------------------------------------------------------------------------------------------------------
printf '\n1  The accounts of the project\n\n'
call GET /accounts
expect_ok
targets=''
for platform in threads x linkedin; do
  account=$(objects | grep "\"platform\":\"$platform\".*\"status\":\"active\"" | head -n 1)
  [ -n "$account" ] || continue
  id=$(printf '%s' "$account" | value id)
  printf '   %-8s  @%s  %s\n' "$platform" "$(printf '%s' "$account" | value username)" "$id"
  targets="$targets${targets:+, }{\"platform\": \"$platform\", \"accountId\": \"$id\"}"
done
[ -n "$targets" ] || fail 'Connect an account on Threads, X or LinkedIn first.'

printf '\n2  Ask before publishing\n\n'
long=$(printf '%0300d' 0)
call POST /posts/validate "{\"content\": \"$long\", \"platforms\": [$targets]}"
expect_ok
echo "   valid: $(objects | sed -n 's/.*"valid":\([a-z]*\).*/\1/p' | head -n 1)"
objects | grep '"rule":' | while read -r one; do echo "     $(printf '%s' "$one" | value rule)"; done

printf '\n3  Publish\n\n'
batch=$(od -An -N2 -tx1 /dev/urandom | tr -d ' \n' | tr a-f A-F)
content="Batch $batch is out of the oven."
post="{\"content\": \"$content\", \"platforms\": [$targets]}"
# Made once for what is to be published, and kept with it: every attempt, also one after a restart, carries it.
key="batch-$batch"
call POST /posts "$post" "$key"
expect_ok
id=$(text id)
# A repeat is answered at once, with what is still on its way as “pending”.
while objects | grep -q '"id":"tgt_.*"status":"pending"'; do
  sleep 1
  call GET "/posts/$id"
  expect_ok
done
echo "   $id is $(text status): “$content”"
objects | grep '"id":"tgt_' | while read -r one; do
  printf '     %-8s  %s  %s\n' "$(printf '%s' "$one" | value platform)" "$(printf '%s' "$one" | value status)" \
    "$(printf '%s' "$one" | value url)$(printf '%s' "$one" | value error)"
done

printf '\n4  The same again, as after an answer that got lost\n\n'
call POST /posts "$post" "$key"
expect_ok
echo "   $status, replayed: $(printf '%s' "$body" | sed -n 's/.*"replayed":\([a-z]*\).*/\1/p'), $(text id)"

printf '\n5  What is refused says why, by a code\n\n'
call POST /posts "{\"content\": \"$long\", \"platforms\": [$targets]}" "long-$batch"
explain
use_key fanfare_sk_wrong
call GET /accounts
explain
echo
