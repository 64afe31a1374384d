import { type RunningService, startService } from '@fanfare/harness/testing';
import { Fanfare } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPhp } from '../add-php.ts';
import { describeWordpress } from '../real-wordpress.ts';
import { newText, publishOnHub } from './publish-on-hub.ts';
import { refusal } from './refusal.ts';

/** Prints as PHP does with display_errors. */
const WARNS = (when: string) =>
  `add_filter( 'rest_pre_serve_request', function ( $served, $response, $request ) {
     if ( ${when} ) { echo "<br />\\n<b>Warning</b>: Undefined variable\\n"; }
     return $served;
   }, 10, 3 );`;
const CLOSED = `add_filter( 'rest_authentication_errors', function ( $result ) {
  if ( ! empty( $result ) || is_user_logged_in() ) { return $result; }
  return new WP_Error( 'rest_login_required', 'Members only.', array( 'status' => 401 ) );
} );`;
const MODERATES = `add_filter( 'wp_insert_post_data', function ( $data ) {
  if ( 'publish' === $data['post_status'] && 'post' === $data['post_type'] ) { $data['post_status'] = 'pending'; }
  return $data;
} );`;
const REDIRECTS = `if ( 'POST' === $_SERVER['REQUEST_METHOD'] && preg_match( '#/wp/v2/posts/\\d+#', $_GET['rest_route'] ?? '' ) ) {
  header( 'Location: /elsewhere', true, 302 );
  exit;
}`;

await describeWordpress('a Fanfare and a WordPress with habits', {}, (wordpress) => {
  let service: RunningService;
  let fanfare: Fanfare;
  beforeAll(async () => {
    service = await startService({ PUBLISHES_PER_MINUTE: '100000' });
    fanfare = new Fanfare(service);
  });
  afterAll(() => service?.stop());

  const hubUrl = wordpress?.url;
  const connect = async (path = '') =>
    fanfare.accounts.connectHub({
      ...{ hubUrl: `${hubUrl}${path}`, type: 'wordpress', username: 'ann' },
      apiKey: await wordpress.createApplicationPassword('author'),
    });
  /** Drafts, posts that wait, and files. */
  const leftovers = () =>
    wordpress.run(
      `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM wp_posts WHERE (post_type = 'post' AND post_status IN ('draft', 'pending')) OR post_type = 'attachment'" );`,
    );

  test('every address below the site is one account, named by its home', async () => {
    const accounts = [];
    for (const path of ['', '/2026/11/rye-is-back', '/wp-json']) accounts.push((await connect(path)).account);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(1);
    expect(accounts[0]?.platformUserId).toBe(`user:${wordpress.users.author.id}@${new URL(hubUrl).host}`);
  });

  test('a site that is closed to visitors is connected with the key', async () => {
    addPhp(wordpress, CLOSED);
    const { account } = await connect();
    expect(account.hub?.name).toBe('Community & friends');
    expect(await publishOnHub(fanfare, account.id, { content: newText('Closed') })).toMatchObject({
      status: 'published',
    });
  });

  test('warnings of PHP are named when connecting, and do no harm to posts', async () => {
    const { account } = await connect();
    const quiet = addPhp(wordpress, WARNS("'GET' !== $request->get_method()"));
    const content = newText('With warnings');
    const image = {
      type: 'image',
      url: `${service.sandboxUrl}/__sandbox/samples/harbour.jpg`,
      altText: 'Boats',
    } as const;
    expect(await publishOnHub(fanfare, account.id, { content, mediaItems: [image] })).toMatchObject({
      status: 'published',
    });
    quiet();
    addPhp(wordpress, WARNS('true'));
    expect(await refusal(connect())).toMatch(
      /hub_error: .*`<br \/> <b>Warning<\/b>: Undefined variable`.*display_errors/,
    );
  });

  test('application passwords that are switched off are named', async () => {
    const apiKey = await wordpress.createApplicationPassword('author');
    addPhp(wordpress, `add_filter( 'wp_is_application_passwords_available', '__return_false' );`);
    const call = fanfare.accounts.connectHub({ hubUrl, type: 'wordpress', username: 'ann', apiKey });
    expect(await refusal(call)).toMatch(/hub_auth_failed: The site takes no application passwords/);
  });

  test.each([
    ['that waits for review', MODERATES, 'permission_missing'],
    ['whose call is redirected', REDIRECTS, 'network_unavailable'],
  ])('a post %s fails, and leaves nothing', async (_, php, code) => {
    const { account } = await connect();
    const before = await leftovers();
    addPhp(wordpress, php);
    const target = await publishOnHub(fanfare, account.id, { content: newText('Held back') });
    expect([target.status, target.errorDetail?.code]).toEqual(['failed', code]);
    expect(await leftovers()).toBe(before);
  });

  test('a category is searched for as people read its name', async () => {
    await wordpress.run(`require_once ABSPATH . 'wp-admin/includes/taxonomy.php'; wp_create_category( 'R&D' );`);
    const { account } = await connect();
    const search = async (q: string) =>
      (await fanfare.accounts.spaces(account.id, { q })).spaces.map(({ name }) => name);
    expect([await search('R&D'), await search('amp')]).toEqual([['R&D'], []]);
  });
});
