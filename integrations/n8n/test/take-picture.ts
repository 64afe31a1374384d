import { launchBrowser } from '@fanfare/harness/browser';
import type { N8n } from './start-n8n.ts';

/** Takes the picture of a page of n8n that the documentation shows. */
export async function takePicture(n8n: Pick<N8n, 'url' | 'owner'>, page: string, file: string): Promise<void> {
  const browser = await launchBrowser();
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await tab.goto(`${n8n.url}/signin`);
    await tab.getByRole('textbox', { name: /email/i }).fill(n8n.owner.email);
    await tab.locator('input[type=password]').fill(n8n.owner.password);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(/\/(home|workflow)/);
    await tab.goto(`${n8n.url}${page}`);
    await tab.getByText('Every quarter of an hour').first().waitFor();
    await tab.waitForLoadState('networkidle');
    await tab.screenshot({ path: file });
  } finally {
    await browser.close();
  }
}
