import { expect } from 'vitest';
import type { Project } from '../api.ts';
import type { WireAnswer } from '../implementation.ts';
import { errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '8';

const limitOf = ({ headers }: WireAnswer) => ({
  policy: headers.get('RateLimit-Policy'),
  left: headers.get('RateLimit'),
  retryAfter: headers.get('Retry-After'),
});

/**
 * Asks again and again, `together` at a time, until one answer is 429; returns how many were
 * allowed before, and that answer.
 */
async function askUntilRefused(
  ask: (at: number) => Promise<WireAnswer>,
  together: number,
): Promise<{ readonly allowed: number; readonly refused: WireAnswer }> {
  let allowed = 0;
  for (let round = 0; round < 100; round++) {
    const answers = await Promise.all(Array.from({ length: together }, (_, at) => ask(round * together + at)));
    const refused = answers.find(({ status }) => status === 429);
    allowed += answers.filter(({ status }) => status !== 429).length;
    if (refused) return { allowed, refused };
  }
  throw new Error(`${allowed} requests were allowed, and none refused.`);
}

const usage = (project: Project) => project.call('GET', '/usage');

export const rateLimitStatements: readonly Statement[] = [
  {
    section,
    statement: 'every answer shows the rate limit of its key: RateLimit-Policy, and what is left in RateLimit',
    ownProject: 'no other request may count on its key',
    async run(api) {
      const project = await api.project();
      expect(limitOf(await usage(project))).toEqual({
        policy: '"requests";q=600;w=60',
        left: expect.stringMatching(/^"requests";r=599;t=1$/),
        retryAfter: null,
      });
      const next = limitOf(await project.call('GET', '/accounts'));
      expect(next.left).toMatch(/^"requests";r=59[89];t=1$/);
    },
  },
  {
    section,
    statement: 'a request counts once per started 64 KiB of its body',
    ownProject: 'no other request may count on its key',
    async run(api) {
      const project = await api.project();
      const leftAfter = async (bytes: number): Promise<number> => {
        const { headers } = await project.call('POST', '/posts/validate', { body: { a: 'b'.repeat(bytes - 8) } });
        return Number(/r=(\d+)/.exec(headers.get('RateLimit') ?? '')?.[1]);
      };
      expect(await leftAfter(65_536)).toBe(599);
      const startedAt = performance.now();
      // They count as 256.
      const left = await Promise.all(Array.from({ length: 8 }, () => leftAfter(2 * 1024 * 1024)));
      // One is given back every 100 ms.
      const givenBack = Math.ceil((performance.now() - startedAt) / 100) + 1;
      expect(Math.min(...left)).toBeGreaterThanOrEqual(343);
      expect(Math.min(...left)).toBeLessThanOrEqual(343 + givenBack);
    },
  },
  {
    section,
    statement: '600 requests a minute and key; beyond, 429 rate_limited, until after Retry-After; other keys go on',
    async run(api) {
      const [first, second] = await Promise.all([api.project(), api.project()]);
      const { allowed, refused } = await askUntilRefused(() => usage(first), 50);
      expect(allowed).toBeGreaterThanOrEqual(600);
      expect({ status: refused.status, body: refused.body, limit: limitOf(refused) }).toEqual({
        status: 429,
        body: errorBody('rate_limited'),
        limit: {
          policy: '"requests";q=600;w=60',
          left: expect.stringMatching(/^"requests";r=0;t=\d+$/),
          retryAfter: expect.stringMatching(/^[1-9]\d?$/),
        },
      });
      const other = await usage(second);
      expect({ status: other.status, limit: limitOf(other).left }).toEqual({
        status: 200,
        limit: expect.stringMatching(/^"requests";r=599;/),
      });
      const { refused: last } = await askUntilRefused(() => usage(first), 50);
      await api.pass(Number(limitOf(last).retryAfter) * 1000);
      expect((await usage(first)).status).toBe(200);
    },
  },
  {
    section,
    statement: '60 publishes a minute and key; beyond, POST /posts answers 429 rate_limited, and other routes go on',
    everywhere: true,
    async run(api) {
      const project = await api.project();
      const x = await project.connect('x');
      const publishAt = await api.in(3_600_000);
      const bodyOf = (at: number) => ({
        content: `No. ${at}`,
        publishAt,
        platforms: [targetEntry(x)],
        idempotencyKey: `key-${at}`,
      });
      const publish = (at: number) => project.call('POST', '/posts', { body: bodyOf(at) });
      const first = await publish(0);
      expect({ status: first.status, limit: limitOf(first) }).toEqual({
        status: 202,
        limit: { policy: '"publishes";q=60;w=60', left: '"publishes";r=59;t=1', retryAfter: null },
      });
      const { allowed, refused } = await askUntilRefused((at) => publish(at + 1), 10);
      expect(allowed).toBeGreaterThanOrEqual(59);
      expect({ status: refused.status, body: refused.body, limit: limitOf(refused) }).toEqual({
        status: 429,
        body: errorBody('rate_limited'),
        limit: {
          policy: '"publishes";q=60;w=60',
          left: expect.stringMatching(/^"publishes";r=0;t=\d+$/),
          retryAfter: expect.stringMatching(/^[1-9]\d?$/),
        },
      });
      const replay = await publish(0);
      expect({ status: replay.status, limit: limitOf(replay).policy }).toEqual({
        status: 200,
        limit: '"requests";q=600;w=60',
      });
      const broken = await project.call('POST', '/posts', {
        body: { ...bodyOf(0), idempotencyKey: 'new', content: 'a'.repeat(281) },
      });
      expect(broken.status).toBe(400);
      expect((await project.call('POST', '/posts/validate', { body: bodyOf(1) })).status).toBe(200);
      expect((await usage(project)).status).toBe(200);
    },
  },
];
