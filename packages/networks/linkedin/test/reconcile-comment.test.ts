import type { Attempt, CommentDraft, Credential, ProfileRef } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { aConfig, aCredential, makeCall, NOW, PAGE, PERSON } from './make-call.ts';
import { type Scripted, startScripted } from './scripted-linkedin.ts';

const POST = 'urn:li:share:7';
const LIST = 'GET /api/rest/socialActions/urn%3Ali%3Ashare%3A7/comments';
const FIRST = `${LIST}?start=0&count=100`;
const URN = 'urn:li:comment:(urn:li:activity:8,9)';
const draft: CommentDraft = { platformPostId: POST, text: 'Links (here)' };

const seen = (changes: object = {}) => ({
  id: '9',
  commentUrn: URN,
  actor: 'urn:li:organization:2414183',
  message: { text: 'Links (here)', attributes: [] },
  created: { time: NOW },
  ...changes,
});
const list = (...elements: object[]): Scripted => ({ status: 200, body: { elements, paging: { start: 0 } } });

async function reconcile(
  answers: Scripted | readonly Scripted[],
  changes: {
    attempt?: Partial<Attempt<CommentDraft>>;
    account?: ProfileRef;
    credential?: Credential;
    skewMs?: number;
  } = {},
) {
  await using server = await startScripted({ [LIST]: answers });
  await using call = makeCall({
    account: changes.account ?? PAGE,
    ...(changes.credential && { credential: changes.credential }),
  });
  const { skewMs = 0 } = changes;
  const clock = { ...call.clock, now: () => call.clock.now() + skewMs };
  const verdict = await createLinkedin(aConfig(server.origin))
    .comment!.reconcile(
      { ...call, clock },
      {
        input: draft,
        handle: POST,
        intendedAt: NOW,
        agoMs: 0,
        sends: 1,
        error: null,
        earlierErrors: [],
        ...changes.attempt,
      },
    )
    .catch((error: { facts: unknown }) => error.facts);
  return { verdict, lines: server.lines(), sleptMs: call.clock.sleptMs };
}

const undecided = { state: 'undecided' };

describe('a comment in doubt', () => {
  it('is live when exactly one matching comment is below the post', async () => {
    const { verdict, lines, sleptMs } = await reconcile(list(seen({ message: { text: 'Other' } }), seen()));
    expect(verdict).toEqual({ state: 'live', platformPostId: URN, url: null });
    expect([lines, sleptMs]).toEqual([[FIRST], [3_000]]);
  });

  it('is looked for three times', async () => {
    const { verdict, lines, sleptMs } = await reconcile([list(), list(), list(seen())]);
    expect(verdict).toMatchObject({ state: 'live' });
    expect([lines, sleptMs]).toEqual([
      [FIRST, FIRST, FIRST],
      [3_000, 7_000, 20_000],
    ]);
  });

  it('stays in doubt when it never appears: a missing comment proves nothing', async () => {
    expect((await reconcile(list())).verdict).toEqual(undecided);
  });

  it.each([
    ['somebody else’s', { actor: 'urn:li:person:other' }],
    ['another text', { message: { text: 'Links here' } }],
    ['an older one', { created: { time: NOW - 5_001 } }],
    ['one without a time', { created: undefined }],
  ])('is not matched by %s', async (_name, changes) => {
    expect((await reconcile(list(seen(changes)))).verdict).toEqual(undecided);
  });

  it('stays in doubt when two match', async () => {
    expect((await reconcile(list(seen(), seen({ id: '10' })))).verdict).toEqual(undecided);
  });

  it('is found on a later page', async () => {
    const full = list(...Array.from({ length: 100 }, (_, i) => seen({ id: String(i), message: { text: `${i}` } })));
    const { verdict, lines } = await reconcile([full, list(seen())]);
    expect(verdict).toMatchObject({ state: 'live', platformPostId: URN });
    expect(lines).toEqual([FIRST, `${LIST}?start=100&count=100`]);
  });

  it('is looked for at once, and once more later, after a crash in between', async () => {
    const { sleptMs, lines } = await reconcile([list(), list(seen())], { attempt: { agoMs: 15_000 } });
    expect([lines.length, sleptMs]).toEqual([2, [15_000]]);
  });

  it('is looked for on time however wrong the clock of this process is', async () => {
    const { verdict, sleptMs } = await reconcile(list(seen()), { skewMs: 600_000 });
    expect([verdict, sleptMs]).toEqual([{ state: 'live', platformPostId: URN, url: null }, [3_000]]);
  });

  it.each([
    ['a member', PERSON, undefined],
    ['a page without permission to read', PAGE, aCredential({ scopes: ['w_organization_social'] })],
  ])('is not looked for as %s, who may not read', async (_name, account, credential) => {
    const { verdict, lines } = await reconcile(list(seen()), { account, ...(credential && { credential }) });
    expect([verdict, lines]).toEqual([undecided, []]);
  });

  it('is looked for as a member LinkedIn lets read', async () => {
    const credential = aCredential({ scopes: ['r_member_social'] });
    const own = list(seen({ actor: 'urn:li:person:782bbtaQ' }));
    expect((await reconcile(own, { account: PERSON, credential })).verdict).toMatchObject({ state: 'live' });
  });

  it('stays in doubt, without another look, where reading is forbidden', async () => {
    const { verdict, lines } = await reconcile({ status: 403, body: { code: 'ACCESS_DENIED' } });
    expect([verdict, lines]).toEqual([undecided, [FIRST]]);
  });

  it('is looked for again after a failed look', async () => {
    const { verdict } = await reconcile([{ status: 400 }, list(seen())]);
    expect(verdict).toMatchObject({ state: 'live' });
  });

  it('waits for a new token when the old one has ended', async () => {
    const { verdict } = await reconcile({ status: 401, body: { serviceErrorCode: 65602 } });
    expect(verdict).toMatchObject({ code: 'credential_rejected' });
  });
});
