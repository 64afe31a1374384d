import { Agent } from 'undici';
import { guardedConnector } from './egress/guarded-connector.ts';

type Timeouts = {
  /** Longest wait for the head of an answer, and between two chunks of its body. */
  readonly answerMs: number;
};

const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Connections to one origin that the operator has named: it may have any address, and plain http.
 * Every other origin is refused, and redirects are not followed.
 *
 * @example
 * const agent = trustedAgent('https://s3.example.com', { answerMs: 30_000 });
 * const { statusCode } = await agent.request({ origin: 'https://s3.example.com', path: '/', method: 'GET' });
 */
export function trustedAgent(origin: string, { answerMs }: Timeouts): Agent {
  const egress = { allowedHosts: [], trustedOrigins: [origin] };
  return new Agent({
    connect: guardedConnector(egress, { connectTimeoutMs: CONNECT_TIMEOUT_MS }),
    ...{ allowH2: false, headersTimeout: answerMs, bodyTimeout: answerMs },
    ...{ connections: 256, keepAliveTimeout: 10_000, maxHeaderSize: 16 * 1024 },
  });
}
