import { emit } from './emit.ts';

/** How long the event of a published target waits for its public address, which is read after it has settled. */
const ADDRESS_WAIT = "interval '10 seconds'";

/**
 * Writes the events of the targets in `from`, rows of `targets` as the statement leaves them: `target.*` once nothing is left to do for the target, with
 * `comment.*` where it has a first comment. `awaitsUrl` is SQL over the row `t`: its address is still being read.
 */
export const emitEnds = (from: string, { awaitsUrl = 'false' }: { readonly awaitsUrl?: string } = {}): string =>
  emit(
    `(select t.project_id, t.post_id, t.id, t.account_id, t.platform, ${awaitsUrl} as awaits_url, w.type
                from ${from} t, lateral (values ('target.' || t.status), ('comment.' || nullif(nullif(t.comment_status, 'none'), 'unsupported'))) w(type)
                where t.done and w.type is not null)`,
    {
      type: 'e.type',
      postId: 'e.post_id',
      targetId: 'e.id',
      accountId: 'e.account_id',
      platform: 'e.platform',
      showAt: `case when e.awaits_url then now() + ${ADDRESS_WAIT} else now() end`,
    },
  );

/** Lets the relay take the events of the targets in `from` now: their address is known. The CTE `shown`. */
export const showEvents = (from: string): string => `shown as (
             update events v set show_at = now() from ${from} t
             where v.project_id = t.project_id and v.post_id = t.post_id and v.target_id = t.id and v.position is null and v.show_at > now()
           )`;
