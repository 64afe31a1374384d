import { LIMITS, type RequestErrorCode, type RouteName } from '@fanfare/contract';
import {
  HEADERS_TOO_LARGE,
  headerText,
  judgeScope,
  METHODS_WITH_BODY,
  projectLimitOf,
  requestUnits,
} from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { addHeaders } from './add-headers.ts';
import { authenticate } from './caller.ts';
import { errorReply, type Reply } from './error-reply.ts';
import type { Handlers, RequestContext } from './handlers.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { HttpRequest } from './http-request.ts';
import { readJsonBody } from './json-body.ts';
import { type RoutePattern, readParams, refuseRoute } from './match-route.ts';
import { parseRequest } from './parse-request.ts';
import { enforceRateLimit } from './rate-limit.ts';

/** Handlers by route name. The parsed parts of a request fit the route they were parsed for. */
type AnyHandler = (
  context: RequestContext & {
    readonly params: Record<string, string>;
    readonly query: unknown;
    readonly body: unknown;
  },
) => Reply | Promise<Reply>;

export type ApiRequest = {
  readonly request: HttpRequest;
  readonly path: string;
  readonly found: RoutePattern | undefined;
  readonly requestId: string;
  /** Called with the body as soon as it was read. */
  readonly noteBody: (body: unknown) => void;
};

export type ApiAnswer = { readonly answer: HttpAnswer; readonly code: RequestErrorCode | null };

/** Answers the API in the service's order: key, rate limit, body, route, scope, shape, handler. */
export async function answerApi(state: MockState, handlers: Handlers, asked: ApiRequest): Promise<ApiAnswer> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  try {
    const reply = await route(state, handlers, asked, headers);
    return { answer: toAnswer(reply, asked.request.method, headers), code: null };
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    const reply = errorReply(error.refusal, asked.requestId, state.baseUrl);
    return { answer: toAnswer(reply, asked.request.method, headers), code: error.refusal.code };
  }
}

async function route(
  state: MockState,
  handlers: Handlers,
  asked: ApiRequest,
  answerHeaders: Record<string, string>,
): Promise<Reply> {
  const { request, path, found } = asked;
  if ((request.headerBytes ?? 0) > LIMITS.requestHeaderBytes.value) throw new RequestRefusal(HEADERS_TOO_LARGE);
  // Browsers send it without the key.
  if (request.method === 'OPTIONS') throw new RequestRefusal(refuseRoute(request.method, path));
  const caller = authenticate(state, request);
  const sent = METHODS_WITH_BODY.includes(request.method) ? await request.readBody?.() : undefined;
  const takesBytes = found?.route.takesBytes === true;
  const limit = { name: 'requests', perMinute: state.requestsPerMinute } as const;
  for (const [one, owner] of [
    [limit, caller.key.id],
    [projectLimitOf(limit), caller.project.id],
  ] as const)
    enforceRateLimit(state, one, owner, answerHeaders, takesBytes ? 1 : requestUnits(sent?.byteLength ?? 0, one));
  const rawBody = takesBytes ? new Uint8Array(sent ?? new ArrayBuffer(0)) : readJsonBody(request, sent);
  if (!takesBytes) asked.noteBody(rawBody);
  if (!found) throw new RequestRefusal(refuseRoute(request.method, path));
  const params = readParams(found, path);
  const refusal = judgeScope(caller.key.scope, found.route.needs);
  if (refusal) throw new RequestRefusal(refusal);
  const { query, body } = await parseRequest(found.route, request.url.searchParams, rawBody);
  const idempotencyKeys = request.headerLines('idempotency-key').map(headerText);
  const handler = handlerOf(handlers, found.route.name);
  return handler({ caller, request, idempotencyKeys, answerHeaders, params, query, body });
}

/** TypeScript cannot see that the schemas of a route fit its handler; the route names both. */
const handlerOf = (handlers: Handlers, name: RouteName): AnyHandler => handlers[name] as AnyHandler;

/** A reply as it is sent; `headers` get its own. */
export function toAnswer(
  { status, body, stream, headers: own }: Reply,
  method: string,
  headers: Record<string, string>,
): HttpAnswer {
  const isHead = method === 'HEAD';
  addHeaders(headers, own ?? {});
  if (stream) {
    headers['content-type'] = 'text/event-stream';
    if (isHead) void stream.cancel();
    return { status, headers, body: isHead ? null : stream };
  }
  if (body === undefined) return { status, headers, body: null };
  headers['content-type'] = 'application/json; charset=utf-8';
  return { status, headers, body: isHead ? null : JSON.stringify(body) };
}
