import type { OAuthPlatform } from '@fanfare/contract';
import { toPublicId } from '../../src/process/ids.ts';
import { markerOf } from './load.ts';
import type { World } from './world.ts';

/** A published target that a run removes. */
export type Removal = {
  readonly targetId: string;
  /** The public id of its post. */
  readonly postId: string;
  readonly platform: OAuthPlatform;
  /** The type of its hub; null on networks. */
  readonly type: string | null;
};

/** Every published target, in the order of its post. */
export async function targetsToRemove({ postgres }: World): Promise<Removal[]> {
  const rows = await postgres.query<{ id: string; post_id: string; platform: OAuthPlatform; type: string | null }>(
    `select t.id, t.post_id, t.platform, a.hub ->> 'type' as type
     from targets t join accounts a on a.project_id = t.project_id and a.id = t.account_id
     where t.status = 'published' and t.platform_post_id is not null order by t.post_id`,
  );
  return rows.map(({ id, post_id, platform, type }) => ({
    targetId: id,
    postId: toPublicId('post', post_id),
    platform,
    type,
  }));
}

type Row = {
  id: string;
  platform: string;
  status: string;
  content: string;
  unpublished_at: Date | null;
  unpublish_error: string | null;
};

/**
 * Compares what targets say of their removal with what the networks show. `answered` are targets of
 * which a caller was told that they are removed.
 */
export async function removalViolations(
  { postgres, livePosts }: World,
  answered: ReadonlyMap<string, boolean>,
): Promise<string[]> {
  const rows = await postgres.query<Row>(
    `select t.id, t.platform, t.status, p.content, t.unpublished_at, t.unpublish_error
     from targets t join posts p on p.project_id = t.project_id and p.id = t.post_id where t.platform_post_id is not null`,
  );
  const live = new Set((await livePosts()).map(({ text }) => markerOf(text)));
  return rows.flatMap(({ id, platform, status, content, unpublished_at: at, unpublish_error: error }) => {
    const isLive = live.has(markerOf(content));
    const what = `${platform} target ${id}: ${isLive ? 'live' : 'gone'}, ${at ? 'unpublished' : (error ?? 'nothing said')}`;
    const found: string[] = [];
    if (status !== 'published') found.push(`status: ${what}, ${status}`);
    if (at !== null && isLive) found.push(`still live: ${what}`);
    if (at === null && error === null && !isLive) found.push(`gone without a word: ${what}`);
    if (at === null && error !== null && !error.startsWith('outcome_unknown: ') && !isLive)
      found.push(`gone behind an error: ${what}`);
    if (at !== null && error !== null) found.push(`both: ${what}`);
    if (at === null && answered.has(id)) found.push(`answered and lost: ${what}`);
    return found;
  });
}

/** Every removed target has one event, and no other has one. */
export async function removedEvents({ postgres }: World): Promise<string[]> {
  const rows = await postgres.query<{ id: string; removed: boolean; events: number }>(
    `select t.id, t.unpublished_at is not null as removed,
       (select count(*)::int from events e where e.project_id = t.project_id and e.target_id = t.id and e.type = 'target.unpublished') as events
     from targets t`,
  );
  return rows
    .filter(({ removed, events }) => events !== (removed ? 1 : 0))
    .map(({ id, removed, events }) => `events: target ${id}: removed ${removed}, ${events} events`);
}
