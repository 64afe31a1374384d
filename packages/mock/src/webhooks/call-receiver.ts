import { LIMITS } from '@fanfare/contract';
import {
  type AttemptJudgement,
  type AttemptResult,
  judgeAttempt,
  readRetryAfter,
  shownResponse,
  webhookHeaders,
} from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import type { DeliverFunction, ReceiverFailure } from './receivers.ts';
import type { StoredWebhook } from './webhook-world.ts';

type Deps = Pick<MockState, 'clock' | 'receivers' | 'deliver'>;

/** The end of one call. */
export type ReceiverAnswer = {
  readonly durationMs: number;
  readonly status: number | null;
  readonly response: string | null;
  readonly judgement: AttemptJudgement;
  readonly retryAfterMs: number | null;
};

/** Posts a signed event to a webhook, or follows its script; default answer 204. */
export async function callReceiver(
  deps: Deps,
  webhook: StoredWebhook,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<ReceiverAnswer> {
  const { clock } = deps;
  const startedAtMs = clock.now();
  const { result, response, retryAfter } = await resultOf(deps, webhook, { id, body });
  return {
    durationMs: clock.now() - startedAtMs,
    status: 'status' in result ? result.status : null,
    response,
    judgement: judgeAttempt(result),
    retryAfterMs: readRetryAfter(retryAfter, new Date(clock.now())),
  };
}

type Outcome = {
  readonly result: AttemptResult;
  readonly response: string | null;
  readonly retryAfter: string | null;
};

async function resultOf(deps: Deps, webhook: StoredWebhook, event: { id: string; body: string }): Promise<Outcome> {
  const scripted = deps.receivers.take(webhook.id);
  if (scripted) {
    const { how, control = null, response = '', retryAfterSeconds } = scripted;
    if (typeof how === 'string') return without(how);
    const retryAfter = retryAfterSeconds === undefined ? null : String(Math.ceil(retryAfterSeconds));
    const shown = shownResponse(new TextEncoder().encode(response));
    return { result: { status: how, deliveryControl: control }, response: shown, retryAfter };
  }
  if (deps.deliver === null) return { result: { status: 204, deliveryControl: null }, response: '', retryAfter: null };
  return send(deps.deliver, webhook, secretsOf(webhook, deps.clock.now()), event);
}

const without = (failure: ReceiverFailure): Outcome => ({ result: { failure }, response: null, retryAfter: null });

const secretsOf = ({ secret, previousSecret }: StoredWebhook, nowMs: number): readonly string[] =>
  previousSecret !== null && previousSecret.untilMs > nowMs ? [secret, previousSecret.secret] : [secret];

async function send(
  deliver: DeliverFunction,
  { url }: StoredWebhook,
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
): Promise<Outcome> {
  // Receivers compare it with their own clock, which is not the mock's.
  const headers = await webhookHeaders({ id, at: new Date(), body, secrets });
  const signal = AbortSignal.timeout(LIMITS.webhookTimeoutMs.value);
  const request = new Request(url, {
    method: 'POST',
    body,
    redirect: 'manual',
    signal,
    headers: { ...headers, 'user-agent': 'Fanfare' },
  });
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const answering = async (): Promise<Outcome> => {
    const response = (await deliver(request)) ?? new Response(null, { status: 204 });
    // A browser hides the status of a redirect that it does not follow (WHATWG Fetch,
    // opaque-redirect filtered response, checked 2026-11).
    const status = response.type === 'opaqueredirect' ? 302 : response.status;
    const result = { status, deliveryControl: response.headers.get('webhook-delivery') };
    return { result, response: await readStart(response), retryAfter: response.headers.get('retry-after') };
  };
  try {
    return await Promise.race([answering(), timedOut]);
  } catch (error) {
    return without(signal.aborted ? 'timed_out' : failureOf(error));
  }
}

/** The first KiB of the body. The rest is not read. */
async function readStart({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  let bytes = new Uint8Array();
  while (bytes.length <= LIMITS.webhookResponseBytes.value) {
    const { done, value } = await reader.read();
    if (done) return shownResponse(bytes);
    const longer = new Uint8Array(bytes.length + value.length);
    longer.set(bytes);
    longer.set(value, bytes.length);
    bytes = longer;
  }
  await reader.cancel();
  return shownResponse(bytes);
}

/** The code that Node gives to a failed call (Node.js, `dns` and `tls` errors, 2026-11). */
function failureOf(error: unknown): ReceiverFailure {
  const cause = error instanceof Error ? error.cause : null;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  if (/^(?:ENOTFOUND|EAI_\w+)$/.test(code)) return 'host_not_found';
  return /CERT|^UNABLE_TO_(?:GET|VERIFY)/.test(code) ? 'certificate_invalid' : 'connection_failed';
}
