import type { OutgoingCall, ProfileRef } from '@fanfare/network';
import { expect, it } from 'vitest';
import { createLinkedin } from '../src/index.ts';
import { toPostBody } from '../src/to-post-body.ts';
import { aDraft } from './a-draft.ts';
import { aConfig, aCredential, makeCall, PAGE, PERSON } from './make-call.ts';
import { startScripted } from './scripted-linkedin.ts';

const CREATED = { status: 201, headers: { 'x-restli-id': 'urn:li:share:7' } };

/** Whether the public calls of a post and its comment have a new connection each. */
async function connectionsOf(account: ProfileRef, scopes: readonly string[]) {
  await using server = await startScripted({
    'POST /api/rest/posts': CREATED,
    'POST /api/rest/socialActions/urn%3Ali%3Ashare%3A7/comments': CREATED,
  });
  await using call = makeCall({ account, credential: aCredential({ scopes }) });
  const calls: OutgoingCall[] = [];
  const watched = {
    ...call,
    http: (outgoing: OutgoingCall) => {
      calls.push(outgoing);
      return call.http(outgoing);
    },
  };
  const { publish, comment } = createLinkedin(aConfig(server.origin));
  const body = toPostBody('urn:li:person:782bbtaQ', aDraft({ content: 'Day #1' }), { mediaUrns: [], card: null });
  await publish.send(watched, { handle: null, body });
  await comment!.send(watched, { handle: 'urn:li:share:7', body: {} });
  return calls.map(({ effect, onNewConnection }) => [effect, onNewConnection]);
}

it.each([
  ['a member, whose posts and comments cannot be read', PERSON, ['r_organization_social'], [true, true]],
  ['a member whose comments can be read', PERSON, ['r_member_social_feed'], [true, false]],
  ['a page', PAGE, ['r_organization_social'], [false, false]],
  ['a page without the permission to read', PAGE, ['w_organization_social'], [true, true]],
])('what can be read back may use a kept connection: %s', async (_whose, account, scopes, isNew) => {
  expect(await connectionsOf(account, scopes)).toEqual(isNew.map((each) => ['public', each]));
});
