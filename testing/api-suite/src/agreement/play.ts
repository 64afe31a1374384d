import { isDeepStrictEqual } from 'node:util';
import type { WireAnswer, WireRequest } from '../implementation.ts';
import { type Step, textOf } from './call.ts';
import { type Comparable, comparable, createNamer } from './comparable.ts';
import { type Known, learn, type Pair } from './known.ts';
import { NONCE_CHARS, type Writing, write } from './references.ts';
import { keepPace, type Stage, sendBoth } from './stage.ts';

/** Two answers to one request that are not the same. */
export type Disagreement = {
  readonly step: Step;
  /** Its place in the sequence, from 1. */
  readonly at: number;
  readonly request: WireRequest;
  readonly server: Comparable;
  readonly mock: Comparable;
};

/** A request to the server, and its answer. */
export type Answered = { readonly step: Step; readonly request: WireRequest; readonly answer: WireAnswer };

let nonces = 0;
const newNonce = (): string =>
  `n${Date.now().toString(36)}${(nonces++ % 36 ** 3).toString(36).padStart(3, '0')}`.padEnd(NONCE_CHARS, '0');

/**
 * Plays a sequence on both sides, each request once the one before was answered. Returns the first
 * disagreement, or null.
 */
export async function play(
  { worlds, known }: Stage,
  steps: readonly Step[],
  onAnswer: (answered: Answered) => void,
): Promise<Disagreement | null> {
  const namers = [createNamer(), createNamer()] as const;
  for (const { ids } of known.accounts) for (const side of SIDES) namers[side](ids[side]);
  for (const [at, step] of steps.entries()) {
    const times = await keepPace(worlds);
    const nonce = newNonce();
    const requests = SIDES.map((side) =>
      writeRequest(step, { side, known, nonce, nowMs: times[side], file: worlds[side].file, post: null }),
    );
    const [first, second] = requests as [WireRequest, WireRequest];
    const answers = await sendBoth(worlds, [first, second]);
    const compared = SIDES.map((side) =>
      comparable({ name: namers[side], file: worlds[side].file, requestId: requestIdOf(first) }, answers[side]!),
    );
    const [server, mock] = compared as [Comparable, Comparable];
    if (!isDeepStrictEqual(server, mock)) return { step, at: at + 1, request: first, server, mock };
    remember(known, step, [first, second], answers);
    onAnswer({ step, request: first, answer: answers[0] });
  }
  return null;
}

const SIDES = [0, 1] as const;

function writeRequest({ call }: Step, writing: Writing): WireRequest {
  // The path comes first: it names the post whose targets the body speaks of.
  const path = write(writing, call.path);
  const query = call.query.map((pair) => pair.map((part) => encodeQuery(write(writing, part))).join('=')).join('&');
  const headers = call.headers.map(([name, value]) => [name, write(writing, value)] as const);
  const text = textOf(call);
  return {
    method: call.method,
    path: query === '' ? path : `${path}?${query}`,
    headers,
    ...(text !== undefined && { body: write(writing, text) }),
  };
}

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Also encodes half of a surrogate pair, which `encodeURIComponent` refuses. */
const encodeQuery = (text: string): string =>
  [...text].map((character) => (LONE_SURROGATE.test(character) ? '%ED%A0%80' : encodeURIComponent(character))).join('');

function requestIdOf({ headers = [] }: WireRequest): string | null {
  const given = headers.find(([name]) => name.toLowerCase() === 'x-request-id')?.[1];
  return given !== undefined && /^[\w-]{1,64}$/.test(given) ? given : null;
}

function remember(
  known: Known,
  { mutation }: Step,
  requests: readonly [WireRequest, WireRequest],
  [server, mock]: readonly [WireAnswer, WireAnswer],
): void {
  if (server.status >= 300) return;
  const tags = [server.headers.get('etag'), mock.headers.get('etag')] as const;
  const etags: Pair | null = tags[0] !== null && tags[1] !== null ? [tags[0], tags[1]] : null;
  learn(known, requests[0].path, [server.body, mock.body], etags);
  // An unchanged request, with a key in its body.
  const isAccepted = server.status === 201 || server.status === 202;
  if (isAccepted && mutation === null) known.published.push([requests[0].body!, requests[1].body!]);
}
