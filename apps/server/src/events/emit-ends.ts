import { emit } from './emit.ts';

/** Wait of a published target's event for the public address, which is read after the settle. */
const ADDRESS_WAIT = "interval '10 seconds'";

/**
 * Writes the events of the targets in `from`, which has their rows after the statement: `target.*`
 * once nothing is left to do for a target, `comment.*` for its first comment, and `follow_up.*` for
 * a post that follows. `awaitsUrl` is SQL over the row `t`: its address is still being read.
 */
export const emitEnds = (from: string, { awaitsUrl = 'false' }: { readonly awaitsUrl?: string } = {}): string =>
  emit(
    `(select t.project_id, t.post_id, t.id, t.account_id, t.platform, ${awaitsUrl} as awaits_url, w.type
                from ${from} t, lateral (values
                  (case when t.follows is null then 'target.' else 'follow_up.' end || t.status),
                  ('comment.' || nullif(nullif(t.comment_status, 'none'), 'unsupported'))) w(type)
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

/** CTE `shown`: lets the relay take the events of the targets in `from` now. */
export const showEvents = (from: string): string => `shown as (
             update events v set show_at = now() from ${from} t
             where v.project_id = t.project_id and v.post_id = t.post_id and v.target_id = t.id and v.position is null and v.show_at > now()
           )`;
