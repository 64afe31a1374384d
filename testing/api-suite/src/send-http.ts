import { Agent, request } from 'node:http';
import type { WireAnswer, WireRequest } from './implementation.ts';
import { isStream, readBody } from './read-body.ts';
import { sentBytes } from './sent-bytes.ts';

/**
 * A connection each: a server may close one that waits at the very moment it is used again (Node,
 * `request.reusedSocket`, checked 2026-11).
 */
const agent = new Agent({ keepAlive: false });

/** Sends over HTTP, byte for byte: `fetch` would join repeated headers and add its own. */
export function sendHttp(baseUrl: string, asked: WireRequest): Promise<WireAnswer> {
  const { method, path, headers = [] } = asked;
  const body = sentBytes(asked);
  return new Promise((resolve, reject) => {
    // An empty POST says so, as fetch has it: Node would announce a body in chunks.
    const hasLength = body !== undefined || !['GET', 'HEAD', 'DELETE'].includes(method);
    const length: [string, string][] = hasLength ? [['Content-Length', String(body?.length ?? 0)]] : [];
    const lines = [['Host', new URL(baseUrl).host], ...headers, ...length].flat();
    const sent = request(`${baseUrl}${path}`, { method, agent, headers: lines }, (response) => {
      const chunks: Buffer[] = [];
      const opens = isStream(response.headers['content-type']);
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if (opens && Buffer.concat(chunks).includes('\n\n')) finish();
      });
      response.once('error', reject);
      response.once('end', () => finish());
      const finish = (): void => {
        const answered = new Headers();
        for (const [name, values] of Object.entries(response.headersDistinct)) {
          for (const value of values ?? []) answered.append(name, value);
        }
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: answered, body: readBody(answered, text) });
        if (opens) response.destroy();
      };
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
