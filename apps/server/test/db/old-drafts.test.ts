import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openKnex } from '../../src/db/open-knex.ts';

const FOLDER = new URL('../../src/db/migrations/', import.meta.url);
const CHANGE = '20261128T1930_drafts.ts';

let admin: pg.Client;
const name = `old_drafts_${crypto.randomUUID().replaceAll('-', '')}`;
beforeAll(async () => {
  admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  await admin.query(`create database "${name}"`);
});
afterAll(async () => {
  await admin.query(`drop database "${name}" with (force)`);
  await admin.end();
});

const photo = { key: '1', type: 'image', url: 'https://a.example/a.jpg', altText: 'A', title: '', coverUrl: '' };
const words = { content: 'Ours', media: [photo], firstComment: 'More.' };
const target = (platform: string, own: object | null = null) => ({
  ...{ platform, accountId: `acc_${platform}`, own, spaceSlug: platform === 'hub' ? 'news' : null },
});
const image = { type: 'image', url: photo.url, altText: 'A' };
const threads = { content: 'Theirs', media: [], firstComment: '' };
const form = {
  ...{ ...words, aiGenerated: true, linkCard: false, publishAt: '', options: { poll: { options: ['a', 'b'] } } },
  targets: [...['x', 'linkedin', 'hub'].map((platform) => target(platform)), target('threads', threads)],
};
const poll = form.options.poll;

test.each<[string, unknown, unknown]>([
  [
    'its words, targets and options',
    form,
    {
      ...{ content: 'Ours', mediaItems: [image] },
      platforms: [
        { platform: 'x', accountId: 'acc_x', poll, aiGenerated: true },
        { platform: 'linkedin', accountId: 'acc_linkedin', poll, firstComment: 'More.', link: 'none' },
        { platform: 'hub', accountId: 'acc_hub', poll, spaceSlug: 'news' },
        { platform: 'threads', accountId: 'acc_threads', poll, content: 'Theirs', mediaItems: [] },
      ],
    },
  ],
  ['nothing of what is no form', { targets: ['x', 7], media: 'none' }, { content: '', mediaItems: [], platforms: [] }],
])('a draft of before the API keeps its form, and has a request of %s', async (_, body, request) => {
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  const knex = openKnex(address.href);
  const apply = async (files: readonly string[]) => {
    for (const file of files)
      await ((await import(new URL(file, FOLDER).href)) as { up(k: Knex): Promise<void> }).up(knex);
  };
  try {
    await knex.raw('drop schema public cascade; create schema public');
    const files = (await readdir(FOLDER)).sort();
    await apply(files.slice(0, files.indexOf(CHANGE)));
    const id = crypto.randomUUID();
    await knex('drafts').insert({ project_id: id, id, body: JSON.stringify(body), idempotency_key: 'old' });
    await apply([CHANGE]);
    expect(await knex('drafts').first('body', 'request', 'version', 'idempotency_key')).toEqual({
      ...{ body, request, version: 1, idempotency_key: 'old' },
    });
  } finally {
    await knex.destroy();
  }
});
