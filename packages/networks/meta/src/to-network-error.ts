import { type Answer, type Effect, NetworkError, type Outcome } from '@fanfare/network';
import { findGraphError } from './find-graph-error.ts';
import type { GraphErrorRow } from './graph-error-row.ts';
import { refusesVersion, VERSION_STATUS, VERSION_STATUS_ROW } from './refuses-version.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { graphErrorSchema, oauthErrorSchema } from './wire.ts';

/** What a refused call says beyond the error itself; reconciling a publish needs it. */
export type GraphFault = {
  readonly status: number;
  readonly again: GraphErrorRow['again'] | null;
  readonly counts: GraphErrorRow['counts'] | null;
  readonly retryAfterMs: number | undefined;
};

/** Kept beside the error, not in it: nothing of an answer can reach a log this way. */
const faults = new WeakMap<NetworkError, GraphFault>();

/** The network's own refusal behind an error; null when there was no readable answer (time-out, cut connection, a proxy's page). */
export function graphFault(error: unknown): GraphFault | null {
  return error instanceof NetworkError ? (faults.get(error) ?? null) : null;
}

const SOON_MS = 2000;

/** Texts of the token endpoints that blame the app's registration and not the user. */
const APP_AT_FAULT = /redirect_uri|client.?secret|client_id|platform app|application id|validating application/i;

const UNKNOWN_REFUSAL: GraphErrorRow = { code: null, becomes: 'content_rejected', says: '{network} refused the call.' };
const NOT_GRAPH: GraphErrorRow = {
  code: null,
  becomes: 'network_unavailable',
  says: '{network} gave an answer that is not one of its API.',
};

type Read = {
  readonly row: GraphErrorRow;
  readonly networkCode: string;
  readonly words: string;
  readonly readable: boolean;
  readonly spam: boolean;
};

function readGraph(answer: Answer): Read | null {
  const parsed = graphErrorSchema.safeParse(answer.json);
  if (!parsed.success) return null;
  const {
    code,
    error_subcode: subcode = null,
    message,
    is_transient,
    error_user_msg,
    error_user_title,
  } = parsed.data.error;
  const known = findGraphError({ code, subcode, message }) ?? UNKNOWN_REFUSAL;
  const mayPass = is_transient === true && known.again === undefined && known.credential === undefined;
  const words = [message, error_user_title, error_user_msg].filter((text) => text !== undefined && text !== '');
  return {
    row: mayPass ? { ...known, again: 'soon' } : known,
    networkCode: subcode === null ? `${code}` : `${code}/${subcode}`,
    words: [...new Set(words)].join(' | '),
    readable: true,
    spam: subcode === 2207051,
  };
}

function readOAuth(answer: Answer): Read | null {
  const parsed = oauthErrorSchema.safeParse(answer.json);
  // A server that fails says nothing about the code, whatever envelope it uses.
  if (!parsed.success || answer.status >= 500) return null;
  const { error_type, code, error_message } = parsed.data;
  const row: GraphErrorRow = APP_AT_FAULT.test(error_message)
    ? {
        code: null,
        becomes: 'internal_error',
        operator: true,
        says: '{network} does not accept the app registration of this installation.',
        remedy:
          'The operator must compare app id, app secret and redirect URI with the Meta App Dashboard, character by character.',
      }
    : {
        code: null,
        becomes: 'credential_rejected',
        says: '{network} did not accept the authorization code.',
        remedy: 'Start the connect flow again; a code is valid once and for one hour.',
      };
  return { row, networkCode: `${error_type}/${code}`, words: error_message, readable: true, spam: false };
}

function readBare(answer: Answer): Read {
  if (answer.status === VERSION_STATUS)
    return { row: VERSION_STATUS_ROW, networkCode: `${answer.status}`, words: '', readable: false, spam: false };
  const temporary = answer.status >= 500 || [408, 421, 425, 429].includes(answer.status);
  const row: GraphErrorRow = temporary
    ? { ...NOT_GRAPH, says: '{network} is not available.', again: 'soon' }
    : NOT_GRAPH;
  return { row, networkCode: `${answer.status}`, words: '', readable: false, spam: false };
}

/**
 * Whether a refused publish is proof that nothing was published. Posts have gone live behind a 4xx of this edge
 * (gitroomhq/postiz-app#1681, subcode 2207051), so only answers given before the edge runs are: throttling by status, and a refused token.
 */
function outcomeOf(effect: Effect, status: number, read: Read): Outcome {
  if (effect !== 'public') return 'rejected';
  if (read.spam) return 'unknown';
  if (status === 421 || status === 425 || status === 429) return 'rejected';
  return read.readable && read.row.becomes === 'credential_rejected' ? 'rejected' : 'unknown';
}

const scrub = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '[redacted]')), text);

/**
 * Reads a refused call into the one error of all adapters. Graph sometimes prints the token it refuses ("Malformed access token …"), so
 * every secret of the call is cut from the network's words.
 */
export function toNetworkError(
  answer: Answer,
  call: {
    readonly network: string;
    readonly effect: Effect;
    readonly secrets: readonly string[];
    readonly now: number;
    readonly mediaIndex?: number | undefined;
  },
): NetworkError {
  const read = readGraph(answer) ?? readOAuth(answer) ?? readBare(answer);
  const throttled =
    read.row.again === 'later' || (answer.status === 429 && read.row.credential === undefined && !read.spam);
  // A refused version says that the call itself was not looked at.
  const outcome = refusesVersion(answer) ? 'rejected' : outcomeOf(call.effect, answer.status, read);
  const retryAfterMs = throttled
    ? readRetryAfterMs(answer.headers, call.now)
    : read.row.again === 'soon' || (read.row.again === 'same' && call.effect !== 'public')
      ? SOON_MS
      : undefined;
  const named = (text: string): string => text.replaceAll('{network}', call.network);
  const error = new NetworkError({
    code: throttled ? 'rate_limited' : read.row.becomes,
    outcome,
    message: throttled && read.row.again !== 'later' ? `${call.network} throttles this account.` : named(read.row.says),
    retryAfterMs: outcome === 'unknown' ? undefined : retryAfterMs,
    networkCode: read.networkCode,
    networkMessage: read.words === '' ? undefined : scrub(read.words, call.secrets),
    mediaIndex: call.mediaIndex,
    remedy: read.row.remedy === undefined ? undefined : named(read.row.remedy),
    credential: read.row.credential,
    operator: read.row.operator,
  });
  if (read.readable) {
    const again = throttled ? 'later' : (read.row.again ?? null);
    faults.set(error, { status: answer.status, again, counts: read.row.counts ?? null, retryAfterMs });
  }
  return error;
}
