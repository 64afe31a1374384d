import { expect, test } from 'vitest';
import { errorBody } from '../error-body.ts';
import { useServer } from '../use-server.ts';

const MESSAGE = 'Something went wrong on our side. It is logged under this request id.';

const server = useServer();

/** A missing table, as an unexpected failure. */
async function without(table: string, work: () => Promise<void>): Promise<void> {
  await server.db.query({ text: `alter table ${table} rename to ${table}_lost` });
  try {
    await work();
  } finally {
    await server.db.query({ text: `alter table ${table}_lost rename to ${table}` });
  }
}

test('the caller gets no details of the failure, and the log gets all', async () => {
  const project = await server.createProject();
  await without('quota_periods', async () => {
    const reply = await project.call('GET', '/api/v1/usage', undefined, { 'X-Request-Id': 'find-me' });
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual(errorBody(reply, 'internal_error', MESSAGE));
    expect(reply.text).not.toMatch(/quota|relation|select|postgres|\.ts|node_modules/i);
  });
  const line = server
    .log()
    .split('\n')
    .find((text) => text.includes('request failed unexpectedly'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    requestId: 'find-me',
    err: { message: 'relation "quota_periods" does not exist', stack: expect.stringContaining('findQuotaCounter') },
  });
});

test('a failure before the caller is known looks the same', async () => {
  const project = await server.createProject();
  await without('api_keys', async () => {
    const reply = await project.call('GET', '/api/v1/accounts');
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual(errorBody(reply, 'internal_error', MESSAGE));
  });
});

test('a post that could not be recorded was not published, and its key stays free', async () => {
  const person = await server.person('threads');
  await without('reservations', async () => {
    const reply = await person.publish({ content: 'Hello' }, 'key');
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual(errorBody(reply, 'internal_error', MESSAGE));
  });
  expect(await person.posts()).toEqual([]);
  const again = await person.publish({ content: 'Hello' }, 'key');
  expect([again.status, again.body.replayed]).toEqual([201, false]);
});

test('a connect page that fails shows an error page', async () => {
  await without('connect_attempts', async () => {
    const response = await fetch(`${server.baseUrl}/connect/anything`);
    const page = await response.text();
    expect([response.status, response.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(page).toContain(response.headers.get('x-request-id'));
    expect(page.replace(/<style>.*<\/style>/s, '')).not.toMatch(/connect_attempts|relation|select|\.ts/i);
  });
});
