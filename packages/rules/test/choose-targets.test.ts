import type { TargetStatus } from '@fanfare/contract';
import { expect, it } from 'vitest';
import { chooseTargets } from '../src/choose-targets.ts';

const target = (id: string, status: TargetStatus) => ({ id, status });
const out = target('tgt_out', 'published');
const alsoOut = target('tgt_also_out', 'published');
const failed = target('tgt_failed', 'failed');
const waiting = target('tgt_waiting', 'pending');
const all = [out, failed, alsoOut, waiting];

it.each([
  ['every published target', undefined, [out, alsoOut]],
  ['those that are named, in the order of the post', ['tgt_also_out', 'tgt_failed', 'tgt_out'], [out, alsoOut]],
  ['one that is named twice, once', ['tgt_out', 'tgt_out'], [out]],
])('reposts %s', (_name, targetIds, published) => {
  expect(chooseTargets(all, targetIds)).toEqual({ ok: true, published });
});

const AGAIN = 'No target of this post is published yet. Send the request again once one is.';
const NEVER = 'No target of this post was published, so there is nothing to repost.';
it.each([
  ['waiting beside failed', [waiting, failed], undefined, AGAIN],
  ['failed alone', [failed], undefined, NEVER],
  ['failed, as the one that is named', all, ['tgt_failed'], NEVER],
  ['gone with their account', [], undefined, NEVER],
])('with all targets %s nothing is published', (_name, targets, targetIds, message) => {
  expect(chooseTargets(targets, targetIds)).toEqual({ ok: false, refusal: { code: 'not_published', message } });
});

it('every id that is no target of the post is named', () => {
  const message = 'There is no target tgt_no in this post.';
  expect(chooseTargets([failed], ['tgt_failed', 'tgt_no', 'tgt_no'])).toEqual({
    ok: false,
    refusal: {
      code: 'not_found',
      message: `targetIds[1]: ${message} (and 1 more, see details)`,
      details: [
        { path: 'targetIds[1]', message },
        { path: 'targetIds[2]', message },
      ],
    },
  });
});
