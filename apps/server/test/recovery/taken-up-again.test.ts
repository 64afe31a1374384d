import { afterAll, expect, test } from 'vitest';
import { until } from '../until.ts';
import { useServer } from '../use-server.ts';

/** A process that dies is played by a run that stops dead at a checkpoint; its lease then runs out. */
const dead = new Set<string>();
const server = useServer({
  around: {
    timings: { leaseSeconds: 1, heartbeatMs: 60_000, sweepMs: 100 },
    checkpoint: async (name, { targetId }) => {
      if (dieAt !== name || dead.has(targetId)) return;
      dead.add(targetId);
      await new Promise<void>((resolve) => wake.push(resolve));
    },
  },
});
let dieAt = '';
const wake: (() => void)[] = [];
// The dead rise before the server stops, find their targets settled, and change nothing.
afterAll(() => {
  for (const rise of wake) rise();
});

test.each(['C0', 'C5', 'C6', 'C7'])(
  'x: a run that ends at %s is taken up, and one post is live at most',
  async (point) => {
    dieAt = point;
    const ana = await server.person('x');
    void ana.publish({ content: `Cut at ${point}` }).catch(() => undefined);
    const target = await until(async () => {
      const { body } = await ana.project.call<{ posts: { targets: { status: string; error: string | null }[] }[] }>(
        'GET',
        '/api/v1/posts',
      );
      const found = body.posts[0]?.targets[0];
      return found && found.status !== 'pending' ? found : null;
    });
    const live = (await ana.posts()).length;
    expect({ status: target.status, live }).toEqual(
      point === 'C6' ? { status: 'failed', live: 0 } : { status: 'published', live: 1 },
    );
    if (point === 'C6') expect(target.error).toMatch(/^outcome_unknown: /);
  },
);
