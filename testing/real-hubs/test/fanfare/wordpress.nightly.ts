import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RunningService, startService } from '@fanfare/harness/testing';
import { Fanfare, type MediaItem, type Target } from '@fanfare/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lookAt } from '../../src/look-at.ts';
import { addPhp } from '../add-php.ts';
import { applicationPasswords, whoAmI } from '../application-passwords.ts';
import { describeWordpress } from '../real-wordpress.ts';
import { type LosingProxy, startLosingProxy } from '../start-losing-proxy.ts';
import { newText, publishOnHub } from './publish-on-hub.ts';
import { refusal } from './refusal.ts';
import { imagesIn, readFile, visit } from './visit.ts';

let proxy: LosingProxy;
const behind = async (serverUrl: string) => {
  proxy = await startLosingProxy(serverUrl);
  return proxy.url;
};

await describeWordpress('a Fanfare and a real WordPress', { behind }, (wordpress) => {
  let service: RunningService;
  let fanfare: Fanfare;
  beforeAll(async () => {
    service = await startService({ PUBLISHES_PER_MINUTE: '100000' });
    fanfare = new Fanfare(service);
  });
  afterAll(async () => {
    await service?.stop();
    await proxy.stop();
  });

  const sample = (name: string, altText: string): MediaItem => ({
    type: 'image',
    url: `${service.sandboxUrl}/__sandbox/samples/${name}`,
    altText,
  });
  const hubUrl = wordpress?.url;
  const connectByKey = async (role: 'author' | 'editor' | 'contributor') =>
    fanfare.accounts.connectHub({
      hubUrl,
      type: 'wordpress',
      username: wordpress.users[role].username,
      apiKey: await wordpress.createApplicationPassword(role),
    });
  const connectByCode = async (role: 'author' | 'editor') =>
    fanfare.accounts.connectHub({ hubUrl, connectCode: await wordpress.makeConnectCode(role) });
  /** Counts what of a kind there is on the hub, drafts and unattached uploads included. */
  const countOf = async (type: 'post' | 'attachment') =>
    Number(
      await wordpress.run(
        `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM wp_posts WHERE post_type = '${type}' AND post_status <> 'auto-draft'" );`,
      ),
    );

  test('a code connects its user; the key is listed with our name', async () => {
    const { account } = await connectByCode('editor');
    expect(account).toEqual({
      id: account.id,
      platform: 'hub',
      platformUserId: `user:${wordpress.users.editor.id}@${new URL(hubUrl).host}`,
      username: 'eve',
      status: 'active',
      statusReason: null,
      connectedAt: expect.any(String),
      hub: { type: 'wordpress', url: hubUrl, name: 'Community & friends', defaultSpaceSlug: null },
    });
    expect(await applicationPasswords(wordpress, 'editor')).toEqual([
      expect.stringMatching(/^Fanfare, connected \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    ]);
  });

  test('connecting again reuses the account, and the key that it replaces is deleted', async () => {
    const { account } = await connectByCode('editor');
    const again = await connectByCode('editor');
    expect(again.account.id).toBe(account.id);
    expect(await applicationPasswords(wordpress, 'editor')).toHaveLength(1);
  });

  test('wrong keys, codes, rights, spaces and addresses are refused, each with its code', async () => {
    const used = await wordpress.makeConnectCode('author');
    await fanfare.accounts.connectHub({ hubUrl, connectCode: used });
    const key = await wordpress.createApplicationPassword('author');
    const byKey = { hubUrl, type: 'wordpress', username: 'ann', apiKey: key } as const;
    const refusals = await Promise.all([
      refusal(fanfare.accounts.connectHub({ ...byKey, apiKey: 'wrong wrong wrong' })),
      refusal(fanfare.accounts.connectHub({ ...byKey, username: 'nobody' })),
      refusal(connectByKey('contributor')),
      refusal(fanfare.accounts.connectHub({ ...byKey, defaultSpaceSlug: 'nowhere' })),
      refusal(fanfare.accounts.connectHub({ hubUrl, connectCode: used })),
      refusal(
        fanfare.accounts.connectHub({ hubUrl: `${service.sandboxUrl}/nothing`, connectCode: 'TCVX-XRPK-KNNF-NLSW' }),
      ),
      refusal(fanfare.accounts.connectHub({ ...byKey, hubUrl: 'http://127.0.0.1:1' })),
    ]);
    expect(refusals).toEqual([
      expect.stringMatching(/^400 hub_auth_failed: .*username or application password is wrong/),
      expect.stringMatching(/^400 hub_auth_failed: .*username or application password is wrong/),
      '400 hub_auth_failed: The user of this key may not publish posts or upload images on the hub.',
      '400 space_not_found: The hub has no space with the slug "nowhere".',
      expect.stringMatching(/^400 connect_code_invalid: /),
      expect.stringMatching(/^400 hub_not_supported: /),
      expect.stringMatching(/^502 hub_unreachable: /),
    ]);
  });

  test('spaces are the categories, searched and paged', async () => {
    const { account } = await connectByKey('author');
    const slugs = async (query: object) =>
      (await fanfare.accounts.spaces(account.id, query)).spaces.map(({ slug }) => slug);
    const all = await fanfare.accounts.spaces(account.id);
    expect([all.total, all.spaces.map(({ slug, name }) => `${slug} ${name}`)]).toEqual([
      4,
      ['events Events', 'news News', 'release-notes Release notes', 'uncategorized Uncategorized'],
    ]);
    expect(await slugs({ q: 'ELEASE' })).toEqual(['release-notes']);
    expect(await slugs({ limit: 2, offset: 1 })).toEqual(['news', 'release-notes']);
    expect(await slugs({ offset: 4 })).toEqual([]);
    expect((await visit(all.spaces[1]!.url!)).status).toBe(200);
  });

  test('a text is public on its page and in its space, and nothing in it is HTML', async () => {
    const { account } = await connectByKey('author');
    const first = newText('Rye & <b>oats</b> are back');
    const target = await publishOnHub(fanfare, account.id, {
      content: `${first}\n\nFrom six <script>alert(1)</script>\n[gallery] 5 < 6`,
      spaceSlug: 'news',
    });
    expect(target).toMatchObject({ status: 'published', error: null, platformPostId: expect.stringMatching(/^\d+$/) });
    const { status, html } = await visit(target.url!);
    expect(status).toBe(200);
    const escaped = first.replace('&', '&#038;').replace('<b>', '&lt;b&gt;').replace('</b>', '&lt;/b&gt;');
    expect(html.replaceAll('&amp;', '&#038;')).toContain(escaped);
    expect(html).not.toContain('<script>alert(1)');
    expect(html).toContain('&#091;gallery&#093; 5 &lt; 6');
    expect((await visit(`${hubUrl}/category/news/`)).html).toContain(target.url);
    expect((await visit(`${hubUrl}/category/events/`)).html).not.toContain(target.url);
  });

  test('an image has its alt text, and its file is public', async () => {
    const { account } = await connectByKey('author');
    const altText = 'A "harbour" & <boats>';
    const target = await publishOnHub(fanfare, account.id, {
      content: newText('Harbour'),
      mediaItems: [sample('harbour.jpg', altText)],
    });
    const images = imagesIn((await visit(target.url!)).html);
    expect(images.map(({ alt }) => alt)).toEqual([altText]);
    const original = await readFile(sample('harbour.jpg', '').url);
    expect(await readFile(images[0]!.src)).toEqual(original);
    expect([original.status, original.type]).toEqual([200, 'image/jpeg']);
  });

  test('a carousel shows its images in order, each with its alt text', async () => {
    const { account } = await connectByKey('author');
    const mediaItems = [
      sample('harbour.jpg', 'Harbour'),
      sample('latte.png', 'Latte'),
      sample('beans.jpg', 'Beans'),
      sample('roastery.jpg', ''),
    ];
    const target = await publishOnHub(fanfare, account.id, {
      content: newText('Four pictures'),
      spaceSlug: 'events',
      mediaItems,
    });
    expect(target.status).toBe('published');
    const { html } = await visit(target.url!);
    expect(html).toContain('wp-block-gallery');
    const images = imagesIn(html);
    expect(images.map(({ alt }) => alt)).toEqual(['Harbour', 'Latte', 'Beans', '']);
    const files = await Promise.all(images.map(({ src }) => readFile(src)));
    expect(files.map(({ type }) => type)).toEqual(['image/jpeg', 'image/png', 'image/jpeg', 'image/jpeg']);
  });

  test.each([1280, 390])('a carousel fits the page at %i px, every image loaded', async (width) => {
    const { account } = await connectByKey('author');
    const names = ['harbour.jpg', 'latte.png', 'beans.jpg', 'roastery.jpg', 'cover.jpg'];
    const target = await publishOnHub(fanfare, account.id, {
      content: `Five pictures of a roastery ${width}\n\nRye is back, from six.`,
      spaceSlug: 'news',
      mediaItems: names.map((name) => sample(name, `The picture ${name}`)),
    });
    const picture = path.join(tmpdir(), `fanfare-wordpress-carousel-${width}.jpg`);
    const seen = await lookAt(target.url!, { width, picture });
    console.log(`Picture of the carousel at ${width} px: ${picture}`);
    expect(seen).toEqual({ overflowPx: 0, brokenImages: 0 });
  });

  const isWrite = (route: RegExp) => (request: { readonly method: string; readonly url: string }) =>
    request.method === 'POST' && route.test(decodeURIComponent(request.url));

  /** A post as the site has it. */
  const postOf = async ({ platformPostId }: Target) =>
    JSON.parse(
      await wordpress.run(
        `$post = get_post( ${platformPostId} ); echo wp_json_encode( array( 'title' => $post->post_title, 'excerpt' => get_the_excerpt( $post ), 'slug' => $post->post_name, 'status' => $post->post_status, 'categories' => wp_get_post_categories( $post->ID, array( 'fields' => 'slugs' ) ), 'tags' => wp_get_post_tags( $post->ID, array( 'fields' => 'names' ) ), 'featured' => get_post_meta( get_post_thumbnail_id( $post ), '_wp_attachment_image_alt', true ) ) );`,
      ),
    ) as Readonly<Record<string, unknown>>;

  test('options are those of the post on the site; a slug in use gets a number; tags are made once', async () => {
    const { account } = await connectByKey('author');
    const slug = `rye-${Date.now()}`;
    const options = {
      wordpress: {
        title: 'Rye & "more" [gallery]',
        excerpt: 'Rye, [gallery] <b>daily</b>.',
        categories: ['events'],
        tags: ['R&D', 'Rye bread'],
        featuredImage: 1,
        slug,
      },
    };
    const images = [sample('harbour.jpg', 'In the text'), sample('beans.jpg', 'Featured')];
    const publish = () =>
      publishOnHub(fanfare, account.id, {
        content: newText('Options'),
        spaceSlug: 'news',
        mediaItems: images,
        options,
      });
    const [first, second] = [await publish(), await publish()];
    expect([first.error, second.error]).toEqual([null, null]);
    const { title, tags } = options.wordpress;
    const expected = {
      ...{ title: expect.stringMatching(/^Rye &(amp;)? "more" \[gallery\]$/), status: 'publish' },
      excerpt: expect.stringMatching(/^Rye, (\[|&#091;)gallery(\]|&#093;) &lt;b&gt;daily&lt;\/b&gt;\.$/),
      categories: ['events', 'news'],
      tags: tags.map((name) => name.replace('&', '&amp;')),
      featured: 'Featured',
    };
    expect([await postOf(first), await postOf(second)]).toEqual([
      { ...expected, slug },
      { ...expected, slug: `${slug}-2` },
    ]);
    expect([first.url, second.url].map((url) => url?.split('/').at(-2))).toEqual([slug, `${slug}-2`]);
    const { status, html } = await visit(first.url!);
    expect([status, imagesIn(html).map(({ alt }) => alt)]).toEqual([200, ['In the text']]);
    expect(html).toContain(title.replace('&', '&amp;').replaceAll('"', '&#8221;').replace('&#8221;', '&#8220;'));
  });

  test('a post that waits for review has no address, and visitors do not see it; a lost answer changes nothing', async () => {
    const { account } = await connectByKey('author');
    const before = await countOf('post');
    proxy.loseAnswers(isWrite(/rest_route=\/wp\/v2\/posts\/\d+/));
    const options = { wordpress: { status: 'pending', slug: `wait-${Date.now()}` } } as const;
    const target = await publishOnHub(fanfare, account.id, { content: newText('Waits'), options });
    expect([proxy.toLose(), target.status, target.error, target.url]).toEqual([0, 'published', null, null]);
    expect(await postOf(target)).toMatchObject({ status: 'pending', slug: options.wordpress.slug });
    expect((await visit(`${hubUrl}/?p=${target.platformPostId}`)).status).toBe(404);
    expect(await countOf('post')).toBe(before + 1);
  });

  test('an unknown space fails the target and leaves nothing on the hub', async () => {
    const { account } = await connectByKey('author');
    const before = [await countOf('post'), await countOf('attachment')];
    const target = await publishOnHub(fanfare, account.id, {
      content: newText('Nowhere'),
      spaceSlug: 'nowhere',
      mediaItems: [sample('harbour.jpg', '')],
    });
    expect([target.status, target.error]).toEqual(['failed', expect.stringMatching(/^space_not_found: /)]);
    expect([await countOf('post'), await countOf('attachment')]).toEqual(before);
  });

  test('an image that WordPress does not take fails the whole carousel and leaves nothing on the hub', async () => {
    const { account } = await connectByKey('author');
    const before = [await countOf('post'), await countOf('attachment')];
    addPhp(wordpress, "add_filter( 'upload_mimes', fn( $types ) => array_diff( $types, array( 'image/png' ) ) );");
    const target = await publishOnHub(fanfare, account.id, {
      content: newText('Refused'),
      mediaItems: [sample('harbour.jpg', 'One'), sample('latte.png', 'Two')],
    });
    expect([target.status, target.error]).toEqual(['failed', expect.stringMatching(/^media_rejected: /)]);
    await expect.poll(async () => [await countOf('post'), await countOf('attachment')]).toEqual(before);
  });

  test.each([
    ['an upload', /rest_route=\/wp\/v2\/media/],
    ['the draft', /rest_route=\/wp\/v2\/posts(&|$)/],
    ['the publish', /rest_route=\/wp\/v2\/posts\/\d+/],
  ])('when the answer to %s is lost, the post is live once and nothing is doubled', async (_, route) => {
    const { account } = await connectByKey('author');
    const before = [await countOf('post'), await countOf('attachment')];
    proxy.loseAnswers(isWrite(route));
    const content = newText('Lost');
    const target = await publishOnHub(fanfare, account.id, {
      content,
      mediaItems: [sample('harbour.jpg', 'One'), sample('beans.jpg', 'Two')],
    });
    expect([proxy.toLose(), target.status, target.error]).toEqual([0, 'published', null]);
    const { html } = await visit(target.url!);
    expect(html).toContain(content);
    expect(imagesIn(html).map(({ alt }) => alt)).toEqual(['One', 'Two']);
    expect([await countOf('post'), await countOf('attachment')]).toEqual([before[0]! + 1, before[1]! + 2]);
  });

  test('when the answer to a code is lost, the code is used up and a new one connects', async () => {
    const before = await applicationPasswords(wordpress, 'author');
    const connectCode = await wordpress.makeConnectCode('author');
    proxy.loseAnswers(({ method, url }) => method === 'POST' && url.includes('hub-connect'));
    expect(await refusal(fanfare.accounts.connectHub({ hubUrl, connectCode }))).toBe(
      '502 hub_unreachable: The hub did not answer, and the connect code may be used up. Generate a new code and try again.',
    );
    expect(await refusal(fanfare.accounts.connectHub({ hubUrl, connectCode }))).toMatch(/^400 connect_code_invalid/);
    expect(await applicationPasswords(wordpress, 'author')).toHaveLength(before.length + 1);
    expect((await connectByCode('author')).account.status).toBe('active');
  });

  test('when connecting fails after the code was exchanged, the new key is deleted again', async () => {
    const before = await applicationPasswords(wordpress, 'author');
    const connectCode = await wordpress.makeConnectCode('author');
    expect(await refusal(fanfare.accounts.connectHub({ hubUrl, connectCode, defaultSpaceSlug: 'nowhere' }))).toBe(
      '400 space_not_found: The hub has no space with the slug "nowhere".',
    );
    expect(await applicationPasswords(wordpress, 'author')).toEqual(before);
  });

  test('comments of visitors are counted, and what WordPress does not count is null', async () => {
    const { account } = await connectByKey('author');
    const { post } = await fanfare.posts.create({
      content: newText('Counted'),
      platforms: [{ platform: 'hub', accountId: account.id }],
    });
    const id = post.targets[0]!.platformPostId!;
    await wordpress.run(
      `foreach ( array( 'One', 'Two' ) as $text ) wp_insert_comment( array( 'comment_post_ID' => ${id}, 'comment_content' => $text, 'comment_approved' => 1 ) );`,
    );
    const { targets } = await fanfare.posts.metrics(post.id);
    expect(targets[0]!.metrics).toEqual({ views: null, likes: null, comments: 2, shares: null, saves: null });
  });

  test('a key that its user revoked fails the target and ends the account', async () => {
    const { account } = await connectByKey('author');
    await wordpress.run(`WP_Application_Passwords::delete_all_application_passwords( ${wordpress.users.author.id} );`);
    const target = await publishOnHub(fanfare, account.id, { content: newText('Revoked') });
    expect([target.status, target.error]).toEqual([
      'failed',
      expect.stringMatching(/^(account_not_active|credential_rejected): /),
    ]);
    expect((await fanfare.accounts.get(account.id)).account.status).toBe('revoked');
  });

  test('disconnecting deletes the key on the hub, from a code and from the user', async () => {
    const before = await applicationPasswords(wordpress, 'author');
    const own = await wordpress.createApplicationPassword('author');
    const key = { hubUrl, type: 'wordpress', username: 'ann', apiKey: own } as const;
    for (const connect of [() => connectByCode('author'), () => fanfare.accounts.connectHub(key)]) {
      const { account } = await connect();
      await fanfare.accounts.delete(account.id);
    }
    await expect.poll(() => applicationPasswords(wordpress, 'author')).toEqual(before);
    expect((await whoAmI(wordpress, 'ann', own)).status).toBe(401);
  });
});
