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
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  answered.catch(() => undefined);
  for (const chunk of chunks) if (!sent.write(chunk)) await once(sent, 'drain');
  sent.end();
  const [answer] = await answered;
  answer.resume();
  await finished(answer);
  if (answer.statusCode !== 204) throw new Error(`${method} ${bytes} bytes was answered ${answer.statusCode}`);
}
