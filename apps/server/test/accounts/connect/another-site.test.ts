import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from '@fanfare/contract';
import { shareBrowser } from '@fanfare/harness/browser';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkFor, open } from '../../connect-steps.ts';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let browser: Awaited<ReturnType<typeof shareBrowser>>;
let visitor: Awaited<ReturnType<typeof browser.newContext>>;
let project: Project;
let site: { readonly port: number; page: string; close(): void };

beforeAll(async () => {
  browser = await shareBrowser();
  const http = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(site.page);
  });
  await new Promise<void>((resolve) => void http.listen(0, '127.0.0.1', resolve));
  site = { port: (http.address() as AddressInfo).port, page: '', close: () => http.close() };
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

beforeEach(async () => {
  project = await server.createProject();
  visitor = await browser.newContext();
});
afterEach(() => visitor.close());

const fieldOf = (html: string): string => /name="form_token" value="([\w-]+)"/.exec(html)?.[1] ?? 'none';

const accounts = async (): Promise<readonly Account[]> =>
  (await project.call<{ accounts: Account[] }>('GET', '/api/v1/accounts')).body.accounts;

/** Requests for a network's consent page, to which a press leads. */
const sentOn = async (platform: string): Promise<number> =>
  (await server.sandbox.requests(platform)).filter(({ path }) => path.includes('authoriz')).length;

/**
 * The other site opens the link invisibly, so that the browser gets its cookie, and submits a form
 * with the token of a page it fetched itself.
 */
const attack = (link: string, formToken: string): string => `<!doctype html><title>A nice page</title>
<form method="post" action="${link}"><input type="hidden" name="form_token" value="${formToken}"></form>
<script>
  fetch(${JSON.stringify(link)}, { mode: 'no-cors', credentials: 'include' })
    .catch(() => undefined)
    .then(() => document.forms[0].submit());
</script>`;

// What the browser sends depends on the site, not on the network.
test.each([
  ['another port', '127.0.0.1', 'linkedin'],
  ['another host name', 'localhost', 'x'],
])('a page of %s cannot press the button of a link', async (_name, host, platform) => {
  const before = await sentOn(platform);
  const link = await linkFor(project, { platform });
  site.page = attack(link, fieldOf((await open(link)).html));
  const tab = await visitor.newPage();
  await tab.goto(`http://${host}:${site.port}/`);
  await tab.waitForURL((url) => url.port !== String(site.port));
  expect([tab.url(), await tab.getByRole('heading').textContent()]).toEqual([link, 'Nothing was connected']);
  expect(await sentOn(platform)).toBe(before);

  // The link was opened but not used: its own page still works.
  await tab.getByRole('link', { name: 'Open the page' }).click();
  await tab.getByRole('button', { name: /^Continue to/ }).click();
  await tab.getByRole('button', { name: 'Allow' }).click();
  await tab.getByRole('heading', { name: 'is connected' }).waitFor();
  expect((await accounts()).map((account) => account.platform)).toContain(platform);
});
