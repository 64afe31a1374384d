import type { Server } from 'node:http';
import { type SharedBrowser, shareBrowser } from '@fanfare/harness/browser';
import { Fanfare } from '@fanfare/sdk';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../src/app.ts';
import { listen, originOf } from '../src/listen.ts';
import { NETWORKS } from '../src/networks.ts';
import type { Stage } from './stages.ts';

/** Declares the tests of the app over a Fanfare. */
export function tryApp(name: string, start: () => Promise<Stage>): void {
  describe(`over ${name}`, () => {
    let browser: SharedBrowser;
    let stage: Stage;
    let server: Server;
    let fanfare: Fanfare;
    let ben: Page;
    let callback = '';
    /** Everything the app sent to any browser, and received from it. */
    const seen: Promise<string>[] = [];

    beforeAll(async () => {
      browser = await shareBrowser();
      stage = await start();
      fanfare = new Fanfare(stage);
      server = await listen(0, (origin) => createApp({ fanfare, origin, imageUrl: stage.imageUrl }));
      ben = await (await newBrowser()).newPage();
      ben.on('request', (request) => {
        if (request.url().includes('/connected?')) callback = request.url();
      });
      await ben.goto(originOf(server));
    });
    afterAll(async () => {
      await ben?.context().close();
      server?.close();
      server?.closeAllConnections();
      await stage?.stop();
      await browser?.close();
    });

    async function newBrowser(): Promise<BrowserContext> {
      const context = await browser.newContext();
      context.on('response', (response) => {
        if (!response.url().startsWith(originOf(server))) return;
        const request = response.request();
        seen.push(
          Promise.all([request.allHeaders(), response.allHeaders(), response.text().catch(() => '')]).then((facts) =>
            JSON.stringify([request.url(), request.postData(), facts]),
          ),
        );
      });
      return context;
    }

    async function beginConnect(page: Page, network: string): Promise<void> {
      await page
        .getByRole('region', { name: network })
        .getByRole('button', { name: /^Connect/ })
        .click();
      await page.getByRole('button', { name: /^Continue to/ }).click();
    }

    const said = async (page: Page): Promise<string | null> => {
      await page.waitForURL((url) => url.origin === originOf(server));
      return page.locator('main').textContent();
    };

    test('an account on each of the four networks is connected', async () => {
      for (const network of Object.values(NETWORKS)) {
        await beginConnect(ben, network);
        await stage.approve(ben, 'ben');
        expect(await said(ben)).toContain(`${network}: ben is connected.`);
        expect(await ben.getByRole('region', { name: network }).textContent()).toContain('ben');
      }
      // The address keeps neither the secret nor the outcome: a reload shows nothing twice.
      expect(ben.url()).toBe(`${originOf(server)}/`);
      await ben.reload();
      expect(await said(ben)).not.toContain('is connected');
    });

    test('other users see none of it, and nothing is connected for a user who declines', async () => {
      const page = await (await newBrowser()).newPage();
      await page.goto(originOf(server));
      expect(await said(page)).not.toContain('ben');
      await beginConnect(page, 'Threads');
      await stage.deny(page);
      expect(await said(page)).toContain('Threads: You did not allow the access, so nothing was connected.');
      expect(await page.getByRole('button', { name: /^Disconnect/ }).count()).toBe(0);
      await page.context().close();
    });

    test('the callback address does nothing the second time, nor in another browser', async () => {
      expect(callback).toContain('status=success');
      const answer = await ben.goto(callback);
      expect([answer?.status(), await said(ben)]).toEqual([400, expect.stringContaining('This address leads nowhere')]);
      const stranger = await (await newBrowser()).newPage();
      expect((await stranger.goto(callback))?.status()).toBe(400);
      await stranger.goto(originOf(server));
      expect(await stranger.getByRole('button', { name: /^Disconnect/ }).count()).toBe(0);
      await stranger.context().close();
    });

    test('one test post is published to all of them, and once, although the form is sent twice', async () => {
      await ben.goto(originOf(server));
      const content = `Hello from ben, ${Date.now()}`;
      await ben.getByRole('textbox', { name: 'Text' }).fill(content);
      const sent = ben.waitForRequest(`${originOf(server)}/publish`);
      await ben.getByRole('button', { name: 'Publish to all accounts' }).click();
      await ben.waitForURL(/#published$/);
      const card = ben.getByRole('region', { name: 'Your last post' });
      const own = card.locator('.account', { hasText: ', ben' });
      expect(await own.getByRole('link', { name: 'Published' }).count()).toBe(4);
      const form = Object.fromEntries(new URLSearchParams((await sent).postData() ?? ''));
      await ben.context().request.post(`${originOf(server)}/publish`, { form });
      const { posts } = await fanfare.posts.list();
      expect(posts.filter((post) => post.content === content).map(({ status }) => status)).toEqual(['published']);
    });

    test('an account is disconnected', async () => {
      await ben.getByRole('button', { name: 'Disconnect ben from LinkedIn' }).click();
      expect(await said(ben)).toContain('ben is disconnected.');
      expect(await ben.getByRole('button', { name: 'Disconnect ben from LinkedIn' }).count()).toBe(0);
      expect(await ben.getByRole('button', { name: /^Disconnect ben from/ }).count()).toBe(3);
      const { accounts } = await fanfare.accounts.list({
        platform: 'linkedin',
        includeRevoked: true,
        status: 'revoked',
      });
      expect(accounts).toMatchObject([{ username: 'ben', statusReason: 'disconnected' }]);
    });

    test('no browser ever received the key', async () => {
      const all = (await Promise.all(seen)).join('\n');
      expect(all).toContain('Your accounts');
      expect(all).not.toContain(stage.apiKey);
      expect(all).not.toContain('fanfare_sk');
    });
  });
}
