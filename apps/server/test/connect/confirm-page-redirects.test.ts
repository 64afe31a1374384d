import { expect, test } from 'vitest';
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
