import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Fields,
  field,
  graphError,
  idOf,
  invalidParameter,
  list,
  type MetaSession,
  missingObject,
  startMeta,
  text,
} from './meta-session.ts';

let ig: MetaSession;
let token: string;
beforeAll(async () => {
  ig = await startMeta('instagram');
});
afterAll(() => ig.close());
beforeEach(async () => {
  await ig.reset();
  token = await ig.tokenOf('ada');
});

async function publishNew(fields: Fields): Promise<string> {
  const container = idOf(await ig.post(token, '/me/media', fields));
  await ig.advance(1000);
  return idOf(await ig.post(token, '/me/media_publish', { creation_id: container }));
}
const publishImage = () => publishNew({ image_url: ig.sampleUrl('beans.jpg') });
const publishReel = () => publishNew({ media_type: 'REELS', video_url: ig.sampleUrl('clip.mp4') });
const publishStory = () => publishNew({ media_type: 'STORIES', image_url: ig.sampleUrl('beans.jpg') });
const insights = (id: string, metric: string) => ig.get(token, `/${id}/insights`, { metric });

describe('insights', () => {
  it('are the five numbers valid for pictures and reels alike', async () => {
    for (const id of [await publishImage(), await publishReel()]) {
      const { status, body } = await insights(id, 'views,likes,comments,shares,saved');
      expect(status).toBe(200);
      const entry = (name: string, title: string, value: number) => ({
        name,
        period: 'lifetime',
        values: [{ value }],
        title,
        description: `${title} of the post.`,
        id: `${id}/insights/${name}/lifetime`,
      });
      expect(body).toEqual({
        data: [
          entry('views', 'Views', 128),
          entry('likes', 'Likes', 17),
          entry('comments', 'Comments', 0),
          entry('shares', 'Shares', 3),
          entry('saved', 'Saved', 5),
        ],
      });
    }
  });

  it('are the numbers a test gives, with comments counted', async () => {
    const id = await publishImage();
    await ig.control('insights', { id, values: { views: 9120, likes: 305 } });
    await ig.post(token, `/${id}/comments`, { message: 'Hi' });
    const values = list((await insights(id, 'views,likes,comments,total_interactions')).body, 'data').map((entry) =>
      field(entry, 'values'),
    );
    expect(values).toEqual([[{ value: 9120 }], [{ value: 305 }], [{ value: 1 }], [{ value: 314 }]]);
    expect((await ig.get(token, `/${id}`, { fields: 'like_count' })).body).toEqual({ id, like_count: 305 });
  });

  it('are an empty list, not zeros, while there are none', async () => {
    const id = await publishImage();
    await ig.control('empty-insights', { username: 'ada', on: true });
    expect((await insights(id, 'views,likes')).body).toEqual({ data: [] });
  });

  it('fail whole for one metric that is unknown, dead or of another kind of post', async () => {
    const [image, reel, story] = [await publishImage(), await publishReel(), await publishStory()];
    const notHere = (name: string) =>
      invalidParameter(`The Media Insights API does not support the ${name} metric for this media product type.`);
    expect((await insights(image, 'views,impressions')).body).toEqual(notHere('impressions'));
    expect((await insights(reel, 'views,plays')).body).toEqual(notHere('plays'));
    expect((await insights(reel, 'follows')).body).toEqual(notHere('follows'));
    expect((await insights(image, 'reels_skip_rate')).body).toEqual(notHere('reels_skip_rate'));
    expect((await insights(story, 'likes')).body).toEqual(notHere('likes'));
    expect((await insights(image, 'replies')).body).toEqual(notHere('replies'));
    const unknown = await insights(image, 'views,saves');
    expect(unknown.status).toBe(400);
    expect(text(field(unknown.body, 'error'), 'message')).toMatch(
      /^\(#100\) metric\[1\] must be one of the following values: views, reach,/,
    );
    expect((await insights(image, '')).body).toEqual(invalidParameter('The parameter metric is required'));
  });

  it('of a story need five viewers, and lacking them looks like a lacking permission', async () => {
    const id = await publishStory();
    expect((await insights(id, 'views,replies')).status).toBe(200);
    await ig.control('insights', { id, values: { views: 4 } });
    expect((await insights(id, 'views')).body).toEqual(
      graphError({ message: '(#10) Not enough viewers for the media to show insights', code: 10 }),
    );
  });

  it('of other people’s posts are not there', async () => {
    const id = await publishImage();
    const answer = await ig.get(await ig.tokenOf('ben'), `/${id}/insights`, { metric: 'views' });
    expect(answer.body).toEqual(missingObject('get', id));
  });
});
