import { describe, expect, test } from 'vitest';
import { images } from './a-draft.ts';
import { factsOf } from './facts-of.ts';
import { aFile, gif } from './media-files.ts';
import { FINE, prepare, state, uploaded } from './prepare.ts';
import { jsonOf } from './scripted-x.ts';

const MIB = 1024 * 1024;
const jpeg = (size = 1_000) => aFile('image/jpeg', Buffer.alloc(size, 7));

describe('a GIF', () => {
  const url = 'https://cdn.example/0.jpg';
  const animated = aFile('image/gif', gif({ frames: 2 }));
  const still = aFile('image/gif', gif({ frames: 1 }));

  test('that moves cannot be combined with images', async () => {
    const files = { [url]: jpeg(), 'https://cdn.example/1.jpg': animated };
    const { server, prepared } = await prepare({ draft: { media: images(2) }, files });
    expect(await factsOf(prepared)).toEqual({
      code: 'media_rejected',
      outcome: 'not_sent',
      message: 'mediaItems[1] is an animated GIF, which X takes only alone. Nothing was published.',
      mediaIndex: 1,
      remedy: 'Post the GIF alone, or a still image.',
    });
    expect(server.requests).toEqual([]);
  });

  test('that is still is uploaded in parts too: as an image among others, as a GIF alone', async () => {
    const files = { [url]: still, 'https://cdn.example/1.jpg': jpeg() };
    const among = await prepare({
      draft: { media: images(2) },
      files,
      replies: [uploaded('11'), FINE, uploaded('11'), uploaded('12')],
    });
    expect(await among.prepared).toMatchObject({ body: { media: { media_ids: ['11', '12'] } } });
    expect(jsonOf(among.server.requests[0])).toEqual({
      media_type: 'image/gif',
      total_bytes: still.size,
      media_category: 'tweet_image',
    });
    const alone = await prepare({
      draft: { media: images(1) },
      files,
      replies: [uploaded('13'), FINE, uploaded('13', { state: 'succeeded' })],
    });
    expect(await alone.prepared).toMatchObject({ body: { media: { media_ids: ['13'] } } });
    expect(jsonOf(alone.server.requests[0])).toMatchObject({ media_category: 'tweet_gif' });
  });

  test('over 15 MB is refused', async () => {
    const large = aFile('image/gif', Buffer.concat([gif({ frames: 2 }), Buffer.alloc(15 * MIB)]));
    const { prepared } = await prepare({ draft: { media: images(1) }, files: { [url]: large } });
    expect(await factsOf(prepared)).toMatchObject({ code: 'media_rejected', mediaIndex: 0 });
  });

  test('that an earlier run has sent may still be processed; a still image has no state to read', async () => {
    const steps = () => new Map([['media 0', '7']]);
    const moving = await prepare({
      draft: { media: images(1) },
      steps: steps(),
      replies: [state({ state: 'in_progress' }), state({ state: 'succeeded' })],
    });
    expect(await moving.prepared).toMatchObject({ body: { media: { media_ids: ['7'] } } });
    expect(moving.server.requests.length).toBe(2);
    const quiet = await prepare({
      draft: { media: images(1) },
      steps: steps(),
      replies: [{ status: 400, json: { title: 'Invalid Request' } }],
    });
    expect(await quiet.prepared).toMatchObject({ body: { media: { media_ids: ['7'] } } });
    expect(quiet.server.requests.length).toBe(1);
  });
});
