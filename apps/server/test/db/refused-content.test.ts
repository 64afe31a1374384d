import { beforeAll, expect, test } from 'vitest';
import { ids } from '../../src/process/ids.ts';
import { createLogger } from '../../src/process/log/log.ts';
import { errorDetail } from '../../src/publishing/error-detail.ts';
import { postgresStore, type TargetStore } from '../../src/publishing/target-store.ts';
import type { TargetRow } from '../../src/publishing/targets.table.ts';
import { leaseWith, UNITS, useTargets } from '../publishing/recovery/use-targets.ts';

const targets = useTargets();
let store: TargetStore;
beforeAll(() => {
  store = postgresStore({ db: targets.db, log: createLogger('silent', () => undefined), leaseSeconds: 60 });
});

/** PostgreSQL stores neither: the first in no text, the second in no JSON. */
const NUL = 'a\0';
const HALF = 'a\ud83d';

async function publish(target: TargetRow, platformPostId: string, url: string | null = null) {
  const intentId = await targets.intend(target, 'publish');
  return store.settlePublished(leaseWith(target, 1), { intentId, eventId: ids.uuid(), platformPostId, url });
}

test.each([NUL, HALF])(
  'a failure whose text is refused (%j) is stored with its code and in our words',
  async (words) => {
    const target = await targets.record();
    const error = { ...errorDetail('duplicate_content'), networkMessage: words, networkCode: words };
    const settled = await store.settleFailed(leaseWith(target, 1), error);
    expect(settled).toMatchObject({ status: 'failed', errorDetail: errorDetail('duplicate_content') });
    expect(await targets.quota(target)).toEqual({ reserved: 0, used: 0, state: 'released', ledger: 0 });
  },
);

test('a post whose id or address is refused is published and billed without them', async () => {
  const [lost, unopened, kept] = [await targets.record(), await targets.record(), await targets.record()];
  const settled = await Promise.all([
    publish(lost, NUL),
    publish(unopened, '2', `https://x.com/${NUL}`),
    publish(kept, '3', 'https://x.com/3'),
  ]);
  expect(settled).toMatchObject([
    { status: 'published', platformPostId: null, url: null },
    { status: 'published', platformPostId: null, url: null },
    { status: 'published', platformPostId: '3', url: 'https://x.com/3' },
  ]);
  expect(await targets.quota(lost)).toEqual({ reserved: 0, used: UNITS, state: 'billed', ledger: 1 });
});

test('a first comment whose id or error is refused settles without it', async () => {
  const target = await targets.record(undefined, 'And more');
  await publish(target, '1');
  const intentId = await targets.intend(target, 'comment');
  const comment = { intentId, eventId: ids.uuid(), commentId: NUL };
  expect(await store.settleComment(leaseWith(target, 1), comment)).toMatchObject({
    commentStatus: 'published',
    commentId: null,
  });

  const other = await targets.record(undefined, 'And more');
  await publish(other, '1');
  const failed = await store.failComment(leaseWith(other, 1), `content_rejected: ${NUL}`);
  expect(failed).toMatchObject({
    commentStatus: 'failed',
    commentError: expect.stringMatching(/^content_rejected: [^\0]+$/),
  });
});
