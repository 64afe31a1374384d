import type { Clock, PostToReceiver, ReceiverAnswer } from '@fanfare/network';
import {
  type AttemptJudgement,
  type AttemptResult,
  judgeAttempt,
  readRetryAfter,
  webhookHeaders,
} from '@fanfare/rules';
import type { KeyRing } from '../../process/key-ring.ts';
import { openSecret } from './webhook-secret.ts';
import type { StoredSecrets } from './webhook-secrets.table.ts';

export type CallEndpointDeps = {
  /** Database time: receivers compare the time of an attempt with theirs. */
  readonly clock: Clock;
  readonly keyRing: KeyRing;
  readonly post: PostToReceiver;
  /** Whether callers may read the response of this address. */
  readonly mayShowAnswer: (url: URL) => boolean;
};

export type EndpointCall = {
  readonly projectId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly secrets: StoredSecrets;
  /** Public id, the `webhook-id` of every attempt. */
  readonly eventId: string;
  readonly body: string;
};

export type EndpointAnswer = {
  /** True when the process stopped before a response. */
  readonly isStopped: boolean;
  readonly durationMs: number;
  /** Null where no response began. */
  readonly status: number | null;
  /** First KiB of the response; null without one, and where callers may not read it. */
  readonly response: string | null;
  readonly judgement: AttemptJudgement;
  readonly retryAfterMs: number | null;
};

/** Posts an event with one signature per active secret. */
export async function callEndpoint(
  deps: CallEndpointDeps,
  { url, eventId, body, ...call }: EndpointCall,
  signal: AbortSignal,
): Promise<EndpointAnswer> {
  const at = new Date(deps.clock.now());
  const headers = await webhookHeaders({ id: eventId, at, body, secrets: openSecrets(deps, call) });
  const startedAt = performance.now();
  const sent = { url, headers: { ...headers, 'user-agent': 'Fanfare' }, body: Buffer.from(body), signal };
  const answer = await deps.post(sent);
  const durationMs = Math.round(performance.now() - startedAt);
  return {
    isStopped: !answer.ok && answer.problem === 'stopped',
    durationMs,
    status: answer.status,
    response: answer.ok && deps.mayShowAnswer(new URL(url)) ? answer.text : null,
    judgement: judgeAttempt(toResult(answer)),
    retryAfterMs: answer.ok ? readRetryAfter(answer.headers['retry-after'] ?? null, new Date(deps.clock.now())) : null,
  };
}

type Secrets = Pick<EndpointCall, 'projectId' | 'endpointId' | 'secrets'>;

function openSecrets(deps: Pick<CallEndpointDeps, 'keyRing'>, { projectId, endpointId, secrets }: Secrets): string[] {
  const { version, current, previous } = secrets;
  const opened = [
    openSecret(deps, { projectId, endpointId, version }, current),
    ...(previous ? [openSecret(deps, { projectId, endpointId, version: version - 1 }, previous)] : []),
  ];
  return opened.map((secret) => secret.reveal());
}

const FAILURES = {
  not_allowed: 'address_not_allowed',
  no_address: 'host_not_found',
  certificate: 'certificate_invalid',
  timeout: 'timed_out',
  broken: 'connection_failed',
  stopped: 'connection_failed',
} as const;

const toResult = (answer: ReceiverAnswer): AttemptResult =>
  answer.ok
    ? { status: answer.status, deliveryControl: answer.headers['webhook-delivery'] ?? null }
    : { failure: FAILURES[answer.problem] };
