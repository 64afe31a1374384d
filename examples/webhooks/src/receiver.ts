import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { verify, WebhookVerificationError } from '@fanfare/sdk/webhooks';
import { handleEvent } from './handle-event.ts';
import { openStore } from './store.ts';

/** More than any event has. */
const MAX_BODY_BYTES = 100_000;

const { FANFARE_WEBHOOK_SECRET: secret = '', DATABASE_FILE: file = 'webhooks.db', PORT = '3000' } = process.env;
// Both secrets while one is being rotated, separated by a comma.
const secrets = secret.split(',');
const store = openStore(file);

/** The receiver of the app: verifies, does the work, and only then answers. */
const server = createServer(async (request, response) => {
  const answer = (status: number): void => void response.writeHead(status).end();
  if (request.method !== 'POST' || request.url !== '/hooks/fanfare') return answer(404);
  try {
    const event = await verify(await rawBody(request), request.headers, secrets);
    const outcome = handleEvent(store, event);
    // For the demonstration: dies at the worst moment, with the work done and nothing answered.
    if (process.env.DIE_BEFORE_ANSWER) process.kill(process.pid, 'SIGKILL');
    console.log(`${event.type} ${outcome === 'done' ? 'is handled' : 'was handled before'}`);
    answer(204);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    // Not ours, or the wrong secret: 400. Anything else is our fault, and Fanfare sends it again.
    answer(error instanceof WebhookVerificationError ? 400 : 500);
  }
});
// For the demonstration: loaded, and then takes over the port of another receiver as soon as it
// gets a line.
if (process.env.STAND_BY) {
  console.log('stands by');
  await once(process.stdin, 'data');
  process.stdin.destroy();
}
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listens at http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT}/hooks/fanfare`);
});

// A deployment stops it with this signal: what has begun is finished first.
process.once('SIGTERM', () => {
  server.close(() => store.close());
  server.closeIdleConnections();
});

/** The bytes as they were sent: the signature is over them. */
async function rawBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Error(`A body of more than ${MAX_BODY_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
