import { storableText } from './storable.ts';

const HIDDEN = '[redacted]';

/** Names of secrets anywhere. `code` and `state` are secrets in a query only. */
const SECRET_NAMES =
  '(?:access|refresh|id|fb_exchange|input|oauth|upload)_?token(?:_secret)?|(?:client|app)_?secret|appsecret_proof|code_?verifier|signed_request|password';

const NAMED_VALUE = new RegExp(`(${SECRET_NAMES})(=|%3D|:[ \\t]*)["']?[^&\\s"'<>;,]+`, 'gi');
const QUERY_VALUE = /(?<![\w-])(code|state)(=|%3D)[^&\s"'<>;,]+/gi;
const JSON_VALUE = new RegExp(`((?:${SECRET_NAMES})\\\\?["']\\s*:\\s*\\\\?)(["'])(?:\\\\[^"']|(?!\\2)[^\\\\])*`, 'gi');
const AUTHORIZATION = /\b(Bearer|Basic)[ \t]+[^\s"'<>,;]+/gi;
/** Keys, and access and refresh tokens of connected apps. */
const API_KEY = /fanfare_(?:sk|at|rt)_[\w-]+/g;
/**
 * Meta tokens start with these letters (its error 190 repeats the token it could not read). JSON
 * Web Tokens are three dotted parts; the first alone is hidden too, since a pattern that needs the
 * dot reads a text without one again from every `eyJ`.
 */
const KNOWN_TOKEN = /\b(?:EAA|IGAA|IGQ|THAA|THQ)[\w-]{12,}|\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g;
/** Most paths and ids: without the length or characters that other patterns need. */
const HARMLESS = /^(?!.*(?:fanfare_|EAA|IGAA|IGQ|THAA|THQ|eyJ))[\w./-]{0,79}$/;
/** A token of an unknown kind: nothing readable is so long. The first group keeps it linear. */
const LONG_RUN = /(^|[^\w-])[\w-]{80,}/g;

/** Whether a text has no credential and needs no change. False says nothing. */
const isHarmless = (text: string): boolean => HARMLESS.test(text);

/** Above the first characters of every credential that a pattern needs to know it by. */
const MARGIN_CHARS = 2_000;
/** The longest text that is read at all, whatever the caller allows. */
const MOST_CHARS = 64 * 1024;

/**
 * Text of unknown origin made fit to store, log or show: it is well-formed and without U+0000,
 * credentials in every shape met so far are replaced by `[redacted]`, and the result is cut to
 * `maxChars` (default 500, in UTF-16 code units, never through the middle of a character). Only so
 * much of the text is read, at most 64 Ki characters, that its length does not matter.
 *
 * @example
 * redact('Malformed access token EAACEdEose0cBA…'); // 'Malformed access token [redacted]'
 * redact(logLine, Number.POSITIVE_INFINITY); // scrub only
 */
export function redact(text: string, maxChars = 500): string {
  if (text.length <= maxChars && isHarmless(text)) return text;
  const scrubbed = storableText(beginningOf(text, Math.min(maxChars + MARGIN_CHARS, MOST_CHARS)))
    .replace(NAMED_VALUE, `$1$2${HIDDEN}`)
    .replace(QUERY_VALUE, `$1$2${HIDDEN}`)
    .replace(JSON_VALUE, `$1$2${HIDDEN}`)
    .replace(AUTHORIZATION, `$1 ${HIDDEN}`)
    .replace(API_KEY, HIDDEN)
    .replace(KNOWN_TOKEN, HIDDEN)
    .replace(LONG_RUN, `$1${HIDDEN}`);
  if (scrubbed.length <= maxChars) return scrubbed;
  const endsInHalf = /[\uD800-\uDBFF]$/.test(scrubbed.slice(0, maxChars - 1));
  return `${scrubbed.slice(0, maxChars - (endsInHalf ? 2 : 1))}…`;
}

/** The first characters of a text. A word at the cut is hidden: it may be half a credential. */
export function beginningOf(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  let end = maxChars;
  while (end > 0 && isOfWord(text.charCodeAt(end - 1))) end--;
  return `${text.slice(0, end)}${HIDDEN}…`;
}

/** Characters of credentials without a name in front of them, as in the patterns above. */
const isOfWord = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x30 && code <= 0x39) ||
  [0x2d, 0x2e, 0x5f].includes(code);
