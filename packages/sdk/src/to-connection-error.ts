import { FanfareConnectionError, FanfareTimeoutError } from './errors.ts';

/** Codes of Node, Bun and Deno under which not a byte of the request was sent. */
const NOT_SENT =
  /ECONNREFUSED|Connection ?[Rr]efused|dns error|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;

type Request = {
  /** Method and address, for people. */
  readonly what: string;
  readonly apiKey: string;
  /** The time it was given, when that is what ended it. */
  readonly timedOutAfterMs: number | null;
};

/** What it means that `fetch` rejected. */
export function toConnectionError(error: unknown, { what, apiKey, timedOutAfterMs }: Request): FanfareConnectionError {
  // `fetch` says "fetch failed"; why stands in its innermost cause.
  let why = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = Reflect.get(cause, 'code');
    why = [typeof code === 'string' ? code : '', cause.message].filter(Boolean).join(' ') || why;
  }
  // Whoever injects a `fetch` may put the request into its errors.
  const leaks = `${why} ${error instanceof Error ? error.stack : error} ${toJson(error)}`.includes(apiKey);
  const options = leaks ? {} : { cause: error };
  if (timedOutAfterMs !== null) {
    return new FanfareTimeoutError(`${what} was not answered within ${timedOutAfterMs} ms`, options);
  }
  const message = `${what} got no answer: ${why.replaceAll(apiKey, '…') || 'the connection was lost'}`;
  const sent = !NOT_SENT.test(why);
  return sent && /TIMEDOUT|TIMEOUT/.test(why)
    ? new FanfareTimeoutError(message, options)
    : new FanfareConnectionError(message, { ...options, mayHaveArrived: sent });
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}
