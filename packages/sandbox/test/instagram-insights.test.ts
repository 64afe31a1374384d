import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  DAY_MS,
  type Fields,
  field,
  graphError,
  HOUR_MS,
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
  it('are the five numbers valid for pictures and reels', async () => {
    for (const id of [await publishImage(), await publishReel()]) {
      await ig.control('metrics', { platformPostId: id, views: 128, likes: 17, shares: 3, saves: 5 });
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

  it('are the numbers set by a test, with comments counted', async () => {
    const id = await publishImage();
    await ig.control('insights', { id, values: { views: 9120, likes: 305 } });
    await ig.post(token, `/${id}/comments`, { message: 'Hi' });
    const values = list((await insights(id, 'views,likes,comments,total_interactions')).body, 'data').map((entry) =>
      field(entry, 'values'),
    );
    expect(values).toEqual([[{ value: 9120 }], [{ value: 305 }], [{ value: 1 }], [{ value: 306 }]]);
    expect((await ig.get(token, `/${id}`, { fields: 'like_count' })).body).toEqual({ id, like_count: 305 });
  });

  it('are an empty list, not zeros, while there are none', async () => {
    const id = await publishImage();
    await ig.control('empty-insights', { username: 'ada', on: true });
    expect((await insights(id, 'views,likes')).body).toEqual({ data: [] });
  });

  it('are named in a comma-separated or a JSON list, as Meta’s business SDK sends', async () => {
    const image = await publishImage();
    const named = (await insights(image, 'views,likes')).body;
    expect(list(named, 'data')).toHaveLength(2);
    expect((await insights(image, '["views","likes"]')).body).toEqual(named);
  });

  it('fail completely for one metric that is unknown, withdrawn or of another kind of post', async () => {
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

  it('of a story need five viewers, and fewer look like a missing permission', async () => {
    const id = await publishStory();
    await ig.advance(DAY_MS);
    expect((await insights(id, 'views,replies')).status).toBe(200);
    await ig.control('insights', { id, values: { views: 4 } });
    expect((await insights(id, 'views')).body).toEqual(
      graphError({ message: '(#10) Not enough viewers for the media to show insights', code: 10 }),
    );
  });

  it('grow from zero with the age of a post, never fall, and differ from post to post', async () => {
    const ids = [await publishImage(), await publishReel()];
    const numbers = async (id: string) =>
      list((await insights(id, 'views,likes,comments,shares,saved')).body, 'data').map((entry) =>
        Number(field(list(entry, 'values')[0], 'value')),
      );
    await ig.advance(6 * HOUR_MS);
    const early = await Promise.all(ids.map(numbers));
    expect(await Promise.all(ids.map(numbers))).toEqual(early);
    await ig.advance(10 * DAY_MS);
    const late = await Promise.all(ids.map(numbers));
    for (const [index, [views = 0, likes = 0, comments = 0, shares = 0, saved = 0]] of late.entries()) {
      expect(views).toBeGreaterThan(early[index]?.[0] ?? 0);
      expect(likes).toBeGreaterThan(0);
      expect([likes < views * 0.1, shares < likes, saved < likes, comments]).toEqual([true, true, true, 0]);
    }
    expect(late[0]).not.toEqual(late[1]);
    expect((await ig.get(token, `/${ids[0]}`, { fields: 'like_count' })).body).toEqual({
      id: ids[0],
      like_count: late[0]?.[1],
    });
  });

  it('accept the numbers of a control, under the shared names, and refuse unknown ones', async () => {
    const id = await publishImage();
    const counts = { platformPostId: id, views: 9, likes: 8, comments: 7, shares: 6, saves: 5 };
    expect(await ig.control('metrics', counts)).toEqual({ views: 9, likes: 8, comments: 7, shares: 6, saves: 5 });
    const { body } = await insights(id, 'views,likes,comments,shares,saved');
    expect(list(body, 'data').map((entry) => field(list(entry, 'values')[0], 'value'))).toEqual([9, 8, 7, 6, 5]);
    await expect(ig.control('metrics', { platformPostId: id, quotes: 1 })).rejects.toThrow('unknown field "quotes"');
    await expect(ig.control('metrics', { platformPostId: '1', likes: 1 })).rejects.toThrow('no such post');
  });

  it('of a deleted post do not exist, nor does anything else of it', async () => {
    const id = await publishImage();
    const permalink = text((await ig.get(token, `/${id}`, { fields: 'permalink' })).body, 'permalink');
    await ig.control('delete-post', { platformPostId: id });
    for (const answer of [
      await insights(id, 'views'),
      await ig.get(token, `/${id}`, { fields: 'permalink' }),
      await ig.get(token, `/${id}/comments`),
    ])
      expect([answer.status, answer.body]).toEqual([400, missingObject('get', id)]);
    const comment = await ig.post(token, `/${id}/comments`, { message: 'Too late' });
    expect([comment.status, comment.body]).toEqual([400, missingObject('post', id)]);
    expect([(await ig.send(permalink)).status, await ig.posts()]).toEqual([404, []]);
  });

  it('of other people’s posts do not exist', async () => {
    const id = await publishImage();
    const answer = await ig.get(await ig.tokenOf('ben'), `/${id}/insights`, { metric: 'views' });
    expect(answer.body).toEqual(missingObject('get', id));
  });
});
