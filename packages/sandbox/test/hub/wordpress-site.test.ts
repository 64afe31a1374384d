import { beforeEach, expect, it } from 'vitest';
import { field, startHubs, text } from './hub-session.ts';

const { hubs, sandbox, call, control, keyOf, rest, reset, shown, upload } = await startHubs();
beforeEach(reset);

const galleryOf = (images: readonly { id: unknown; src: string; alt: string }[]) =>
  `<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images columns-default is-cropped">${images
    .map(
      ({ id, src, alt }) =>
        `<!-- wp:image {"id":${id}} --><figure class="wp-block-image"><img src="${src}" alt="${alt}" class="wp-image-${id}"/></figure><!-- /wp:image -->`,
    )
    .join('')}</figure><!-- /wp:gallery -->`;

async function publishGallery() {
  const key = await keyOf('wordpress', 'alma');
  const images = [];
  for (const [name, alt] of [
    ['harbour.jpg', 'The harbour &amp; its &quot;boats&quot;'],
    ['beans.jpg', ''],
    ['latte.png', 'A cup'],
  ] as const) {
    const media = await upload(key, name);
    images.push({ id: field(media, 'id'), src: text(media, 'source_url'), alt });
  }
  const content = `<!-- wp:paragraph --><p>Open day<br>on Sunday</p><!-- /wp:paragraph -->${galleryOf(images)}`;
  const { body } = await rest('POST', 'posts', {
    key,
    body: { status: 'publish', title: 'Fish <3', content, categories: [2], format: 'gallery' },
  });
  return { body, link: text(body, 'link'), images };
}

it('shows a published post to visitors, pictures and alternative texts with it', async () => {
  const { link, images } = await publishGallery();
  const page = await call(link);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  for (const piece of [
    '<h1>Fish &lt;3</h1>',
    'by <a href="/hub/wordpress/author/alma/">Alma Reyes</a>',
    '<a href="/hub/wordpress/category/news/">News</a>',
    '<p>Open day<br />on Sunday</p>',
    '<figure class="wp-block-gallery has-nested-images columns-default is-cropped">',
    `<img src="${new URL(images[0]?.src ?? '').pathname}" alt="The harbour &amp; its &quot;boats&quot;" class="wp-image-1" />`,
    'alt="A cup"',
  ])
    expect(page.text).toContain(piece);
  expect(page.text).not.toContain('wp:image');
});

it('shows it in the feed of the sandbox, with its place and its pictures', async () => {
  const { link, images } = await publishGallery();
  const image = (index: number, altText: string | null) => ({
    type: 'image',
    url: images[index]?.src,
    coverUrl: null,
    altText,
    thumbOffsetMs: null,
  });
  expect(await shown()).toEqual([
    {
      network: 'hub',
      id: '4',
      url: link,
      author: { id: 'wordpress:3', username: 'alma', name: 'Alma Reyes' },
      place: 'Harbour Community · News',
      text: 'Fish <3\n\nOpen day\non Sunday',
      media: [image(0, 'The harbour & its "boats"'), image(1, null), image(2, 'A cup')],
      article: { title: 'Fish <3', excerpt: '', slug: 'fish-3', status: 'publish', categories: ['News'], tags: [] },
      aiGenerated: false,
      createdAt: '2026-11-20T12:00:00.000Z',
      comments: [],
      repostedBy: [],
    },
  ]);
  const feed = await call(`${sandbox.url}/?network=hub&profile=alma`);
  expect(feed.text).toContain('Harbour Community · News');
  expect(feed.text).toContain('<span class="count">3/3</span>');
});

it('runs nothing that somebody posts', async () => {
  const key = await keyOf('wordpress');
  const content =
    '<p onclick="x()">A</p><script>alert(1)</script><img src="javascript:x" onerror="x()"><a href="JavaScript:x">b</a><svg><script>x</script></svg>';
  const { body } = await rest('POST', 'posts', { key, body: { status: 'publish', content } });
  const page = await call(text(body, 'link'));
  expect(page.text).toContain('<div class="content"><p>A</p><img /><a>b</a></div>');
  expect(await shown()).toMatchObject([{ text: 'A\n\nb' }]);
});

it('shows no draft, no deleted post and no page that is not there', async () => {
  const key = await keyOf('wordpress');
  await rest('POST', 'posts', { key, body: { title: 'Secret' } });
  const draft = await call(`${hubs.wordpress}/?p=1`);
  expect([draft.status, draft.text.includes('Secret')]).toEqual([404, false]);
  const { link } = await publishGallery();
  expect((await call(`${hubs.wordpress}/?p=5`)).headers.get('location')).toBe(link);
  await control('delete-post', { platformPostId: '5' });
  expect([(await call(link)).status, (await call(`${hubs.wordpress}/nothing/`)).status]).toEqual([404, 404]);
});

it('lists posts at home, by section and by author', async () => {
  await publishGallery();
  for (const path of ['/', '/category/news/', '/author/alma/']) {
    const page = await call(`${hubs.wordpress}${path}`);
    expect([path, page.status, page.text.includes('Fish &lt;3')]).toEqual([path, 200, true]);
  }
  expect((await call(`${hubs.wordpress}/category/events/`)).text).toContain('Nothing has been published here yet.');
});

it('takes a route of the REST API at every path that is no file', async () => {
  for (const path of ['/', '/2026/11/rye', '/index.php'])
    expect((await call(`${hubs.wordpress}${path}?rest_route=/&_fields=home`)).body).toEqual({ home: hubs.wordpress });
  expect((await call(`${hubs.wordpress}/wp-content/x?rest_route=/`)).body).toBeNull();
});

it('may be closed to visitors', async () => {
  await control('needs-sign-in', { on: true });
  const closed = await call(`${hubs.wordpress}/?rest_route=/`);
  expect([closed.status, field(closed.body, 'code')]).toEqual([401, 'rest_login_required']);
  const key = await keyOf('wordpress', 'alma');
  expect((await rest('GET', 'users/me', { key })).status).toBe(200);
});

it('may print warnings of PHP before its answers', async () => {
  const root = `${hubs.wordpress}/wp-json/`;
  await control('php-warnings', { where: 'writes' });
  expect((await (await fetch(root)).text()).startsWith('{')).toBe(true);
  await control('php-warnings', { where: 'everywhere' });
  expect(await (await fetch(root)).text()).toMatch(/^<br \/>\n<b>Warning<\/b>: .*\n\{"name"/);
});
