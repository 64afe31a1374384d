import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, livePosts, openComposer, postText, press, sent } from './composing.ts';
import { type Dashboard, openDashboard } from './open-dashboard.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-restart-'));
const pidFile = path.join(folder, 'pid');
let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard({
    FANFARE_SERVER: fileURLToPath(new URL('./restartable-server.ts', import.meta.url)),
    RESTART_PID_FILE: pidFile,
  });
});
afterAll(async () => {
  await dashboard.close();
  rmSync(folder, { recursive: true });
});

// It waits for the lease of the killed server: a minute.
test.each([
  ['took it and its answer was lost', 'drop_after'],
  ['had not taken it', 'delay'],
] as const)(
  'a server that is killed while a network %s: the page comes back and ends with one live post',
  async (_, action) => {
    const { service } = dashboard;
    const { page } = await openComposer(dashboard);
    const text = `Through a crash, ${action}`;
    await choose(page, 'X', 'Threads');
    await postText(page).fill(text);
    await service.fail({ network: 'x', method: 'POST', path: '^/2/tweets$', action, delayMs: 100_000 });
    const asked = page.waitForResponse((answer) => /\/posts\/post_\w+$/.test(answer.url()));
    await press(page, 'Publish now');
    // The event of Threads named the post; X is still being asked, or read back.
    await asked;
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGUSR2');
    await sent(page, 'Published');
    expect(await page.getByRole('list', { name: 'Targets' }).getByText('Published').count()).toBe(2);
    expect((await livePosts(dashboard, text)).map(({ network }) => network).sort()).toEqual(['threads', 'x']);
  },
);
