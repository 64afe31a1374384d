import { afterEach, expect } from 'vitest';
import { publishedTarget } from '../../expected-post.ts';
import { inMs } from '../../in-ms.ts';
import { until } from '../../until.ts';
import { useServer } from '../../use-server.ts';
import { type HubAccount, type HubRole, hubAccount, ROLES } from './hub-people.ts';

const SCHEDULED = 30;

/**
 * A server, and what becomes of posts that are due on a hub of this kind, which does not answer,
 * and elsewhere.
 */
export function useDeadHub() {
  /** One hub may take a tenth of it. */
  const server = useServer({ env: { TARGETS_IN_FLIGHT: '20', PUBLISHES_PER_MINUTE: '1000' } });
  afterEach(() => server.sandbox.release());

  const scheduleOnHub = async ({ publish }: HubAccount): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 0; n < SCHEDULED; n++) ids.push((await publish({ content: `Hub ${n}`, publishAt })).body.post.id);
    return ids;
  };

  const publishAt = inMs(600_000);

  /** Moves every scheduled post to the past: those on the dead hub were due first. */
  const makeDue = async (): Promise<void> => {
    await server.db.query({
      text: `with post as (
               update posts set publish_at = now() - case when content like 'Hub %' then interval '2 min' else interval '1 min' end
               where publish_at > now() returning id, publish_at)
             update targets t set run_at = post.publish_at from post where t.post_id = post.id`,
    });
  };

  return async (role: HubRole): Promise<void> => {
    const dead = await hubAccount(server, role);
    const quick = await hubAccount(server, ROLES.find((other) => other !== role)!);
    const ana = await server.person('threads');
    const waiting = await scheduleOnHub(dead);
    const onThreads = (await ana.publish({ content: 'On Threads', publishAt })).body.post.id;
    const onAnother = (await quick.publish({ content: 'On another hub', publishAt })).body.post.id;
    await server.sandbox.hold('before', { network: 'hub', role, times: 1_000 });
    await makeDue();
    await server.tick();

    const [target] = (await ana.project.addressed(onThreads)).targets;
    expect(target).toEqual(publishedTarget(ana.account, (await ana.posts())[0]));
    expect((await quick.project.settled(onAnother)).status).toBe('published');
    const calls = await until(async () => {
      const open = (await server.sandbox.requests('hub')).filter((call) => call.role === role && call.status === null);
      return open.length >= 2 ? open : null;
    });
    expect(calls).toHaveLength(2);
    expect(await dead.person.posts()).toEqual([]);

    await server.sandbox.release();
    const settled = await Promise.all(waiting.map((id) => dead.project.settled(id)));
    expect(settled.map(({ status }) => status)).toEqual(Array(SCHEDULED).fill('published'));
    expect(await dead.person.posts()).toHaveLength(SCHEDULED);
  };
}
