import { type Answer, type Http, NetworkError, type OutgoingCall } from '@fanfare/network';
import type { WriteKind } from '../../../src/publishing/write-intents.table.ts';
import type { ModelClock } from './model-clock.ts';
import type { ModelNetwork } from './model-network.ts';
import type { NetworkKind, SendFault } from './scenario.ts';
import { formOf, type Refusal, wireOf } from './wire.ts';

/** The longest a network takes to execute a request. A later effect would look like none at all. */
export const LATEST_EFFECT_MS = 60_000;

const DEFAULT_TIMEOUT_MS = 30_000;
const RETRY_AFTER_MS = 1_000;

type Deps = {
  readonly clock: ModelClock;
  readonly network: ModelNetwork;
  /** A step of the calling process, which it may never reach. */
  readonly step: <T>(name: string, effect: () => T) => Promise<T>;
  /** A step of the network, which nothing can stop. */
  readonly turn: (name: string) => Promise<void>;
  /** Called right before the first byte of a call that changes something. */
  readonly onFirstByte: (write: 'hidden' | WriteKind) => void;
  /** Counts calls that were sent and have had no effect yet. */
  readonly inFlight: { count: number };
  readonly note: (what: string) => void;
};

export type Caller = { readonly kind: NetworkKind; readonly targetId: string; readonly account: string };

/**
 * The connections of one target's run to its network: one per call, with everything that can go
 * wrong.
 */
export function createModelHttp(deps: Deps, caller: Caller): Http {
  return (call) => {
    if (call.effect === 'read') return read(deps, caller, call);
    return call.effect === 'hidden' ? changeHidden(deps, caller, call) : publish(deps, caller, call);
  };
}

function read(deps: Deps, { kind, account }: Caller, call: OutgoingCall): Promise<Answer> {
  return deps.step('reads', () => {
    if (call.signal.aborted) throw stopped('not_sent');
    const fault = deps.network.readFault();
    if (fault === 'lost') throw broken('unknown', RETRY_AFTER_MS);
    if (fault === 'broken' || fault === 'unauthorized') return wireOf(kind, call).refusal(fault, deps.clock.now());
    const how = { account, stale: fault === 'stale', inProgress: fault === 'in_progress' };
    return wireOf(kind, call).read(call, deps.network, how);
  });
}

/**
 * A container, the only hidden object here. Its timing does not matter, so that it is created and
 * answered in one step.
 */
function changeHidden(deps: Deps, { kind, targetId }: Caller, call: OutgoingCall): Promise<Answer> {
  return deps.step('makes a container', () => {
    if (call.signal.aborted) throw stopped('not_sent');
    deps.onFirstByte('hidden');
    const fault = deps.network.hiddenFault();
    if (fault === 'lost_before') throw broken('unknown', RETRY_AFTER_MS);
    if (fault === 'refused' || fault === 'throttled') return wireOf(kind, call).refusal(fault, deps.clock.now());
    const { caption, text, reply_to_id } = formOf(call);
    const id = deps.network.createContainer(targetId, caption ?? text ?? '', reply_to_id ?? null);
    if (fault === 'lost_after') throw broken('unknown', RETRY_AFTER_MS);
    return { status: 200, headers: {}, text: '', json: { id } };
  });
}

async function publish(deps: Deps, caller: Caller, call: OutgoingCall): Promise<Answer> {
  const heard = await deps.step('sends', () => {
    if (call.signal.aborted) throw stopped('not_sent');
    // As on a real socket: checked once it is connected, right before the first byte.
    if (call.mayStart?.() === false) throw broken('not_sent', RETRY_AFTER_MS);
    const fault = deps.network.sendFault();
    if (fault === 'unreachable') throw broken('not_sent', RETRY_AFTER_MS);
    const isComment = deps.network.isComment(wireOf(caller.kind, call).publication(call));
    deps.onFirstByte(isComment ? 'comment' : 'publish');
    return { answer: firstOf(deps, call, transmit(deps, caller, call, fault)) };
  });
  const end = await heard.answer;
  return deps.step('hears', () => {
    if ('error' in end) throw end.error;
    return end.answer;
  });
}

type CallEnd = { readonly answer: Answer } | { readonly error: NetworkError };

/** From the first byte on the process no longer affects the network. */
async function transmit(deps: Deps, caller: Caller, call: OutgoingCall, fault: SendFault): Promise<CallEnd> {
  const { clock, network } = deps;
  const wire = wireOf(caller.kind, call);
  const refusal = refusalOf(fault, caller.kind);
  const hasEffect = !isWithoutEffect(fault, caller.kind);
  deps.note(`${caller.targetId}: on its way (${fault})`);
  const takeEffect = () => {
    const post = network.publish({ ...caller, ...wire.publication(call) });
    deps.note(`${caller.targetId}: ${post ? 'live' : 'was live already'}`);
    return post;
  };

  if (fault === 'late') {
    deps.inFlight.count++;
    clock.at(clock.now() + LATEST_EFFECT_MS, () => {
      deps.inFlight.count--;
      takeEffect();
    });
    return { error: broken('unknown') };
  }
  const post = hasEffect ? await withinTime(deps, takeEffect) : null;
  if (fault === 'silent') return new Promise(() => undefined);
  if (fault === 'lost_before' || fault === 'lost_after') return { error: broken('unknown') };
  if (refusal) return { answer: wire.refusal(refusal, clock.now()) };
  return { answer: post ? wire.published(post) : wire.refusal('refused', clock.now()) };
}

/** Executes it at a step of the network, and at the latest when its time is over. */
function withinTime<T>(deps: Deps, effect: () => T): Promise<T> {
  deps.inFlight.count++;
  return new Promise((resolve) => {
    let done = false;
    const once = () => {
      if (done) return;
      done = true;
      callOff();
      deps.inFlight.count--;
      resolve(effect());
    };
    const callOff = deps.clock.at(deps.clock.now() + LATEST_EFFECT_MS, once);
    void deps.turn('the network acts').then(once);
  });
}

/** The first of: the answer, the caller's timeout, or its own signal. */
function firstOf(deps: Deps, call: OutgoingCall, answer: Promise<CallEnd>): Promise<CallEnd> {
  return new Promise((resolve) => {
    const settle = (end: CallEnd) => {
      callOff();
      call.signal.removeEventListener('abort', stop);
      resolve(end);
    };
    const stop = () => settle({ error: stopped('unknown') });
    const callOff = deps.clock.at(deps.clock.now() + (call.timeoutMs ?? DEFAULT_TIMEOUT_MS), stop);
    call.signal.addEventListener('abort', stop, { once: true });
    void answer.then(settle);
  });
}

/**
 * Only Meta was observed to answer wrongly; elsewhere a 4xx is proof, and an unreliable answer is a
 * 500.
 */
function refusalOf(fault: SendFault, kind: NetworkKind): Refusal | null {
  switch (fault) {
    case 'refused':
    case 'throttled':
    case 'throttled_long':
    case 'unauthorized':
    case 'too_early':
      return fault;
    case 'lie':
      return kind === 'instagram' ? 'spam' : 'broken';
    case 'broken_before':
    case 'broken_after':
      return 'broken';
    default:
      return null;
  }
}

function isWithoutEffect(fault: SendFault, kind: NetworkKind): boolean {
  const refusal = refusalOf(fault, kind);
  if (fault === 'lost_before' || fault === 'broken_before') return true;
  return refusal !== null && fault !== 'lie' && fault !== 'broken_after';
}

/** A client's error for a broken connection. */
const broken = (outcome: 'unknown' | 'not_sent', retryAfterMs?: number): NetworkError =>
  new NetworkError({ code: 'network_unavailable', outcome, message: 'The connection broke.', retryAfterMs });

/** A client's error for a call it aborted. */
const stopped = (outcome: 'unknown' | 'not_sent'): NetworkError =>
  new NetworkError({ code: 'network_unavailable', outcome, message: 'The call was stopped.' });
