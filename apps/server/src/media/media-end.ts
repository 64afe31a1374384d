import { LIMITS } from '@fanfare/contract';

/** A use whose post was never recorded counts this long. */
const UNRECORDED = "interval '1 hour'";
export const UNUSED = `interval '${LIMITS.mediaUnusedHours.value} hours'`;
const KEPT = `interval '${LIMITS.mediaKeptDays.value} days'`;

/**
 * SQL: joins `uses` to a row `m` of `media`: whether a post that has not settled, or a draft that
 * is not published, uses it, and when the last of the others settled.
 */
export const USES = `cross join lateral (
    select coalesce(bool_or(p.id is null or not coalesce(t.done, true)), false)
        or exists (
          select from drafts d where d.project_id = m.project_id and m.key = any(d.media_keys) and not exists (
            select from idempotency_keys i where i.project_id = d.project_id and i.key = d.idempotency_key)) as has_open,
      max(coalesce(t.settled_at, p.cancelled_at, p.created_at)) as settled_at
    from media_uses u
      left join posts p on p.project_id = u.project_id and p.id = u.post_id
      left join lateral (
        select bool_and(t.done) as done, max(t.settled_at) as settled_at from targets t
        where t.project_id = u.project_id and t.post_id = u.post_id) t on true
    where u.project_id = m.project_id and u.media_id = m.id and (p.id is not null or u.created_at > now() - ${UNRECORDED})) uses`;

/** SQL: when the row `m` with its `uses` is deleted; null while it may not be. */
export const END = `case when not uses.has_open then greatest(m.created_at + ${UNUSED}, uses.settled_at + ${KEPT}) end`;
