import { FanfareConnectionError, FanfareTimeoutError } from './errors.ts';

/** Error codes of Node, Bun and Deno that mean that no byte of the request was sent. */
const NOT_SENT =
  /ECONNREFUSED|Connection ?[Rr]efused|dns error|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT/;

type Request = {
  /** Method and address, for people. */
  readonly what: string;
  /** Null when the request carried none. */
  readonly apiKey: string | null;
  /** The time limit, when it ended the request; null otherwise. */
  readonly timedOutAfterMs: number | null;
};

/** The error to throw when `fetch` rejects. */
export function toConnectionError(error: unknown, { what, apiKey, timedOutAfterMs }: Request): FanfareConnectionError {
  // `fetch` says "fetch failed"; its innermost cause has the reason.
  let why = '';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code: unknown = Reflect.get(cause, 'code');
    why = [typeof code === 'string' ? code : '', cause.message].filter(Boolean).join(' ') || why;
  }
  // An injected `fetch` may put the request, and so the key, into its errors.
  const whole = `${why} ${error instanceof Error ? error.stack : error} ${toJson(error)}`;
  const leaks = apiKey !== null && whole.includes(apiKey);
  const options = leaks ? {} : { cause: error };
  if (timedOutAfterMs !== null) {
    return new FanfareTimeoutError(`${what} was not answered within ${timedOutAfterMs} ms`, options);
  }
  const message = `${what} got no answer: ${(apiKey === null ? why : why.replaceAll(apiKey, '…')) || 'connection lost'}`;
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
