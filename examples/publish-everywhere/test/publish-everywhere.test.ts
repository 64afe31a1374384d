import { serviceOfFile } from '@fanfare/harness/service';
import { type Run, shownIn, withoutChance } from '@fanfare/harness/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, runExample } from './run-example.ts';
import { type SeenPost, seenPosts } from './seen-posts.ts';

const [shown = ''] = shownIn(new URL('../README.md', import.meta.url));
const service = serviceOfFile();
let first: Run;

beforeAll(async () => {
  first = await runExample({ FANFARE_FOLDER: service.folder });
});

const ALT_TEXTS: Record<string, string> = {
  'harbour.jpg': 'Sailing boats and a lighthouse as the sun rises over the harbour',
  'roastery.jpg': 'A steel coffee roaster beside shelves of coffee bags',
  'beans.jpg': 'Coffee beans scattered around the words Single origin',
  'latte.png': 'A cup of coffee from above, with a heart poured into the milk',
};

describe('the first run', () => {
  test('prints what the README shows', () => {
    expect({ ...first, stdout: withoutChance(first.stdout) }).toEqual({
      code: 0,
      stdout: withoutChance(shown),
      stderr: '',
    });
  });

  test('leaves six posts on the networks, with their alt texts and the cover, and a replay adds none', async () => {
    const [, batch = ''] = /batch ([0-9A-F]{4})/.exec(first.stdout) ?? [];
    const text = `First light at the harbour, and Morning Tide is out: single origin, batch ${batch}, ready from seven today.`;
    const media = (...files: string[]): SeenPost['media'] =>
      files.map((file) => ({ file, cover: null, altText: ALT_TEXTS[file] ?? null }));
    const posts = await seenPosts(service);
    const seen = posts.map(({ network, author, text, media }) => ({ network, author, text, media }));
    expect(seen.toSorted((a, b) => (`${a.network} ${a.author}` < `${b.network} ${b.author}` ? -1 : 1))).toEqual([
      { network: 'instagram', author: 'ada', text, media: media('harbour.jpg', 'clip.mp4', 'roastery.jpg') },
      { network: 'linkedin', author: 'ada', text, media: media('harbour.jpg', 'roastery.jpg', 'beans.jpg') },
      {
        network: 'linkedin',
        author: 'harbour-coffee',
        text,
        media: [{ file: 'clip.mp4', cover: 'cover.jpg', altText: null }],
      },
      { network: 'linkedin', author: 'northwind-studio', text, media: [] },
      { network: 'threads', author: 'ada', text, media: media('harbour.jpg', 'clip.mp4', 'roastery.jpg') },
      {
        network: 'x',
        author: 'ada',
        text: `Morning Tide is out ☕ Batch ${batch}, from seven.`,
        media: media('latte.png'),
      },
    ]);
  });

  test('prints the id and address each post has on its network', async () => {
    const posts = await seenPosts(service);
    const expected = posts.map(({ network, author, id, url }) => [network, `@${author}`, 'published', id, url]);
    expect(
      rowsOf(first)
        .map((row) => row.split(/ +/))
        .toSorted(),
    ).toEqual(expected.toSorted());
  });
});
