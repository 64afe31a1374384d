import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '@fanfare/harness/browser';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RealWordpress } from '../../src/index.ts';
import { signIn } from '../../src/wordpress/sign-in.ts';
import { ROLES, type Role } from '../../src/wordpress/users.ts';
import { addPhp } from '../add-php.ts';
import { applicationPasswords } from '../application-passwords.ts';
import { exchange } from '../exchange-code.ts';
import { describeWordpress } from '../real-wordpress.ts';

/** A site that is not `local` needs HTTPS for application passwords. */
function withoutHttps({ root }: RealWordpress): () => void {
  const config = path.join(root, 'wp-config.php');
  const before = readFileSync(config, 'utf8');
  writeFileSync(config, before.replace("'WP_ENVIRONMENT_TYPE', 'local'", "'WP_ENVIRONMENT_TYPE', 'production'"));
  return () => writeFileSync(config, before);
}

await describeWordpress('the section in the profile', {}, (wordpress) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser?.close());

  async function openProfile(role: Role, width = 1280): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const { cookies } = await signIn(wordpress.url, wordpress.users[role]);
    await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: wordpress.url })));
    await page.goto(`${wordpress.url}/wp-admin/profile.php`);
    return page;
  }

  test.each([1280, 390])('at %i px the button shows a code with its end, which can be exchanged', async (width) => {
    const page = await openProfile('author', width);
    const code = page.getByRole('textbox', { name: 'Connect code' });
    expect(await code.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Generate connect code' }).click();
    await code.waitFor();
    expect(await page.locator('#hub-connect-expiry').textContent()).toMatch(
      /^Valid until \d+:\d\d [AP]M\. You will not see this code again\. Whoever has it can publish in your name\.$/,
    );
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect(await page.getByRole('textbox', { name: 'Address of this site' }).inputValue()).toBe(wordpress.url);
    const shown = await code.inputValue();
    expect((await exchange(wordpress, { code: shown, name: 'Fanfare' })).status).toBe(200);
    await page.reload();
    expect(await page.content()).not.toContain(shown);
    await page.close();
  });

  test('the copy button copies the code', async () => {
    const page = await openProfile('author');
    await page.context().grantPermissions(['clipboard-read']);
    await page.getByRole('button', { name: 'Generate connect code' }).click();
    const code = page.getByRole('textbox', { name: 'Connect code' });
    await code.waitFor();
    await page.getByRole('button', { name: 'Copy' }).last().click();
    await page.getByText('Copied!').last().waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await code.inputValue());
    await page.close();
  });

  test('a code that has expired disappears, and a refusal is shown in words', async () => {
    const page = await openProfile('author');
    await page.clock.install();
    await page.getByRole('button', { name: 'Generate connect code' }).click();
    const code = page.getByRole('textbox', { name: 'Connect code' });
    await code.waitFor();
    await page.clock.fastForward('10:01');
    expect(await code.inputValue()).toBe('');
    expect(await page.locator('#hub-connect-expiry').textContent()).toBe('The code has expired. Generate a new one.');
    const restore = addPhp(
      wordpress,
      "add_filter( 'wp_is_application_passwords_available_for_user', '__return_false' );",
    );
    await page.getByRole('button', { name: 'Generate connect code' }).click();
    await page.getByRole('alert').filter({ hasText: 'turned off for your account' }).waitFor();
    restore();
    await page.close();
  });

  test('who may publish and upload gets the button, who may only write an explanation, others nothing', async () => {
    const seen = await Promise.all(
      ROLES.map(async (role) => {
        const profile = await (await signIn(wordpress.url, wordpress.users[role])).get('/wp-admin/profile.php');
        return [role, profile.includes('id="hub-connect-create"'), profile.includes('Your role does not allow both')];
      }),
    );
    expect(seen).toEqual([
      ['administrator', true, false],
      ['editor', true, false],
      ['author', true, false],
      ['contributor', false, true],
      ['subscriber', false, false],
    ]);
  });

  test('a code is refused to contributors, without the nonce, and to an application password', async () => {
    const nonceOf = async (role: Role) => {
      const session = await signIn(wordpress.url, wordpress.users[role]);
      const [, nonce = ''] =
        /hubConnectProfile = \{"nonce":"(\w+)"/.exec(await session.get('/wp-admin/profile.php')) ?? [];
      return { session, nonce };
    };
    const author = await nonceOf('author');
    const ask = { action: 'hub_connect_create_code', _ajax_nonce: author.nonce };
    expect((await author.session.post('/wp-admin/admin-ajax.php', { ...ask, _ajax_nonce: 'wrong' })).status).toBe(403);
    const contributor = await signIn(wordpress.url, wordpress.users.contributor);
    const removeNonce = addPhp(wordpress, 'function wp_verify_nonce() { return 1; }');
    const refused = await contributor.post('/wp-admin/admin-ajax.php', ask);
    removeNonce();
    expect([refused.status, await refused.json()]).toEqual([
      403,
      {
        success: false,
        data: {
          message:
            'Publishing services need a user who may publish posts and upload files. Your role does not allow both; ask an administrator.',
        },
      },
    ]);
    const key = await wordpress.createApplicationPassword('author');
    const withKey = await fetch(`${wordpress.url}/wp-admin/admin-ajax.php`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`ann:${key}`).toString('base64')}` },
      body: new URLSearchParams(ask),
    });
    expect([withKey.status, await withKey.text()]).toEqual([400, '0']);
  });

  test.each([
    ['no HTTPS', () => withoutHttps(wordpress), 'This site does not use HTTPS.'],
    [
      'turned off',
      () => addPhp(wordpress, "add_filter( 'wp_is_application_passwords_available', '__return_false' );"),
      'are turned off on this site.',
    ],
  ])(
    'without application passwords (%s) the profile says why, and an exchange uses nothing up',
    async (_, begin, why) => {
      const code = await wordpress.makeConnectCode('author');
      const end = begin();
      const profile = await (await signIn(wordpress.url, wordpress.users.author)).get('/wp-admin/profile.php');
      const answer = await exchange(wordpress, { code, name: 'Fanfare' });
      end();
      expect(profile).toContain(why);
      expect(profile).not.toContain('id="hub-connect-create"');
      expect([answer.status, answer.body]).toEqual([
        503,
        { code: 'unavailable', message: expect.stringContaining(why) },
      ]);
      expect((await exchange(wordpress, { code, name: 'Fanfare' })).status).toBe(200);
    },
  );

  test('uninstalling removes the tables and the option, and leaves the keys', async () => {
    const keys = await applicationPasswords(wordpress, 'author');
    const stored = () =>
      wordpress.run(
        'global $wpdb; echo json_encode( array( $wpdb->get_col( "SHOW TABLES LIKE \'%hub_connect%\'" ), $wpdb->get_col( "SELECT option_name FROM wp_options WHERE option_name LIKE \'%hub_connect%\'" ) ) );',
      );
    expect(JSON.parse(await stored())).toEqual([
      ['wp_hub_connect_attempts', 'wp_hub_connect_codes'],
      ['hub_connect_tables_version'],
    ]);
    await wordpress.run(
      "require_once ABSPATH . 'wp-admin/includes/plugin.php'; deactivate_plugins( 'hub-connect/hub-connect.php' ); uninstall_plugin( 'hub-connect/hub-connect.php' );",
    );
    expect(JSON.parse(await stored())).toEqual([[], []]);
    expect(keys.length).toBeGreaterThan(0);
    expect(await applicationPasswords(wordpress, 'author')).toEqual(keys);
  });
});
