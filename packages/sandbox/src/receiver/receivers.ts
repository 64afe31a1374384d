import type { IncomingHttpHeaders } from 'node:http';
import { isObject, parseJson } from '../read-json.ts';
import { OK, type ReceiverAnswer } from './answers.ts';
import { checkSignature, type SignatureResult, type Signed } from './check-signature.ts';

/** One delivery as it arrived. */
export type Delivery = {
  readonly number: number;
  /** Grows with each change of any delivery: `since` of the control API. */
  readonly change: number;
  /** ISO, real time. */
  readonly receivedAt: string;
  /** Header `webhook-id`. */
  readonly eventId: string | null;
  /** From the body; null when it is no JSON with a type. */
  readonly type: string | null;
  /** Number of this delivery of the event, from 1. */
  readonly attempt: number;
  readonly signature: SignatureResult;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly bodyBytes: number;
  /** The status of the answer; null while it waits, or when the sender left before. */
  readonly status: number | null;
  readonly durationMs: number | null;
};

type Kept = { -readonly [Field in keyof Delivery]: Delivery[Field] } & { readonly signed: Signed };

/** An address that takes deliveries, with its own answer and secrets. */
export type Receiver = ReturnType<typeof createReceiver>;

export type Receivers = ReturnType<typeof createReceivers>;

const MAX_DELIVERIES = 200;
const MAX_COUNTED = 10_000;
const MAX_RECEIVERS = 50;
const NAME = /^[a-z0-9-]{1,40}$/;

/** Receivers by name; the first use of a name makes one. */
export function createReceivers(deps: { readonly now: () => number }) {
  const receivers = new Map<string, Receiver>();
  return {
    /** Null for a name that is not one, and when there are too many. */
    open(name: string): Receiver | null {
      const known = receivers.get(name);
      if (known) return known;
      if (!NAME.test(name) || receivers.size >= MAX_RECEIVERS) return null;
      const receiver = createReceiver(name, deps);
      receivers.set(name, receiver);
      return receiver;
    },
    names: (): readonly string[] => [...receivers.keys()],
    /** Secrets stay: the sender still signs with them. */
    reset(): void {
      for (const receiver of receivers.values()) receiver.reset();
    },
  };
}

function createReceiver(name: string, { now }: { readonly now: () => number }) {
  let answer = OK;
  let secrets: readonly string[] = [];
  let deliveries: Kept[] = [];
  /** Deliveries of each event, also of cleared ones. */
  const attempts = new Map<string, number>();
  let lastNumber = 0;
  let lastChange = 0;

  function countAttempt(eventId: string | null): number {
    if (eventId === null) return 1;
    const attempt = (attempts.get(eventId) ?? 0) + 1;
    attempts.set(eventId, attempt);
    const [oldest] = attempts.keys();
    if (attempts.size > MAX_COUNTED && oldest !== undefined) attempts.delete(oldest);
    return attempt;
  }

  return {
    name,
    answer: (): ReceiverAnswer => answer,
    setAnswer(next: ReceiverAnswer): void {
      answer = next;
    },
    secretCount: (): number => secrets.length,
    /** Deliveries that came before the first secret are checked now. */
    setSecrets(next: readonly string[]): void {
      secrets = next;
      for (const delivery of deliveries) {
        if (delivery.signature !== 'unchecked') continue;
        delivery.signature = checkSignature(delivery.signed, secrets);
        delivery.change = ++lastChange;
      }
    },
    /** Records a delivery and says what to answer. */
    take(headers: IncomingHttpHeaders, body: Buffer): { readonly delivery: Delivery; readonly answer: ReceiverAnswer } {
      const receivedAtMs = now();
      const eventId = textOf(headers['webhook-id']);
      const signed: Signed = {
        id: eventId,
        timestamp: textOf(headers['webhook-timestamp']),
        signatures: textOf(headers['webhook-signature']),
        body,
        receivedAtMs,
      };
      const delivery: Kept = {
        number: ++lastNumber,
        change: ++lastChange,
        receivedAt: new Date(receivedAtMs).toISOString(),
        eventId,
        type: typeOf(body),
        attempt: countAttempt(eventId),
        signature: checkSignature(signed, secrets),
        headers: Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, String(value)])),
        body: body.toString('utf8'),
        bodyBytes: body.byteLength,
        status: null,
        durationMs: null,
        signed,
      };
      deliveries = [...deliveries, delivery].slice(-MAX_DELIVERIES);
      const given = answer;
      if (given.times !== null) answer = given.times === 1 ? OK : { ...given, times: given.times - 1 };
      return { delivery, answer: given };
    },
    settle(delivery: Delivery, outcome: { readonly status: number | null; readonly durationMs: number }): void {
      const kept = deliveries.find(({ number }) => number === delivery.number);
      if (kept) Object.assign(kept, outcome, { change: ++lastChange });
    },
    /** Oldest first; only what has changed since. */
    list: (since: number): Delivery[] =>
      deliveries.filter(({ change }) => change > since).map(({ signed: _, ...delivery }) => delivery),
    firstNumber: (): number => deliveries[0]?.number ?? lastNumber + 1,
    total: (): number => deliveries.length,
    lastChange: (): number => lastChange,
    clear(): void {
      deliveries = [];
    },
    reset(): void {
      deliveries = [];
      attempts.clear();
      answer = OK;
    },
  };
}

const textOf = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header !== '' ? header : null;

function typeOf(body: Buffer): string | null {
  const event = parseJson(body);
  return isObject(event) && typeof event.type === 'string' ? event.type : null;
}
