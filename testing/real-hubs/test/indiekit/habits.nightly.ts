import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeIndiekit } from '../real-indiekit.ts';

const PICTURE = new URL('../../../../packages/sandbox/samples/beans.jpg', import.meta.url);

/** Checks what the driver relies on, or has to cope with, as a real server does it. */
await describeIndiekit('a real Indiekit without a database', { hasDatabase: false }, (indiekit) => {
  const headers = () => ({ authorization: `Bearer ${indiekit.token}`, accept: 'application/json' });
  const query = async (text: string) => {
    const answer = await fetch(`${indiekit.url}/micropub?${text}`, { headers: headers(), redirect: 'manual' });
    return { status: answer.status, body: await answer.json() };
  };
  const upload = async (file: Blob, name: string) => {
    const body = new FormData();
    body.append('file', file, name);
    const answer = await fetch(`${indiekit.url}/media`, {
      method: 'POST',
      headers: headers(),
      body,
      redirect: 'manual',
    });
    await answer.text();
    return { status: answer.status, location: answer.headers.get('location') };
  };
  const create = async (properties: object) => {
    const answer = await fetch(`${indiekit.url}/micropub`, {
      method: 'POST',
      headers: { ...headers(), 'content-type': 'application/json' },
      body: JSON.stringify({ type: ['h-entry'], properties }),
      redirect: 'manual',
    });
    await answer.text();
    return { status: answer.status, location: answer.headers.get('location') ?? '' };
  };
  const page = async (url: string) => (await fetch(url)).text();

  test('lists its channels and its media endpoint', async () => {
    const channels = [
      { uid: 'notes', name: 'Notes' },
      { uid: 'news', name: 'News' },
      { uid: 'events', name: 'Events' },
    ];
    expect(await query('q=channel')).toEqual({ status: 200, body: { channels } });
    expect(await query('q=config')).toMatchObject({
      status: 200,
      body: { channels, 'media-endpoint': `${indiekit.url}/media` },
    });
  });

  test('sends a wrong token to its login page', async () => {
    const answer = await fetch(`${indiekit.url}/micropub?q=config`, {
      headers: { authorization: 'Bearer wrong', accept: 'application/json' },
      redirect: 'manual',
    });
    await answer.text();
    expect([answer.status, answer.headers.get('location')]).toEqual([
      302,
      '/session/login?redirect=/micropub?q=config',
    ]);
  });

  test('publishes photos with alt texts to a channel, with 202 and the address', async () => {
    const photo = await upload(new Blob([readFileSync(PICTURE)], { type: 'image/jpeg' }), 'beans.jpg');
    expect(photo).toEqual({ status: 201, location: expect.stringContaining(`${indiekit.website}/media/`) });
    const post = await create({
      content: ['Beans'],
      photo: [{ value: photo.location, alt: 'A sack of beans' }],
      'mp-channel': ['events'],
    });
    expect(post).toEqual({ status: 202, location: expect.stringContaining(`${indiekit.website}/photos/`) });
    const file = await page(post.location);
    for (const part of ['Beans', 'alt: A sack of beans', new URL(photo.location!).pathname])
      expect(file).toContain(part);
    expect((await fetch(photo.location!)).status).toBe(200);
  });

  test('takes an unknown channel and an empty post, and answers a text file as a fault of its own', async () => {
    expect((await create({ content: ['Nowhere'], 'mp-channel': ['nowhere'] })).status).toBe(202);
    expect((await create({})).status).toBe(202);
    expect((await upload(new Blob(['text'], { type: 'text/plain' }), 'a.txt')).status).toBe(500);
  });

  test('lists no posts, so a lost answer cannot be read back', async () => {
    expect(await query('q=source')).toEqual({ status: 200, body: { items: [], paging: {} } });
  });
});

await describeIndiekit('a real Indiekit with a database', {}, (indiekit) => {
  test('lists its posts, newest first, with the slug in the address', async () => {
    const headers = { authorization: `Bearer ${indiekit.token}`, accept: 'application/json' };
    const addresses: (string | null)[] = [];
    for (const slug of ['first-0123456789ab', 'second-ba9876543210']) {
      const properties = { content: [slug], 'mp-slug': [slug] };
      const answer = await fetch(`${indiekit.url}/micropub`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ type: ['h-entry'], properties }),
      });
      await answer.text();
      addresses.push(answer.headers.get('location'));
    }
    expect(addresses).toEqual([
      `${indiekit.website}/notes/first-0123456789ab`,
      `${indiekit.website}/notes/second-ba9876543210`,
    ]);
    const answer = await fetch(`${indiekit.url}/micropub?q=source&limit=2`, { headers });
    const { items } = (await answer.json()) as { items: { properties: { url: string[] } }[] };
    expect(items.map(({ properties }) => properties.url)).toEqual(addresses.reverse().map((url) => [url]));
  });
});
