import { LIMITS, type WebhookDisabledReason } from '@fanfare/contract';
import type { Database } from '../../db/database.ts';
import { knex } from '../../db/knex.ts';
import type { NewMail } from '../../people/mail/mails.table.ts';
import { writeMail } from '../../people/mail/with-mail.table.ts';
import { insertEvents } from '../emit.ts';

/** Failing time before a mail. A deploy takes less. */
const FAILING = `interval '${LIMITS.webhookFailingHours.value} hour'`;
/** Attempts of that hour. A single event has its fourth after 35 minutes. */
const FAILED_ATTEMPTS = LIMITS.webhookFailingAttempts.value;

/** Condition of the index `webhook_endpoints_to_mail`. */
const TO_MAIL =
  "(e.disabled_reason <> 'by_caller' and e.mailed is distinct from 'disabled' or e.failing_since is not null and e.mailed is null)";
/** State to mail about; null for none. */
const STATE = `case when e.disabled_reason <> 'by_caller' and e.mailed is distinct from 'disabled' then 'disabled'
             when e.enabled and e.mailed is null and e.failing_since <= now() - ${FAILING} and e.failed_attempts >= ${FAILED_ATTEMPTS} then 'failing' end`;

/** Webhook whose owners do not know its state yet. */
export type UnhealthyWebhook = {
  readonly projectId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly state: 'failing' | 'disabled';
  readonly disabledReason: WebhookDisabledReason | null;
  readonly failingSince: Date | null;
  /** Error of the last failed attempt, as `code: message`. */
  readonly error: string | null;
  readonly project: string;
  readonly workspaceId: string;
};

/** Finds webhooks to mail about. Over all projects. */
export async function findUnhealthyWebhooks(db: Database, limit: number): Promise<readonly UnhealthyWebhook[]> {
  const lastError = knex('webhookDeliveries as d')
    .join('webhookAttempts as a', { 'a.projectId': 'd.projectId', 'a.deliveryId': 'd.id' })
    .where({ 'd.projectId': knex.ref('e.projectId'), 'd.endpointId': knex.ref('e.id') })
    .whereNotNull('a.error')
    .orderByRaw('d.id desc, a.number desc')
    .limit(1)
    .select('a.error');
  return knex('webhookEndpoints as e')
    .connection(db)
    .join('projects as p', 'p.id', 'e.projectId')
    .whereRaw(`${TO_MAIL} and ${STATE} is not null`)
    .orderBy(['e.projectId', 'e.id'])
    .limit(limit)
    .select<UnhealthyWebhook[]>(
      ...['e.projectId', 'e.id as endpointId', 'e.url', 'e.disabledReason', 'e.failingSince', 'p.name as project'],
      'p.workspaceId',
      knex.raw(`${STATE} as state`),
      knex.raw('? as error', [lastError]),
    );
}

/** Finds owners of a workspace with a proven address. */
export async function findOwners(db: Database, workspaceId: string): Promise<readonly string[]> {
  return knex('memberships as m')
    .connection(db)
    .join('users as u', 'u.id', 'm.userId')
    .where({ workspaceId, role: 'owner' })
    .whereNotNull('u.provenAt')
    .orderBy('u.email')
    .pluck('u.email');
}

/**
 * Locks a webhook whose state nobody has mailed; null when somebody has, or the state changed.
 * `isRecent`: its owners got a mail about it today.
 */
export async function lockUnhealthyWebhook(
  tx: Database,
  { projectId, endpointId, state }: Pick<UnhealthyWebhook, 'projectId' | 'endpointId' | 'state'>,
): Promise<{ readonly isRecent: boolean } | null> {
  const found = await knex('webhookEndpoints as e')
    .connection(tx)
    .where({ projectId, id: endpointId })
    .whereRaw(`${STATE} = ?`, [state])
    .forNoKeyUpdate()
    .skipLocked()
    .first<{ isRecent: boolean } | undefined>(
      knex.raw("coalesce(e.mailed_at > now() - interval '1 day' and e.mailed is null, false) as is_recent"),
    );
  return found ?? null;
}

/** Writes the event and the mails about a webhook that this transaction has locked. */
export async function recordMailed(
  tx: Database,
  { projectId, endpointId, state }: Pick<UnhealthyWebhook, 'projectId' | 'endpointId' | 'state'>,
  mails: readonly NewMail[],
): Promise<void> {
  for (const mail of mails) await writeMail(tx, mail);
  const noted = knex('webhookEndpoints')
    .where({ projectId, id: endpointId })
    .update({ mailed: state, ...(mails.length > 0 && { mailedAt: knex.fn.now() }) })
    .returning(['projectId', 'id', 'enabled', 'disabledReason', 'disabledAt', 'failingSince', 'mailed']);
  const event = insertEvents('noted', {
    type: "'webhook.' || e.mailed",
    facts: `jsonb_build_object('id', e.id, 'enabled', e.enabled, 'disabledReason', e.disabled_reason,
               'disabledAt', e.disabled_at, 'failingSince', e.failing_since)`,
  });
  await knex('noted').connection(tx).with('noted', noted).with('event', knex.raw(event));
}
