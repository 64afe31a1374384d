import { expect, test } from 'vitest';
import { useServer } from '../../use-server.ts';

const server = useServer({
  env: { EGRESS_ALLOWED_HOSTS: '127.0.0.1,broken.test' },
  options: { resolve: () => Promise.reject(new TypeError('client.request is not a function')) },
});

const errorLines = (): readonly Record<string, unknown>[] =>
  server
    .log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":50'))
    .map((line) => JSON.parse(line));

const mistake = {
  type: 'TypeError',
  message: 'client.request is not a function',
  stack: expect.stringMatching(/^TypeError: client\.request is not a function\n {4}at .*own-mistakes\.test\.ts/),
};

test('a mistake of this program while a picture is fetched is an internal error with its stack, and no picture that cannot be reached', async () => {
  const person = await server.person('x');
  const mediaItems = [{ type: 'image', url: 'http://broken.test/a.jpg' }];
  const { status, body } = await person.publish({ content: 'Look', mediaItems });
  expect(status).toBe(201);
  const [target] = body.post.targets;
  expect(target).toMatchObject({
    status: 'failed',
    error: 'internal_error: The service failed before anything was sent.',
    errorDetail: { code: 'internal_error', retryable: true },
  });
  expect(errorLines()).toMatchObject([{ msg: 'preparing a write failed unexpectedly', err: mistake }]);
});

test('the same while the page of a link card is read', async () => {
  const person = await server.person('linkedin');
  const before = errorLines().length;
  const { body } = await person.publish({ content: 'Read http://broken.test/page' });
  expect(body.post.targets).toMatchObject([{ status: 'failed', errorDetail: { code: 'internal_error' } }]);
  expect(errorLines().slice(before)).toMatchObject([{ msg: 'preparing a write failed unexpectedly', err: mistake }]);
});
