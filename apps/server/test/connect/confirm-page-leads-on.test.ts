import { describe, expect, test } from 'vitest';
import { confirmPage } from '../../src/connect/connect-pages.ts';
import { useServer } from '../use-server.ts';

const server = useServer();

test.each(['instagram', 'threads', 'x', 'linkedin'])(
  'the confirm page of %s opens and its button may lead to the network and, in the end, to the caller',
  async (platform) => {
    const project = await server.createProject();
    const redirectUrl = 'http://127.0.0.1:5173/connected';
    const { body } = await project.call<{ authUrl: string }>('POST', '/api/v1/accounts/connect', {
      platform,
      redirectUrl,
    });
    const page = await fetch(body.authUrl);
    const formAction = /form-action ([^;]*)/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect([page.status, formAction]).toEqual([
      200,
      `'self' ${new URL(server.sandbox.url).origin} http://127.0.0.1:5173`,
    ]);
  },
);

describe('of a network on the internet the button may lead to any https address', () => {
  const about = {
    token: 't',
    formToken: 'f',
    network: 'Threads',
    projectName: 'Harbour Coffee',
    networkOrigin: 'https://www.threads.net',
  } as const;

  test.each([
    ['nobody', null, ['https:']],
    ['a page of the caller', 'https://app.example.com/done', ['https:']],
    ['a page on a developer’s machine', 'http://localhost:3000/done', ['https:', 'http://localhost:3000']],
  ])('and then to %s', (_name, redirectUrl, formTargets) => {
    expect(confirmPage({ ...about, redirectUrl }).formTargets).toEqual(formTargets);
  });
});
