import type { RequestErrorCode } from '@fanfare/contract';
import { isRequestId, type Refusal } from '@fanfare/rules';
import { accountsHandlers } from './accounts/accounts.handlers.ts';
import { ConnectionDropped } from './connection-dropped.ts';
import { eventRoutes } from './events/event-routes.ts';
import type { createFaults, Fault } from './faults.ts';
import { answerApi, toResponse } from './http/answer-api.ts';
import { answerBeside } from './http/answer-beside.ts';
import { cataloguedRefusal, errorReply } from './http/error-reply.ts';
import type { Handlers } from './http/handlers.ts';
import { refuseRoute, routeNameOf } from './http/match-route.ts';
import { addServiceHeaders } from './http/service-headers.ts';
import type { Mock } from './mock.ts';
import { iso, type MockState } from './mock-state.ts';
import { platformsHandlers } from './platforms.handlers.ts';
import { postsHandlers } from './posts/posts.handlers.ts';
import type { createRequestLog } from './request-log.ts';
import { usageOf } from './usage.ts';

type Deps = {
  readonly state: MockState;
  readonly faults: ReturnType<typeof createFaults>;
  readonly requests: ReturnType<typeof createRequestLog>;
};

type Answered = { readonly response: Response; readonly code: RequestErrorCode | null; readonly body: unknown };

type Asked = {
  readonly request: Request;
  readonly path: string;
  readonly requestId: string;
  readonly idempotencyKeys: readonly string[] | null;
};

/** The mock as one function from request to response: log, faults, pages, API. */
export function createAnswer({ state, faults, requests }: Deps): Mock['answer'] {
  const handlers: Handlers = {
    ...accountsHandlers(state),
    ...postsHandlers(state),
    ...platformsHandlers(),
    ...eventRoutes(state),
    'usage.get': ({ caller }) => ({ status: 200, body: usageOf(caller.project, state.clock.now()) }),
  };

  const answer: Mock['answer'] = async (request, wire = {}) => {
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const path = pathBelow(state.baseUrl, url);
    const route = routeNameOf(request.method, path);
    const fault = faults.take(route);
    const asked: Asked = {
      request,
      path,
      requestId: requestIdOf(state, request),
      idempotencyKeys: wire.idempotencyKeys ?? null,
    };
    const log = (status: number | null, code: RequestErrorCode | null, body: unknown): void =>
      requests.add({
        at: iso(state.clock.now()),
        method: request.method,
        path,
        query: Object.fromEntries(url.searchParams),
        route,
        body,
        idempotencyKey: request.headers.get('idempotency-key'),
        status,
        code,
        requestId: asked.requestId,
      });
    const drop = (): never => {
      log(null, null, undefined);
      throw new ConnectionDropped();
    };

    if (fault?.delayMs) await state.traffic.park(untilAborted(request.signal, delay(fault.delayMs)));
    state.timeline.runDue();
    if (fault?.drop === 'before') drop();
    const answering = faultAnswer(state, fault, asked) ?? answerAny(state, handlers, asked);
    const { response, code, body } = await untilAborted(request.signal, answering);
    if (fault?.drop === 'after') drop();
    // A proxy does not send them.
    if (fault?.status === undefined || fault.code !== undefined) addServiceHeaders(response, asked.requestId);
    log(response.status, code, body);
    return response;
  };
  return (request, wire) => state.traffic.answer(() => answer(request, wire));
}

const PAGE_PATH = /^\/(?:connect|oauth|mock-networks)\//i;
const API_PATH = /^\/api\/v1(?:\/|$)/i;

async function answerAny(state: MockState, handlers: Handlers, asked: Asked): Promise<Answered> {
  const { request, path } = asked;
  if (API_PATH.test(path)) {
    let body: unknown;
    const answer = await answerApi(state, handlers, {
      ...asked,
      noteBody: (read) => {
        body = read;
      },
    });
    return { ...answer, body };
  }
  const response = PAGE_PATH.test(path) ? await answerPage(state, request, path) : await answerBeside(request, path);
  return response
    ? { response, code: null, body: undefined }
    : refused(state, refuseRoute(request.method, path), asked);
}

/** Loaded when a page is opened; a service worker, for example, gets no page loads. */
async function answerPage(state: MockState, request: Request, path: string): Promise<Response | null> {
  const { answerConnectPage } = await import('./connect/connect-flow.ts');
  return answerConnectPage(state, request, path);
}

/** The answer of a fault instead of the service's; null when the fault only delays or cuts. */
function faultAnswer(state: MockState, fault: Fault | null, asked: Asked): Promise<Answered> | null {
  if (fault?.code !== undefined) return Promise.resolve(refused(state, cataloguedRefusal(fault.code), asked));
  if (fault?.status === undefined) return null;
  const text = fault.status === 204 || fault.status === 304 ? null : `<html><body>${fault.status}</body></html>`;
  const response = new Response(text, { status: fault.status, headers: { 'Content-Type': 'text/html' } });
  return Promise.resolve({ response, code: null, body: undefined });
}

function refused({ baseUrl }: MockState, refusal: Refusal, { request, requestId, path }: Asked): Answered {
  const headers = new Headers(API_PATH.test(path) ? { 'Cache-Control': 'no-store' } : {});
  const reply = errorReply(refusal, requestId, baseUrl);
  return { response: toResponse(reply, request.method, headers), code: refusal.code, body: undefined };
}

/** The path below the mock's own address; a mock may stand in a folder of its host. */
function pathBelow(baseUrl: string, { pathname }: URL): string {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) : pathname;
}

function requestIdOf({ ids }: MockState, { headers }: Request): string {
  const given = headers.get('x-request-id');
  return isRequestId(given) ? given : ids.uuid();
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** When the caller aborts, the work goes on. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
