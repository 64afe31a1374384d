import type { ValidatePostResponse } from '@fanfare/contract';
import { beforeAll, expect, test } from 'vitest';
import type { Project } from '../../harness.ts';
import { useServer } from '../../use-server.ts';

const server = useServer();
let project: Project;
let ids: Record<string, string>;

beforeAll(async () => {
  project = await server.createProject();
  ids = {};
  for (const platform of ['instagram', 'threads', 'x', 'linkedin'] as const) {
    ids[platform] = (await server.person(platform, { project })).account.id;
  }
});

const validate = <Body = ValidatePostResponse>(body: object) =>
  project.call<Body>('POST', '/api/v1/posts/validate', body);
const to = (platform: string, fields: object = {}) => ({ platform, accountId: ids[platform], ...fields });
const image = (name = 'a') => ({ type: 'image', url: `https://cdn.example.com/${name}.jpg` });

test('texts designed to be slow to parse are answered', async () => {
  const texts = [
    'https://'.repeat(1_250),
    'a.'.repeat(5_000),
    '@a'.repeat(5_000),
    '#'.repeat(10_000),
    `${'a'.repeat(9_000)}.com`,
    '😀'.repeat(10_000),
    ' '.repeat(10_000),
    '.'.repeat(10_000),
    'a@'.repeat(5_000),
    '('.repeat(10_000),
    `http://${'a-'.repeat(4_990)}`,
  ];
  for (const content of texts) {
    const reply = await validate({
      content,
      mediaItems: [image()],
      platforms: Object.keys(ids).map((platform) => to(platform)),
    });
    expect(reply.status).toBe(200);
  }
});
