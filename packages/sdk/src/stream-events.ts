import { FanfareConnectionError, FanfareError } from './errors.ts';
import type { StreamOptions } from './events.ts';
import { backoffMs } from './retry.ts';
import type { Runtime } from './runtime.ts';
import { readMessages } from './sse-messages.ts';
import type { Send } from './transport.ts';
import type { WebhookEvent } from './types.gen.ts';

/** The server sends a comment every 15 seconds: a connection that is silent for longer is dead. */
const LONGEST_SILENCE_MS = 60_000;

/** One event after the other, over as many connections as it takes. */
export async function* streamEvents(
  { send, runtime }: { readonly send: Send; readonly runtime: Runtime },
  { after, signal, timeoutMs = LONGEST_SILENCE_MS, maxRetries = Number.POSITIVE_INFINITY, headers }: StreamOptions,
): AsyncGenerator<WebhookEvent, void, undefined> {
  let last = after;
  for (let lost = 0; ; ) {
    const connection = new AbortController();
    const options = {
      timeoutMs,
      maxRetries,
      headers: { ...headers, ...(last !== undefined && { 'Last-Event-ID': last }) },
      signal: signal ? AbortSignal.any([signal, connection.signal]) : connection.signal,
    };
    try {
      const { response } = await send({ method: 'GET', path: '/events/stream', options, stream: true });
      for await (const { id, data } of readMessages(response.body!, () => connection.abort(), timeoutMs)) {
        lost = 0;
        last = id ?? last;
        if (data !== '') yield JSON.parse(data) as WebhookEvent;
      }
    } catch (error) {
      signal?.throwIfAborted();
      // Errors of `send` are final; a connection that breaks while it is read is not.
      if (error instanceof FanfareError) throw error;
    } finally {
      connection.abort();
    }
    lost++;
    if (lost > maxRetries) throw new FanfareConnectionError('The stream of events was lost');
    await runtime.sleep(backoffMs(lost, runtime.random()), signal);
  }
}
