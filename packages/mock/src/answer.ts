import type { RequestErrorCode, RouteName } from '@fanfare/contract';
import { isRequestId, type Refusal } from '@fanfare/rules';
import { accountsHandlers } from './accounts/accounts.handlers.ts';
import { ConnectionDropped } from './connection-dropped.ts';
import type { createFaults, Fault } from './faults.ts';
import { answerApi, toAnswer } from './http/answer-api.ts';
import { cataloguedRefusal, errorReply } from './http/error-reply.ts';
import type { Handlers } from './http/handlers.ts';
import type { HttpAnswer } from './http/http-answer.ts';
import { type HttpRequest, headerOf } from './http/http-request.ts';
import { laterRoutes } from './http/later-routes.ts';
import { findRoute, type RoutePattern, refuseRoute } from './http/match-route.ts';
import { withServiceHeaders } from './http/service-headers.ts';
import type { Mock } from './mock.ts';
import { iso, type MockState } from './mock-state.ts';
import { postsHandlers } from './posts/posts.handlers.ts';
import type { createRequestLog } from './request-log.ts';
import { usageOf } from './usage.ts';

type NamesOf<Resource extends string> = Extract<RouteName, `${Resource}.${string}`>;

type Deps = {
  readonly state: MockState;
  readonly faults: ReturnType<typeof createFaults>;
  readonly requests: ReturnType<typeof createRequestLog>;
};

type Answered = { readonly answer: HttpAnswer; readonly code: RequestErrorCode | null; readonly body: unknown };

type Asked = {
  readonly request: HttpRequest;
  readonly path: string;
  readonly found: RoutePattern | undefined;
  readonly requestId: string;
};

/** The mock as one function from request to response: log, faults, pages, API. */
export function createAnswer({ state, faults, requests }: Deps): Mock['answer'] {
  const handlers: Handlers = {
    ...accountsHandlers(state),
    ...postsHandlers(state),
    ...laterRoutes<NamesOf<'webhooks' | 'events'>>(/^(?:webhooks|events)\./, async () =>
      (await import('./events/all-event-handlers.ts')).allEventHandlers(state),
    ),
    ...laterRoutes<NamesOf<'platforms'>>(/^platforms\./, async () =>
      (await import('./platforms.handlers.ts')).platformsHandlers(),
    ),
    ...laterRoutes<NamesOf<'drafts'>>(/^drafts\./, async () =>
      (await import('./drafts/drafts.handlers.ts')).draftsHandlers(state),
    ),
    ...laterRoutes<NamesOf<'media'>>(/^media\./, async () =>
      (await import('./media/media.handlers.ts')).mediaHandlers(state),
    ),
    'usage.get': ({ caller }) => ({ status: 200, body: usageOf(caller.project, state.clock.now()) }),
  };

  // The mock may stand in a folder of its host.
  const folder = new URL(state.baseUrl).pathname.replace(/\/?$/, '/');

  const answer: Mock['answer'] = async (request) => {
    const { method, url, signal } = request;
    signal.throwIfAborted();
    const path = url.pathname.startsWith(folder) ? url.pathname.slice(folder.length - 1) : url.pathname;
    const found = findRoute(method, path);
    const route = found?.route.name ?? null;
    const fault = faults.take(route);
    const requestId = requestIdOf(state, request);
    const asked: Asked = { request, path, found, requestId };
    const log = (status: number | null, code: RequestErrorCode | null, body: unknown): void =>
      requests.add({
        at: iso(state.clock.now()),
        method,
        path,
        query: Object.fromEntries(url.searchParams),
        route,
        body,
        idempotencyKey: headerOf(request, 'idempotency-key'),
        status,
        code,
        requestId,
      });
    const drop = (): never => {
      log(null, null, undefined);
      throw new ConnectionDropped();
    };

    if (fault?.delayMs) await state.traffic.park(untilAborted(signal, delay(fault.delayMs)));
    state.timeline.runDue();
    if (fault?.drop === 'before') drop();
    const answering = faultAnswer(state, fault, asked) ?? answerAny(state, handlers, asked);
    const { answer, code, body } = await untilAborted(signal, answering);
    if (fault?.drop === 'after') drop();
    // A proxy does not send the headers of the service.
    const isService = fault?.status === undefined || fault.code !== undefined;
    log(answer.status, code, body);
    return isService ? withServiceHeaders(answer, requestId) : answer;
  };
  return (request) => state.traffic.answer(() => answer(request));
}

const PAGE_PATH = /^\/(?:connect|oauth|mock-networks)\//i;
const MEDIA_PATH = /^\/(?:uploads\/|m\/|robots\.txt)/i;
const API_PATH = /^\/api\/v1(?:\/|$)/i;

async function answerAny(state: MockState, handlers: Handlers, asked: Asked): Promise<Answered> {
  const { request, path } = asked;
  if (API_PATH.test(path)) {
    let body: unknown;
    const answered = await answerApi(state, handlers, {
      ...asked,
      noteBody: (read) => {
        body = read;
      },
    });
    return { ...answered, body };
  }
  if (MEDIA_PATH.test(path)) return answerMedia(state, asked);
  const answer = await answerPage(state, request, path);
  return answer ? { answer, code: null, body: undefined } : refused(state, refuseRoute(request.method, path), asked);
}

/** Loads the answers beside the API on first use: a service worker gets no page loads. */
async function answerPage(state: MockState, request: HttpRequest, path: string): Promise<HttpAnswer | null> {
  if (!PAGE_PATH.test(path)) {
    const { answerBeside } = await import('./http/answer-beside.ts');
    return answerBeside(request, path, state.baseUrl);
  }
  const { answerConnectPage } = await import('./connect/connect-flow.ts');
  return answerConnectPage(state, request, path);
}

/** Loaded with the first address of a hosted file. */
async function answerMedia(state: MockState, asked: Asked): Promise<Answered> {
  const { answerMediaAddress } = await import('./media/answer-media-address.ts');
  const { answer, refusal } = await answerMediaAddress(state, asked.request, asked.path);
  return answer ? { answer, code: null, body: undefined } : refused(state, refusal, asked);
}

/** The answer of a fault instead of the service's; null when the fault only delays or cuts. */
function faultAnswer(state: MockState, fault: Fault | null, asked: Asked): Promise<Answered> | null {
  if (fault?.code !== undefined) return Promise.resolve(refused(state, cataloguedRefusal(fault.code), asked));
  if (fault?.status === undefined) return null;
  const { status } = fault;
  const body = status === 204 || status === 304 ? null : `<html><body>${status}</body></html>`;
  const answer = { status, headers: { 'content-type': 'text/html' }, body };
  return Promise.resolve({ answer, code: null, body: undefined });
}

function refused({ baseUrl }: MockState, refusal: Refusal, { request, requestId, path }: Asked): Answered {
  const headers: Record<string, string> = API_PATH.test(path) ? { 'cache-control': 'no-store' } : {};
  const reply = errorReply(refusal, requestId, baseUrl);
  return { answer: toAnswer(reply, request.method, headers), code: refusal.code, body: undefined };
}

function requestIdOf({ ids }: MockState, request: HttpRequest): string {
  const given = headerOf(request, 'x-request-id');
  return isRequestId(given) ? given : ids.uuid();
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/** Rejects when the caller aborts; the work goes on. */
function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
