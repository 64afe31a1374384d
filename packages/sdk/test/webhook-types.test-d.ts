import type * as Api from '@fanfare/contract';
import type { WebhookEvent as Listed } from '../src/index.ts';
import { type UnknownEvent, verify, type WebhookEvent } from '../src/webhooks.ts';

/** Compiles only when both types are one and the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <_T extends true>(): void => undefined;

yes<Same<WebhookEvent['type'], Api.WebhookEvent['type']>>();
yes<Same<WebhookEvent, Listed>>();
yes<Same<Awaited<ReturnType<typeof verify>>, WebhookEvent | UnknownEvent>>();

/** Every type of event has its data, and the compiler notices one that is left out. */
export async function handle(request: Request, secret: string): Promise<string> {
  const event = await verify(await request.text(), request.headers, secret);
  switch (event.type) {
    case 'post.scheduled':
    case 'post.published':
    case 'post.partially_published':
    case 'post.failed':
    case 'post.cancelled':
      return `${event.data.post.idempotencyKey} ${event.data.targets.map(({ errorCode }) => errorCode)}`;
    case 'target.published':
    case 'target.unpublished':
    case 'target.failed':
    case 'comment.published':
    case 'comment.failed':
      return `${event.data.target.url} ${event.data.target.errorDetail?.code}`;
    case 'follow_up.published':
    case 'follow_up.failed':
      return `${event.data.followUp.field}[${event.data.followUp.index}] ${event.data.followUp.error}`;
    case 'repost.published':
    case 'repost.failed':
      return `${event.data.repost.platformRepostId}`;
    case 'account.connected':
    case 'account.expired':
    case 'account.revoked':
      return event.data.account.status;
    case 'account.expiring':
      return event.data.expiresAt;
    case 'account.removed':
      // @ts-expect-error: nothing but its id and platform is left of the account.
      event.data.account.status;
      return event.data.account.id;
    case 'media.ready':
    case 'media.failed':
      return `${event.data.media.status} ${event.data.media.error}`;
    case 'quota.warning':
    case 'quota.exceeded':
      return `${event.data.usage.used}`;
    case 'network.version_ended':
      return event.data.network.version;
    case 'webhook.failing':
    case 'webhook.disabled':
      return `${event.data.webhook.disabledReason} ${event.data.webhook.failingSince}`;
    case 'webhook.test':
      return event.data.webhook.id;
    case 'unknown':
      return event.originalType;
    default:
      return event satisfies never;
  }
}

export function leftOut(event: WebhookEvent | UnknownEvent): void {
  if (event.type === 'unknown') return;
  // @ts-expect-error: there are more types than these.
  if (event.type !== 'post.failed') event satisfies never;
}

export async function given(
  body: string | Uint8Array | ArrayBuffer,
  headers: NodeJS.Dict<string | string[]>,
): Promise<void> {
  await verify(body, headers, ['whsec_a', 'whsec_b'], { toleranceSeconds: 60 });
  await verify(body, new Headers(), 'whsec_a');
  // @ts-expect-error: a parsed body cannot be verified.
  await verify({ type: 'post.failed' }, headers, 'whsec_a');
}
