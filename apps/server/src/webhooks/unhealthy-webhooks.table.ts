import { LIMITS, type WebhookDisabledReason } from '@fanfare/contract';
import type { Database } from '../db/database.ts';
import { emit } from '../events/emit.ts';
import type { NewMail } from '../mail/mails.table.ts';
import { writeMail } from '../mail/with-mail.table.ts';

/** A webhook that failed for an hour keeps failing: a deploy takes less. */
const FAILING = `interval '${LIMITS.webhookFailingHours.value} hour'`;
/** Attempts of that hour. A single event has its fourth after 35 minutes. */
const FAILED_ATTEMPTS = LIMITS.webhookFailingAttempts.value;

/** As the index `webhook_endpoints_to_mail` has it. */
const TO_MAIL =
  "(e.disabled_reason <> 'by_caller' and e.mailed is distinct from 'disabled' or e.failing_since is not null and e.mailed is null)";
/** Null where nobody is to be mailed. */
const STATE = `case when e.disabled_reason <> 'by_caller' and e.mailed is distinct from 'disabled' then 'disabled'
             when e.enabled and e.mailed is null and e.failing_since <= now() - ${FAILING} and e.failed_attempts >= ${FAILED_ATTEMPTS} then 'failing' end`;

/** A webhook whose owners do not know yet how it is. */
export type UnhealthyWebhook = {
  readonly projectId: string;
  readonly endpointId: string;
  readonly url: string;
  readonly state: 'failing' | 'disabled';
  readonly disabledReason: WebhookDisabledReason | null;
  readonly failingSince: Date | null;
  /** Of its last attempt that failed, as `code: message`. */
  readonly error: string | null;
  readonly project: string;
  readonly workspaceId: string;
};

/** Over all projects. */
export async function findUnhealthyWebhooks(db: Database, limit: number): Promise<readonly UnhealthyWebhook[]> {
  const { rows } = await db.query<UnhealthyWebhook>({
    text: `select e.project_id as "projectId", e.id as "endpointId", e.url, ${STATE} as state, e.disabled_reason as "disabledReason",
             e.failing_since as "failingSince", p.name as project, p.workspace_id as "workspaceId",
             (select a.error from webhook_deliveries d join webhook_attempts a on a.project_id = d.project_id and a.delivery_id = d.id
              where d.project_id = e.project_id and d.endpoint_id = e.id and a.error is not null order by d.id desc, a.number desc limit 1) as error
           from webhook_endpoints e join projects p on p.id = e.project_id
           where ${TO_MAIL} and ${STATE} is not null
           order by e.project_id, e.id limit $1`,
    values: [limit],
  });
  return rows;
}

/** Owners of a workspace who have shown that their address is theirs. */
export async function findOwners(db: Database, workspaceId: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ email: string }>({
    text: `select u.email from memberships m join users u on u.id = m.user_id
           where m.workspace_id = $1 and m.role = 'owner' and u.proven_at is not null order by u.email`,
    values: [workspaceId],
  });
  return rows.map(({ email }) => email);
}

/**
 * Locks a webhook of which nobody has mailed this state. Null where somebody has, or it is another state now. `isRecent`: its owners got a mail about it today.
 */
export async function lockUnhealthyWebhook(
  tx: Database,
  { projectId, endpointId, state }: Pick<UnhealthyWebhook, 'projectId' | 'endpointId' | 'state'>,
): Promise<{ readonly isRecent: boolean } | null> {
  const { rows } = await tx.query<{ is_recent: boolean }>({
    text: `select coalesce(e.mailed_at > now() - interval '1 day' and e.mailed is null, false) as is_recent from webhook_endpoints e
           where e.project_id = $1 and e.id = $2 and ${STATE} = $3 for no key update skip locked`,
    values: [projectId, endpointId, state],
  });
  return rows[0] ? { isRecent: rows[0].is_recent } : null;
}

/** Writes the event and the mails about a webhook, in the transaction that has locked it. */
export async function recordMailed(
  tx: Database,
  { projectId, endpointId, state }: Pick<UnhealthyWebhook, 'projectId' | 'endpointId' | 'state'>,
  mails: readonly NewMail[],
): Promise<void> {
  for (const mail of mails) await writeMail(tx, mail);
  await tx.query({
    text: `with noted as (
             update webhook_endpoints set mailed = $3, mailed_at = case when $4 then now() else mailed_at end
             where project_id = $1 and id = $2 returning project_id, id, enabled, disabled_reason, disabled_at, failing_since
           ), ${emit('noted', {
             type: "'webhook.' || $3",
             facts: `jsonb_build_object('id', e.id, 'enabled', e.enabled, 'disabledReason', e.disabled_reason,
               'disabledAt', e.disabled_at, 'failingSince', e.failing_since)`,
           })}
           select from noted`,
    values: [projectId, endpointId, state, mails.length > 0],
  });
}
