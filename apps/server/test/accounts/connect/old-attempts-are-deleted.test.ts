import { expect, test } from 'vitest';
import { purgeConnectAttempts } from '../../../src/accounts/connect/connect-attempts.table.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();

test('an attempt is deleted a day after its end, and not sooner', async () => {
  const project = await server.createProject();
  for (const platform of ['x', 'threads', 'linkedin'])
    await project.call('POST', '/api/v1/accounts/connect', { platform });
  const end = (platform: string, ago: string) =>
    server.db.query({
      text: 'update connect_attempts set expires_at = now() - $2::interval where platform = $1',
      values: [platform, ago],
    });
  await end('x', '24 hours 1 minute');
  await end('threads', '23 hours 59 minutes');

  expect(await purgeConnectAttempts(server.db)).toBe(1);
  const { rows } = await server.db.query<{ platform: string }>({
    text: 'select platform from connect_attempts order by platform',
  });
  expect(rows).toEqual([{ platform: 'linkedin' }, { platform: 'threads' }]);
});
