import type { HubDriver } from '@fanfare/hub';
import { readAnswer } from '@fanfare/network';
import { readRest } from './call-humhub.ts';
import { PostAnswer } from './wire.ts';

/** HumHub counts likes and comments, and no views. */
export const readMetrics: NonNullable<HubDriver['metrics']> = async (call, platformPostId) => {
  const answer = await readRest(call, { route: `post/${encodeURIComponent(platformPostId)}`, on: 'read' });
  const { content } = readAnswer('HumHub', PostAnswer, answer, 'the counts of a post');
  const { likes, comments } = content;
  return { views: null, likes: likes?.total ?? null, comments: comments?.total ?? null, shares: null, saves: null };
};
