import { type buildConnector, Client, type Dispatcher } from 'undici';
import { type CallLimits, dispatchCall, type WireResult } from './dispatch-call.ts';

/** Settings of connections. The deadline of a call replaces undici's own timers. */
export const CONNECTION = { allowH2: false, maxHeaderSize: 16 * 1024, headersTimeout: 0, bodyTimeout: 0 } as const;

/** Reason that a connection is closed. Made once: a new error with its stack costs more. */
const ENDED = new Error('The call has ended.');

export type Request = Dispatcher.DispatchOptions & { readonly origin: string };

/**
 * Makes one call on a connection that carries no other. A server may close an idle connection just
 * when it is used again, and then nobody knows whether the call arrived.
 */
export async function callOnce(
  connect: buildConnector.connector,
  request: Request,
  limits: CallLimits,
): Promise<WireResult> {
  const client = new Client(request.origin, { ...CONNECTION, connect, pipelining: 0 });
  try {
    return await dispatchCall(client, request, limits);
  } finally {
    void client.destroy(ENDED);
  }
}
