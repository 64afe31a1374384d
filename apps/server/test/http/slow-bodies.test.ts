import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerBroken } from '../../src/http/answer-broken.ts';
import { type HttpServer, startHttpServer } from '../../src/http/http-server.ts';
import { openSocket, readAnswer } from '../raw-http.ts';

let server: HttpServer;
beforeAll(async () => {
  server = await startHttpServer({ host: '127.0.0.1', port: 0, bodyMs: 200 });
  server.handle(
    async (req, res) => {
      // An answer that takes long, to a request whose body nobody reads.
      if (req.url === '/complete') return void setTimeout(() => res.end('late'), 600);
      let bytes = 0;
      try {
        for await (const chunk of req) bytes += (chunk as Buffer).length;
        res.end(`${bytes} bytes`);
      } catch {
        // The connection is gone.
      }
    },
    (broken) => answerBroken({ docsUrl: 'http://docs.example' }, broken),
  );
});
afterAll(() => server.close());

/** Sends a body in two parts, the second one when the server has had time to cut the connection. */
async function sendSlowly(path: string): Promise<string> {
  const socket = await openSocket(`http://127.0.0.1:${server.port}`);
  socket.on('error', () => undefined);
  socket.write(`PUT ${path} HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\nContent-Length: 6\r\n\r\nabc`);
  const timer = setTimeout(() => socket.write('def'), 1_000);
  const answer = await readAnswer(socket).catch(() => null);
  clearTimeout(timer);
  return answer?.text ?? '';
}

test('a body that takes too long ends with its connection', async () => {
  expect(await sendSlowly('/api/v1/posts')).toBe('');
});

test('the bytes of a file may take longer', async () => {
  expect(await sendSlowly('/uploads/token')).toBe('6 bytes');
});

test('a short body is answered', async () => {
  const socket = await openSocket(`http://127.0.0.1:${server.port}`);
  socket.write('PUT /api HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc');
  expect((await readAnswer(socket)).text).toBe('3 bytes');
});

test.each(['Content-Length: 0\r\n', ''])('a request without a body has no time limit: %j', async (header) => {
  const socket = await openSocket(`http://127.0.0.1:${server.port}`);
  socket.write(`POST /complete HTTP/1.1\r\nHost: fanfare\r\nConnection: close\r\n${header}\r\n`);
  expect((await readAnswer(socket)).text).toBe('late');
});
