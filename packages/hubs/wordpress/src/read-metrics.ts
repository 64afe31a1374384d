import type { HubDriver } from '@fanfare/hub';
import { readRest } from './call-wordpress.ts';
import { readTotal } from './categories.ts';

/** WordPress counts comments and nothing else (REST API handbook, comments, checked 2026-11). */
export const readMetrics: NonNullable<HubDriver['metrics']> = async (call, platformPostId) => {
  const answer = await readRest(call, {
    route: 'comments',
    query: { post: platformPostId, per_page: '1', _fields: 'id' },
    on: 'read',
  });
  const comments = readTotal(answer, 'a count of comments');
  return { views: null, likes: null, comments, shares: null, saves: null };
};
