import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, sent } from './composing.ts';
import { dashboardOfFile } from './dashboard-of-file.ts';
import { press } from './press.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-restart-'));
const pidFile = path.join(folder, 'pid');
const dashboard = dashboardOfFile({
  FANFARE_SERVER: fileURLToPath(new URL('./restartable-server.ts', import.meta.url)),
  RESTART_PID_FILE: pidFile,
});
afterAll(() => rmSync(folder, { recursive: true }));

// It waits for the lease of the killed server: a minute.
test('a server that is killed when a network took a post and its answer was lost: the page comes back and ends with one live post', async () => {
  const { service } = dashboard;
  const { page } = await openComposer(dashboard);
  const text = 'Through a crash';
  await choose(page, 'X', 'Threads');
  await postText(page).fill(text);
  await service.fail({ network: 'x', method: 'POST', path: '^/2/tweets$', action: 'drop_after' });
  const shown = page.waitForResponse((answer) => /\/posts\/post_\w+$/.test(answer.url()));
  await press(page, 'Publish now');
  // The event of Threads named the post; X is being read back.
  await shown;
  process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGUSR2');
  await sent(page, 'Published');
  await expect.poll(() => page.getByRole('list', { name: 'Targets' }).getByText('Published').count()).toBe(2);
  expect((await livePosts(dashboard, text)).map(({ network }) => network).sort()).toEqual(['threads', 'x']);
});
