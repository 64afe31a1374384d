import {
  type Answer,
  type Call,
  type HiddenStep,
  NetworkError,
  type OutgoingCall,
  parseJson,
  Secret,
} from '@fanfare/network';

/**
 * The scripted answer: a status with JSON, with the exact text of a body, or the error of a call
 * without an answer.
 */
export type Reply =
  | { readonly status?: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status?: number; readonly json: unknown; readonly headers?: Readonly<Record<string, string>> }
  | NetworkError;

/** One call as the network would see it. */
export type Seen = {
  readonly call: string;
  readonly params: Readonly<Record<string, string>>;
  readonly effect: OutgoingCall['effect'];
  readonly atMs: number;
};

/** Answers per `METHOD url`; a list is used up in order and its last entry repeats. */
export type Script = Readonly<Record<string, Reply | readonly Reply[] | ((params: Seen['params']) => Reply)>>;

const defined = (params: Readonly<Record<string, string | undefined>> = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** A clock without real time: it jumps to the next sleeper when nothing else is left to do. */
function virtualClock(startMs: number): Call['clock'] {
  let now = startMs;
  const sleepers: { at: number; wake: () => void }[] = [];
  let pumping = false;
  const pump = (): void => {
    pumping = false;
    sleepers.sort((a, b) => a.at - b.at);
    const next = sleepers.shift();
    if (!next) return;
    now = Math.max(now, next.at);
    next.wake();
    if (sleepers.length > 0) schedule();
  };
  const schedule = (): void => {
    if (pumping) return;
    pumping = true;
    setImmediate(pump);
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = { at: now + ms, wake: resolve };
        signal?.addEventListener('abort', () => {
          const index = sleepers.indexOf(sleeper);
          if (index >= 0) sleepers.splice(index, 1);
          reject(signal.reason);
        });
        sleepers.push(sleeper);
        schedule();
      }),
  };
}

/** A lost answer, as the real client reports it for this effect. */
export const noAnswer = (effect: OutgoingCall['effect']): NetworkError =>
  new NetworkError({
    code: 'network_unavailable',
    outcome: 'unknown',
    message: 'graph.test did not answer within 30 seconds.',
    retryAfterMs: effect === 'public' ? undefined : 1000,
  });

/** A Graph error as sent by the network. */
export const graphError = (
  code: number,
  subcode?: number,
  message = 'message of the network',
  status = 400,
): Reply => ({
  status,
  json: { error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A' } },
});

/**
 * A `Call` against a scripted network, with a journal of hidden steps that survives in `journal`,
 * and a log of everything that was sent.
 *
 * @example
 * const { call, seen } = scriptNetwork({ 'GET https://graph.test/me': { json: { id: '1' } } });
 */
export function scriptNetwork(
  script: Script,
  options: {
    readonly journal?: Map<number, string>;
    readonly signal?: AbortSignal;
    readonly startMs?: number;
    /** The account's granted scopes; none by default. */
    readonly scopes?: readonly string[];
  } = {},
): { call: Call; seen: Seen[]; journal: Map<number, string>; steps: HiddenStep['ordinal'][] } {
  const clock = virtualClock(options.startMs ?? Date.parse('2026-11-20T12:00:00Z'));
  const journal = options.journal ?? new Map<number, string>();
  const seen: Seen[] = [];
  const steps: number[] = [];
  const used = new Map<string, number>();

  const replyTo = (name: string, params: Seen['params']): Reply => {
    const entry = script[name];
    if (entry === undefined) throw new Error(`The script has no answer to ${name}`);
    if (typeof entry === 'function') return entry(params);
    if (!Array.isArray(entry)) return entry as Reply;
    const replies: readonly Reply[] = entry;
    const n = used.get(name) ?? 0;
    used.set(name, n + 1);
    return replies[Math.min(n, replies.length - 1)]!;
  };

  const http = async (outgoing: OutgoingCall): Promise<Answer> => {
    const name = `${outgoing.method} ${outgoing.url}`;
    const form = outgoing.body !== undefined && 'form' in outgoing.body ? outgoing.body.form : undefined;
    const params = defined(outgoing.method === 'GET' ? outgoing.query : form);
    seen.push({ call: name, params, effect: outgoing.effect, atMs: clock.now() });
    const reply = replyTo(name, params);
    if (reply instanceof NetworkError) throw reply;
    return {
      status: reply.status ?? 200,
      headers: reply.headers ?? {},
      ...('text' in reply
        ? { text: reply.text, json: parseJson(reply.text) }
        : { text: JSON.stringify(reply.json) ?? '', json: reply.json }),
    };
  };

  const call: Call = {
    key: 'target-1',
    http,
    clock,
    signal: options.signal ?? new AbortController().signal,
    account: { platformUserId: '17841400000000001', username: 'acme', otherIds: ['27640875392278831'] },
    credential: {
      accessToken: new Secret('TOKEN-CANARY'),
      refreshToken: null,
      expiresAt: null,
      refreshExpiresAt: null,
      scopes: options.scopes ?? [],
    },
    media: { open: () => Promise.reject(new Error('Meta fetches media itself')) },
    async step({ ordinal, send }) {
      const known = journal.get(ordinal);
      if (known !== undefined) return known;
      steps.push(ordinal);
      const id = await send(() => undefined);
      journal.set(ordinal, id);
      return id;
    },
  };
  return { call, seen, journal, steps };
}
