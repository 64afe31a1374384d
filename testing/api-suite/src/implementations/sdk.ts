import { createMock } from '@fanfare/mock';
import { Fanfare, FanfareApiError, FanfareConnectionError, UnexpectedAnswerError } from '@fanfare/sdk';
import type { Implementation, WireAnswer, World } from '../implementation.ts';
import { sendHttp } from '../send-http.ts';
import { CALLS_WEBHOOKS, mockWorld } from './mock-world.ts';
import { sdkCall } from './sdk-calls.ts';
import { serverWorld } from './server.ts';
import type { Service } from './start-service.ts';

/**
 * The mock, asked by the SDK's public methods. What they cannot say is sent past them and marked as
 * raw.
 */
export function sdkAtMock(): Implementation {
  const newWorld = (): World => {
    const mock = createMock(CALLS_WEBHOOKS);
    const world = mockWorld(mock);
    const send = sdkSender({ baseUrl: mock.baseUrl, fetch: mock.fetch }, world.send);
    return { ...world, send, breakService: async (code) => ({ ...(await world.breakService(code)), send }) };
  };
  return { name: 'sdk', world: async () => newWorld(), stop: async () => undefined };
}

/** The same of the server. */
export function sdkAtServer(service: Service, stop: () => Promise<void>): Implementation {
  const senderTo = (baseUrl: string) => sdkSender({ baseUrl }, (request) => sendHttp(baseUrl, request));
  const send = senderTo(service.baseUrl);
  const newWorld = (): World => {
    const world = serverWorld(service);
    const breakService: World['breakService'] = async (code) => {
      const { baseUrl } = await service.other();
      return { ...(await world.breakService(code)), send: senderTo(baseUrl) };
    };
    return { ...world, send, breakService };
  };
  return { name: 'sdk', world: async () => newWorld(), stop };
}

/** Sends what the SDK can say by it, and the rest as it is. */
function sdkSender(
  to: { readonly baseUrl: string; readonly fetch?: typeof fetch },
  sendRaw: World['send'],
): World['send'] {
  const clients = new Map<string, Fanfare>();
  const clientOf = (apiKey: string): Fanfare => {
    const known = clients.get(apiKey) ?? new Fanfare({ ...to, apiKey, maxRetries: 0 });
    clients.set(apiKey, known);
    return known;
  };
  return async (request) => {
    const call = sdkCall(request);
    if (!call) return { ...(await sendRaw(request)), isRaw: true };
    const ask = () => call.ask(clientOf(call.apiKey)).withResponse();
    try {
      const { data, response } = await ask().catch((error: unknown) => {
        // The connection it was to use again had just been closed. Every route can be asked twice.
        if (error instanceof FanfareConnectionError) return ask();
        throw error;
      });
      return { status: response.status, headers: response.headers, body: data };
    } catch (error) {
      if (error instanceof FanfareApiError) return answerOf(error);
      throw error;
    }
  };
}

/** The answer an error stands for: every field of its body is one of the error. */
function answerOf(error: FanfareApiError): WireAnswer {
  const { status, code, message, requestId, details, docUrl, headers } = error;
  if (error instanceof UnexpectedAnswerError) return { status, headers, body: undefined };
  return {
    status,
    headers,
    body: {
      error: {
        code,
        message: message.slice(`${status} ${code}: `.length),
        requestId,
        ...(details.length > 0 && { details }),
        docUrl,
      },
    },
  };
}
