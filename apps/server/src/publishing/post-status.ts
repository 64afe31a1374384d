import { SHOWN_STATUS } from './targets.table.ts';

/** `postStatus` of the rules in SQL, for the row `post`. PostgreSQL does not join this subquery. */
export const derivedStatus = (post: string): string => `(
  select case
    when ${post}.cancelled_at is not null then 'cancelled'
    when count(*) = 0 then 'published'
    when count(*) filter (where s.status = 'pending') > 0 then
      case when ${post}.publish_at is not null and bool_and(s.status = 'pending' and s.lease_token = 0) then 'scheduled' else 'publishing' end
    when count(*) filter (where s.status = 'published') = 0 then 'failed'
    when bool_and(s.status = 'published') then 'published'
    else 'partial' end
  from (select ${SHOWN_STATUS} as status, t.lease_token from targets t where t.project_id = ${post}.project_id and t.post_id = ${post}.id and t.follows is null) s)`;
