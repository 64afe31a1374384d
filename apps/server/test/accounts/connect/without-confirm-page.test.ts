import { expect, test } from 'vitest';
import { decide, linkFor, open, queryOf, REDIRECT_URL } from '../../connect-steps.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({ env: { CONNECT_CONFIRM_PAGE: 'false' } });

test('opening it elsewhere first does not use it up', async () => {
  const project = await server.createProject();
  const link = await linkFor(project, { platform: 'threads', redirectUrl: REDIRECT_URL });
  await open(link);
  const opened = await open(link);
  const back = await open(await decide(opened.location!, { profile: 'ben' }), 'GET', opened.cookie);
  expect(queryOf(back.location)).toMatchObject({ status: 'success', username: 'ben' });
});
