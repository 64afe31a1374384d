import type { Post } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { answerCreate, type CreatedPost } from '../src/answer-create.ts';

const post = { id: 'post_1' } as Post;
const warnings = [{ path: 'platforms[0].spaceSlug', message: 'There are no spaces here.' }];
const mismatch = { 'Idempotency-Mismatch': 'true' };

it.each<[CreatedPost, number, Record<string, string>, object]>([
  [{ state: 'published', post, warnings }, 201, {}, { post, replayed: false, warnings }],
  [{ state: 'scheduled', post, warnings }, 202, {}, { post, replayed: false, warnings }],
  [{ state: 'replayed', post, isMismatch: false }, 200, {}, { post, replayed: true, warnings: [] }],
  [{ state: 'replayed', post, isMismatch: true }, 200, mismatch, { post, replayed: true, warnings: [] }],
])('%o', (created, status, headers, body) => {
  expect(answerCreate(created)).toEqual({ status, headers, body });
});
