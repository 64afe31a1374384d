import { expect, test } from 'vitest';
import { leastMedia } from '../../posts/comments/networks.ts';
import type { Person } from '../../use-server.ts';
import { settledOf, useKillableRuns } from './killable-runs.ts';

const { server, killAt } = useKillableRuns();

type Row = {
  readonly ends: 'published' | 'outcome_unknown';
  /** Comments below the post. */
  readonly live: number;
  /** Writes that an undisturbed run does not make. */
  readonly repeated: readonly string[];
};

const once: Row = { ends: 'published', live: 1, repeated: [] };
const unknown = (live: number): Row => ({ ends: 'outcome_unknown', live, repeated: [] });

const expected = {
  // Below the post stands what exists; a missing comment proves nothing.
  instagram: { C8: once, C9: once, C10: unknown(0), C11: once, C12: once, C13: once },
  // A reply is a container: it is created once, and sent again as long as it is not published.
  threads: { C8: once, C9: once, C3: once, 'C3#2': once, 'C4#2': once, C10: once, C11: once, C12: once, C13: once },
  // The comments of a member's post cannot be read.
  linkedin: { C8: once, C10: unknown(0), C11: unknown(1), C12: once, C13: once },
} as const;

async function rowOf(ana: Person, point: string, usual: readonly string[]): Promise<Row> {
  const { platform } = ana.account;
  if (point !== 'nothing') await killAt(ana, point);
  const { target, post: read } = await settledOf(ana, {
    content: `Fell at ${point}`,
    mediaItems: leastMedia(server, platform as 'threads'),
    target: { firstComment: `First after ${point}` },
  });
  const posts = await ana.posts();
  const [post] = posts;
  // Whatever happens to the comment, the post is live once, published and billed.
  expect([posts.length, read.status, target.status, target.platformPostId]).toEqual([
    1,
    'published',
    'published',
    post!.id,
  ]);
  const commented = target.commentStatus === 'published';
  expect(await ana.project.usage()).toMatchObject({ used: commented ? 2 : 1, reserved: 0 });
  expect(post!.comments.map(({ text }) => text)).toEqual(post!.comments.map(() => `First after ${point}`));
  const left = [...usual];
  const repeated = (await ana.writes()).filter((call) => {
    const at = left.indexOf(call);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const code = target.commentError?.split(':')[0];
  return { ends: commented ? 'published' : (code as 'outcome_unknown'), live: post!.comments.length, repeated };
}

test.each(Object.keys(expected) as (keyof typeof expected)[])(
  '%s: a comment whose run ends at any checkpoint is continued where it ended, and never made twice',
  async (platform) => {
    const undisturbed = await server.person(platform);
    await rowOf(undisturbed, 'nothing', []);
    const usual = await undisturbed.writes();
    const table: Record<string, Row> = {};
    for (const point of Object.keys(expected[platform]))
      table[point] = await rowOf(await server.person(platform), point, usual);
    expect(table).toEqual(expected[platform]);
  },
);
