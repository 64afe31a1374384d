import { shareBrowser } from '@fanfare/harness/browser';
import { expect, test } from 'vitest';
import { useServer } from '../use-server.ts';

const server = useServer();

test('/docs/explorer reads the description without an error or a warning, calls no other server, and tries a route', async () => {
  const chromium = await shareBrowser();
  try {
    const page = await chromium.newPage();
    const complaints: string[] = [];
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('pageerror', (error) => complaints.push(`${error}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${server.baseUrl}/docs/explorer`);
    await page.getByRole('button', { name: /^Start connecting an account/ }).click();
    await page.getByRole('button', { name: /^Test Request.*accounts\/connect\)/ }).click();
    expect(complaints).toEqual([]);
    const sent = page.waitForRequest(/\/api\/v1/);
    await page.getByRole('button', { name: /^Send post request/ }).click();
    expect((await sent).url()).toBe(`${server.baseUrl}/api/v1/accounts/connect`);
    expect([...hosts].filter((host) => host !== '')).toEqual([new URL(server.baseUrl).host]);
  } finally {
    await chromium.close();
  }
});
