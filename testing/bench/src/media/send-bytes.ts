import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { finished } from 'node:stream/promises';

type Body = {
  readonly method: 'PUT' | 'PATCH';
  readonly bytes: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: Iterable<Buffer>;
  readonly agent: Agent;
};

/** Sends a body as fast as it is taken. Throws unless the answer is 204. */
export async function sendBytes(url: string, { method, bytes, headers, chunks, agent }: Body): Promise<void> {
  const sent = request(url, { method, agent, headers: { ...headers, 'Content-Length': bytes } });
  let isRefused = false;
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.then(
    () => (isRefused = true),
    () => undefined,
  );
  for (const chunk of chunks) {
    // An answer before the last byte is a refusal, and then nothing drains any more.
    if (!sent.write(chunk)) await Promise.race([once(sent, 'drain'), answered]);
    if (isRefused) break;
  }
  sent.end();
  const [answer] = await answered;
  answer.resume();
  await finished(answer);
  if (answer.statusCode !== 204) throw new Error(`${method} ${bytes} bytes was answered ${answer.statusCode}`);
}
