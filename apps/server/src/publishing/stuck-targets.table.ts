import { toCommentError } from '@fanfare/rules';
import type { Database } from '../db/database.ts';
import { sameProject } from '../db/same-project.ts';
import { emitEnds } from '../events/emit-ends.ts';
import { release, targetSubject } from '../usage/reservations.table.ts';
import { FREE, IN_DOUBT, MAX_CLAIMS, overran } from './choose-due.table.ts';
import { FOLLOWS_OPEN, skipFollowUps } from './follow-ups.table.ts';
import type { ErrorDetail } from './targets.table.ts';

export type SweepErrors = { readonly doubt: ErrorDetail; readonly lost: ErrorDetail; readonly missed: ErrorDetail };

export type Swept = { readonly platform: string; readonly code: string };

/** Fails the target `t`, or the first comment of a published one, with `e.error`. */
const FAILED = `status = case t.status when 'pending' then 'failed' else t.status end,
                 settled_at = coalesce(t.settled_at, now()),
                 error_detail = case t.status when 'pending' then e.error else t.error_detail end,
                 comment_status = case t.status when 'published' then 'failed' else t.comment_status end,
                 comment_error = case t.status when 'published' then e.comment_error else t.comment_error end`;

/**
 * Settles targets that no run will settle: a run overran its deadline, too many runs ended, or no
 * server began or continued in time. Leaves one with an open public write to a run that reads it
 * back, until too many have ended. Then it fails as `outcome_unknown`, any other as never sent.
 */
export async function sweepTargets(
  db: Database,
  sweep: { errors: SweepErrors; lateLimitSeconds: number; leaseSeconds: number },
): Promise<Swept[]> {
  const { rows } = await db.query<Swept>({
    name: 'sweep_targets',
    text: `with stuck as (
             select t.project_id, t.id, t.status, t.claims >= ${MAX_CLAIMS} or ${overran('$7')} as is_lost from targets t
             where not t.done and t.run_at <= now() and ${FREE}
               and (t.claims >= ${MAX_CLAIMS} or (${overran('$7')} or t.run_at <= now() - make_interval(secs => $4)) and not ${IN_DOUBT})
             order by t.run_at for update skip locked limit 1000
           ), doubt as (
             update write_intents i set state = 'unknown', resolved_at = coalesce(resolved_at, clock_timestamp())
             from stuck s
             where i.project_id = s.project_id and i.target_id = s.id and i.state in ('intended', 'unknown')
               and i.kind = case s.status when 'pending' then 'publish' else 'comment' end
             returning i.project_id, i.target_id
           ), ending as (
             select s.project_id, s.id,
               case when d.target_id is not null then $1::jsonb when s.is_lost or s.status = 'published' then $2::jsonb else $3::jsonb end as error,
               case when d.target_id is not null then $5 else $6 end as comment_error
             from stuck s left join doubt d on d.project_id = s.project_id and d.target_id = s.id
           ), settled as (
             update targets t
             set done = true, phase = 'done', lease_token = t.lease_token + 1, lease_owner = null, lease_expires_at = null,
                 ${FAILED}
             from ending e
             where t.project_id = any(array(select project_id from ending)) and t.id = any(array(select id from ending))
               and ${sameProject('t', 'e')} and t.id = e.id and not t.done
             returning t.*, e.error
           ), ${skipFollowUps('settled')}, ${release('ended', targetSubject)}, ${emitEnds('settled')}
           select platform, error ->> 'code' as code from settled`,
    values: [
      JSON.stringify(sweep.errors.doubt),
      JSON.stringify(sweep.errors.lost),
      JSON.stringify(sweep.errors.missed),
      sweep.lateLimitSeconds,
      toCommentError(sweep.errors.doubt),
      toCommentError(sweep.errors.lost),
      sweep.leaseSeconds,
    ],
  });
  return rows;
}

/**
 * Fails every target that the copy lost in a restore may have published: those due or held by a run
 * at the time of the backup, also overdue ones, as a late run may have followed. Only the
 * outstanding first comment of a published target fails. Posts that follow in a chain fail with
 * their target. Releases units; returns the count.
 */
export async function markDueUnknown(db: Database, error: ErrorDetail): Promise<number> {
  const { rows } = await db.query<{ marked: number }>({
    text: `with settled as (
             update targets t
             set done = true, phase = 'done', lease_token = t.lease_token + 1, lease_owner = null, lease_expires_at = null,
                 ${FAILED}
             from (select $1::jsonb as error, $2 as comment_error) e
             where not t.done and (t.lease_token > 0 or t.run_at <= now() or ${FOLLOWS_OPEN})
             returning t.*
           ), ${release('settled', targetSubject)}, ${emitEnds('settled')}
           select count(*)::int as marked from settled`,
    values: [JSON.stringify(error), toCommentError(error)],
  });
  return rows[0]!.marked;
}
