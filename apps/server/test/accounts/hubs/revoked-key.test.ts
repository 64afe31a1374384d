import { afterEach, expect, test } from 'vitest';
import { failedTarget, publishedTarget } from '../../expected-post.ts';
import { useServer } from '../../use-server.ts';
import { hubAccount, PUBLIC_CALL, ROLES } from './hub-people.ts';

const server = useServer();
afterEach(() => server.sandbox.removeFaults());

/** Words with which each hub refuses a key. */
const REFUSAL = {
  wordpress: { code: 'rest_not_logged_in', message: 'You are not currently logged in.', data: { status: 401 } },
  micropub: { error: 'unauthorized', error_description: 'No access for this call.' },
};

/** Error of the target after a refusal in those words. */
const REFUSED = {
  wordpress: { networkCode: 'rest_not_logged_in', networkMessage: 'You are not currently logged in.' },
  micropub: { networkCode: 'unauthorized', networkMessage: 'No access for this call.' },
};
/** WordPress takes a key that it does not know for a visitor's, who may not list drafts. */
const ENDED = {
  wordpress: { networkCode: 'rest_invalid_param', networkMessage: 'Invalid parameter(s): status' },
  micropub: { networkCode: 'unauthorized', networkMessage: /^The access token provided is expired, revoked, / },
};

test.each(ROLES)(
  'a key that was revoked on the %s hub ends the account as revoked, and fails the target',
  async (role) => {
    const { person, account, target, read } = await hubAccount(server, role);
    await person.revokeKeys();
    const failed = await target({ content: 'The doors are open.' });
    expect(failed).toEqual(failedTarget(account, { code: 'account_not_active', ...ENDED[role] }));
    expect(await read()).toEqual({ ...account, status: 'revoked', statusReason: 'revoked_by_user' });
    expect(await person.posts()).toEqual([]);
    expect(await target({ content: 'Again.' })).toEqual(failedTarget(account, { code: 'account_not_active' }));
  },
);

test.each(ROLES)(
  'a key that the %s hub refuses in one call, and knows when it is asked, ends nothing',
  async (role) => {
    const { person, account, target, read } = await hubAccount(server, role);
    await server.sandbox.fail({
      ...{ network: 'hub', role, ...PUBLIC_CALL[role] },
      ...{ action: 'status', status: 401, body: REFUSAL[role] },
    });
    const published = await target({ content: 'The doors are open.' });
    const [post, ...others] = await person.posts();
    expect([published, others]).toEqual([publishedTarget(account, post), []]);
    expect(await read()).toEqual(account);
  },
);

test.each(ROLES)('a key that the %s hub refuses in each call but the one about the user ends nothing', async (role) => {
  const { person, account, target, read } = await hubAccount(server, role);
  await server.sandbox.fail({
    ...{ network: 'hub', role, ...PUBLIC_CALL[role], times: 20 },
    ...{ action: 'status', status: 401, body: REFUSAL[role] },
  });
  const failed = await target({ content: 'The doors are open.' });
  expect(failed).toEqual(failedTarget(account, { code: 'credential_rejected', ...REFUSED[role] }));
  expect(await read()).toEqual(account);
  expect(await person.posts()).toEqual([]);
});
