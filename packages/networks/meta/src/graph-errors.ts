import {
  type Answer,
  type ErrorTable,
  errorRowOf,
  NetworkError,
  type Refusal,
  type RefusedCall,
  toNetworkError,
  waitMsOf,
} from '@fanfare/network';
import { OTHER_CONTAINER_ERRORS, THREADS_CONTAINER_ERRORS } from './container-errors.ts';
import {
  GENERAL_CODE_ERRORS,
  GENERAL_SUBCODE_ERRORS,
  LIMIT_ERRORS,
  STATUS_429_ERRORS,
  TEXT_ERRORS,
  TOKEN_ERRORS,
} from './general-errors.ts';
import { type GraphErrorRow, SOON_MS } from './graph-error-row.ts';
import { CODE_EXCHANGE, REMAINING_ERRORS, VERSION_ERRORS } from './other-errors.ts';
import { PUBLISHING_CODE_ERRORS, PUBLISHING_ERRORS, SPAM_ERROR } from './publishing-errors.ts';
import { readRetryAfterMs } from './retry-after.ts';
import { graphErrorSchema, oauthErrorSchema } from './wire.ts';

export type MetaNetwork = 'Instagram' | 'Threads';

/**
 * Every documented or observed error of the two networks: the token and HTTP 429 first, then
 * subcodes, then words, then the code alone. Other statuses and `type` decide nothing: Threads
 * answers some validation errors with 500.
 */
export const GRAPH_ERRORS: readonly GraphErrorRow[] = [
  SPAM_ERROR,
  ...TOKEN_ERRORS,
  ...STATUS_429_ERRORS,
  ...THREADS_CONTAINER_ERRORS,
  ...GENERAL_SUBCODE_ERRORS,
  ...PUBLISHING_ERRORS,
  ...TEXT_ERRORS,
  ...VERSION_ERRORS,
  ...LIMIT_ERRORS,
  ...GENERAL_CODE_ERRORS,
  ...PUBLISHING_CODE_ERRORS,
  ...OTHER_CONTAINER_ERRORS,
  ...REMAINING_ERRORS,
];

/** The error table of each network, with its name in the texts. */
export const TABLES: Readonly<Record<MetaNetwork, ErrorTable<GraphErrorRow>>> = {
  Instagram: tableOf('Instagram'),
  Threads: tableOf('Threads'),
};

function tableOf(network: MetaNetwork): ErrorTable<GraphErrorRow> {
  const named = (text: string): string => text.replaceAll('{network}', network);
  const rows = GRAPH_ERRORS.map(
    (row): GraphErrorRow => ({
      ...row,
      message: named(row.message),
      ...(row.remedy !== undefined && { remedy: named(row.remedy) }),
    }),
  );
  return { rows, readRefusal, provesRefusal, waitMs };
}

/**
 * Posts have gone live behind a 4xx of the publish edge (gitroomhq/postiz-app#1681), so only
 * answers given before the edge runs prove that nothing was published.
 */
function provesRefusal(status: number): boolean {
  return [421, 425, 426, 429].includes(status);
}

function readRefusal({ status, json }: Answer): Refusal {
  const graph = graphErrorSchema.safeParse(json);
  if (graph.success) {
    const { code, error_subcode: subcode, message, error_user_msg, error_user_title } = graph.data.error;
    const words = [message, error_user_title, error_user_msg].filter((text) => text !== undefined && text !== '');
    const codes = subcode === undefined ? [`${code}`] : [`${code}/${subcode}`, `/${subcode}`, `${code}`];
    return { status, codes, text: [...new Set(words)].join(' | '), own: true, networkCode: codes[0] };
  }
  const oauth = oauthErrorSchema.safeParse(json);
  // A server that fails says nothing about the code, whatever envelope it uses.
  if (!oauth.success || status >= 500) return { status, codes: [], text: '', own: false };
  const { error_type, code, error_message: text } = oauth.data;
  return { status, codes: [CODE_EXCHANGE], text, own: true, networkCode: `${error_type}/${code}` };
}

/** `is_transient` lets a call be repeated where its row says nothing else and the token is fine. */
function waitMs({ retry, credential }: GraphErrorRow, { headers, json }: Answer, now: number): number | undefined {
  if (retry === 'reset') return readRetryAfterMs(headers, now);
  if (retry !== undefined || credential !== undefined) return retry;
  const graph = graphErrorSchema.safeParse(json);
  return graph.success && graph.data.error.is_transient === true ? SOON_MS : undefined;
}

/** Facts of a refused call beyond the error itself; reconciling a publish needs it. */
export type GraphFault = {
  readonly status: number;
  readonly row: GraphErrorRow;
  /** Pause before the same call may be tried again, whatever its outcome. */
  readonly retryAfterMs: number | undefined;
};

/** Kept beside the error, not in it: nothing of an answer can reach a log this way. */
const faults = new WeakMap<NetworkError, GraphFault>();

/** The network's refusal behind an error; null without a readable answer. */
export function graphFault(error: unknown): GraphFault | null {
  return error instanceof NetworkError ? (faults.get(error) ?? null) : null;
}

/**
 * Reads a refused call. The Graph sometimes prints the token it refuses ("Malformed access token
 * …"), so the secrets of the call are cut out of its words.
 */
export function toGraphError(
  network: MetaNetwork,
  answer: Answer,
  call: Omit<RefusedCall<GraphErrorRow>, 'on'>,
): NetworkError {
  const table = TABLES[network];
  const error = toNetworkError(table, answer, { ...call, on: 'call' });
  const row = errorRowOf(table, answer, 'call');
  const retryAfterMs = waitMsOf(table, row, answer, call.now);
  if (readRefusal(answer).own) faults.set(error, { status: answer.status, row, retryAfterMs });
  return error;
}
