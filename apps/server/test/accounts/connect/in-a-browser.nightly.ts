import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { axeFindings } from '@fanfare/harness/axe';
import { shareBrowser } from '@fanfare/harness/browser';
import { afterAll, expect, test } from 'vitest';
import { logoFile, PNG, SVG } from '../../config/installation/logos.ts';
import { linkFor } from '../../connect-steps.ts';
import { useServer } from '../../use-server.ts';

const server = useServer({
  env: {
    INSTALLATION_NAME: 'Harbour Social',
    INSTALLATION_COLOUR: '#0f766e',
    INSTALLATION_LOGO: logoFile(SVG),
  },
});
const WIDER = 'Math.max(0, document.documentElement.scrollWidth - innerWidth)';
const SCREENS = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

/** The caller's own pages. */
const app = createServer((_, res) => res.end('the app'));
await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => app.close(resolve)));
const host = `127.0.0.1:${(app.address() as AddressInfo).port}`;
const redirectUrl = `http://${host}/settings/accounts?tab=2`;

test('every state of a connect flow fits its screen and has no finding of axe, in light and in dark', async () => {
  const project = await server.createProject();
  const rename = (name: string) => server.db.query({ text: 'update projects set name = $1', values: [name] });
  await rename('Harbour Coffee');
  await server.db.query({
    text: `insert into project_logos (project_id, content_type, bytes, sha256) select id, 'image/png', $1, $2 from projects`,
    values: [PNG, Buffer.alloc(32, 7)],
  });
  const browser = await shareBrowser();
  try {
    const page = await browser.newPage();
    const found: unknown[] = [];
    const heading = () => page.getByRole('heading', { level: 1 }).textContent();
    const look = async (): Promise<void> => {
      const at = await heading();
      for (const { width, colorScheme } of SCREENS) {
        await page.setViewportSize({ width, height: 844 });
        await page.emulateMedia({ colorScheme });
        found.push([at, width, colorScheme, await axeFindings(page), await page.evaluate(WIDER)]);
      }
    };
    const go = async (body: Record<string, unknown>): Promise<string> => {
      const link = await linkFor(project, body);
      await page.goto(link);
      return link;
    };
    const seen: string[] = [];
    const check = async (expected: string): Promise<void> => {
      await expect.poll(heading).toBe(expected);
      seen.push(expected);
      await look();
    };
    const press = (name: RegExp) => page.getByRole('button', { name }).click();

    await go({ platform: 'linkedin' });
    await check('Connect your LinkedIn account to Harbour Coffee?');
    await press(/^Continue/);
    await press(/^Allow$/);
    await check('LinkedIn is connected');
    const used = await go({ platform: 'threads', redirectUrl });
    await press(/^Continue/);
    await press(/^Allow$/);
    await page.waitForURL(/status=success/);
    await page.goto(used);
    await check('Threads is already connected');
    await page.getByRole('link', { name: `Back to ${host}` }).click();
    await page.waitForURL(redirectUrl);
    const cancelled = await go({ platform: 'x', redirectUrl });
    await press(/^Cancel/);
    await page.waitForURL(`${redirectUrl}&status=error&reason=access_denied`);
    await page.goto(cancelled);
    await check('The account was not connected');
    await go({ platform: 'instagram' });
    await press(/^Cancel/);
    await check('The account was not connected');
    await rename(`\u202e<b>שלום ${'Very'.repeat(3_000)}`);
    await go({ platform: 'instagram', redirectUrl });
    await check(`Connect your Instagram account to <b>שלום ${'Very'.repeat(18).slice(0, 71)}…?`);
    await page.context().clearCookies();
    await press(/^Continue/);
    await check('Nothing was connected');

    expect(found).toEqual(
      seen.flatMap((at) => SCREENS.map(({ width, colorScheme }) => [at, width, colorScheme, [], 0])),
    );
  } finally {
    await browser.close();
  }
});
