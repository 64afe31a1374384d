import { startService } from '@fanfare/harness/testing';
import { serveMock } from '@fanfare/mock/server';
import type { Page } from 'playwright-core';

/** A Fanfare for the app's tests, and a person's decisions on the pages of its networks. */
export type Stage = {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly imageUrl: string;
  approve(page: Page, username: string): Promise<void>;
  deny(page: Page): Promise<void>;
  stop(): Promise<void>;
};

/** The real service over the simulated networks. */
export async function serviceStage(): Promise<Stage> {
  const { baseUrl, apiKey, sandboxUrl, stop } = await startService();
  return {
    baseUrl,
    apiKey,
    imageUrl: `${sandboxUrl}/__sandbox/samples/harbour.jpg`,
    async approve(page, username) {
      await page.locator(`input[name="profile"][value="${username}"]`).check();
      await page.getByRole('button', { name: 'Allow' }).click();
    },
    deny: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
    stop,
  };
}

/** The standalone mock. */
export async function mockStage(): Promise<Stage> {
  const { url, mock, close } = await serveMock();
  return {
    baseUrl: url,
    apiKey: mock.apiKey,
    imageUrl: 'https://images.example/harbour.jpg',
    async approve(page, username) {
      await page.getByRole('textbox', { name: 'Account' }).fill(username);
      await page.getByRole('button', { name: 'Approve' }).click();
    },
    deny: (page) => page.getByRole('button', { name: 'Deny' }).click(),
    stop: close,
  };
}
