import type { WebhookDisabledReason } from '@fanfare/contract';
import type { DatabasePool } from '../../db/database.ts';
import type { Brand } from '../../http/html-page.ts';
import { composeMail } from '../../people/mail/compose-mail.ts';
import type { NewMail } from '../../people/mail/mails.table.ts';
import { nameInMail } from '../../people/mail/name-in-mail.ts';
import { sealMail } from '../../people/mail/sealed-mail.ts';
import { type Ids, toPublicId } from '../../process/ids.ts';
import type { KeyRing } from '../../process/key-ring.ts';
import {
  findOwners,
  findUnhealthyWebhooks,
  lockUnhealthyWebhook,
  recordMailed,
  type UnhealthyWebhook,
} from './unhealthy-webhooks.table.ts';

const AT_ONCE = 50;
const VALID_SECONDS = 7 * 86_400;

type Deps = {
  readonly db: DatabasePool;
  readonly ids: Ids;
  readonly keyRing: KeyRing;
  readonly baseUrl: string;
  readonly brand: Brand;
  readonly wakeMails: () => void;
};

/**
 * Mails the owners of a workspace when a webhook has failed for an hour, and when its responses
 * disabled it: once each until an attempt succeeds, and about once a day per webhook that changes
 * often. On any number of servers.
 */
export async function mailOwners(deps: Deps, stopping: AbortSignal): Promise<void> {
  for (let more = true; more && !stopping.aborted; ) {
    const found = await findUnhealthyWebhooks(deps.db, AT_ONCE);
    for (const webhook of found) await mailOwnersOf(deps, webhook);
    more = found.length === AT_ONCE;
  }
}

async function mailOwnersOf(deps: Deps, webhook: UnhealthyWebhook): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const locked = await lockUnhealthyWebhook(tx, webhook);
    if (!locked) return;
    const owners = locked.isRecent ? [] : await findOwners(tx, webhook.workspaceId);
    await recordMailed(
      tx,
      webhook,
      owners.map((owner) => mailTo(deps, owner, webhook)),
    );
  });
  deps.wakeMails();
}

const REASONS: Readonly<Record<Exclude<WebhookDisabledReason, 'by_caller'>, string>> = {
  failing: 'For 5 days every attempt to deliver events to it has failed, at least 10 of them.',
  gone: 'It answered 410, which means that its address is gone for good.',
  by_receiver: 'It asked for it: its answer had the header webhook-delivery: disable.',
};

/** Names the host only, because the rest of the address may hold a token. */
function mailTo({ ids, keyRing, brand, baseUrl }: Deps, recipient: string, webhook: UnhealthyWebhook): NewMail {
  const { state, url, failingSince, disabledReason, error } = webhook;
  const project = nameInMail(webhook.project);
  const host = URL.canParse(url) ? new URL(url).host : 'its address';
  const isDisabled = state === 'disabled';
  const what = isDisabled ? 'was disabled' : 'keeps failing';
  const why =
    disabledReason !== null && disabledReason !== 'by_caller'
      ? `${REASONS[disabledReason]} It receives nothing until you enable it again. What it misses is kept for 30 days and can be sent then.`
      : 'For an hour every attempt to deliver events to it has failed. Deliveries are repeated for about three days. After 5 days of failures only it is disabled.';
  const id = ids.uuid();
  const content = composeMail(brand, {
    subject: `A webhook of ${project} ${what}`,
    heading: `A webhook ${what}`,
    paragraphs: [why],
    action: { label: 'Open the webhook', url: `${baseUrl}/webhooks/${toPublicId('whk', webhook.endpointId)}` },
    facts: [
      ['Project', project],
      ['Receiver', host],
      ...(failingSince === null
        ? []
        : [['Failing since', `${failingSince.toISOString().slice(0, 16).replace('T', ' ')} UTC`] as const]),
      ...(error === null ? [] : [['Last failure', error] as const]),
    ],
    closing: 'You get this mail because you are an owner of the workspace.',
  });
  return {
    ...{ id, kind: 'webhook', recipient, validSeconds: VALID_SECONDS },
    content: sealMail({ keyRing, randomBytes: ids.secret }, { id, recipient }, content),
  };
}
