import type { RequestErrorCode, RouteName } from '@fanfare/contract';
import { headerText, judgeScope } from '@fanfare/rules';
import type { MockState } from '../mock-state.ts';
import { RequestRefusal } from '../request-refusal.ts';
import { authenticate } from './caller.ts';
import { errorReply, type Reply } from './error-reply.ts';
import type { Handlers, RequestContext } from './handlers.ts';
import { readJsonBody } from './json-body.ts';
import { matchRoute } from './match-route.ts';
import { parseRequest } from './parse-request.ts';
import { enforceRateLimit } from './rate-limit.ts';

/** Route names and what answers them; the parsed parts of a request fit the route they were parsed for. */
type AnyHandler = (
  context: RequestContext & {
    readonly params: Record<string, string>;
    readonly query: unknown;
    readonly body: unknown;
  },
) => Reply | Promise<Reply>;

export type ApiRequest = {
  readonly request: Request;
  readonly path: string;
  readonly requestId: string;
  /** Lines of the `Idempotency-Key` header when the adapter has them separately. */
  readonly idempotencyKeys: readonly string[] | null;
  /** Called with the body as soon as it was read. */
  readonly noteBody: (body: unknown) => void;
};

export type ApiAnswer = { readonly response: Response; readonly code: RequestErrorCode | null };

/** Answers what is below /api/v1, in the order of the service: key, rate limit, body, route, scope, shape, and what the route does. */
export async function answerApi(state: MockState, handlers: Handlers, asked: ApiRequest): Promise<ApiAnswer> {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  try {
    const reply = await route(state, handlers, asked, headers);
    return { response: toResponse(reply, asked.request.method, headers), code: null };
  } catch (error) {
    if (!(error instanceof RequestRefusal)) throw error;
    const reply = errorReply(error.refusal, asked.requestId, state.baseUrl);
    return { response: toResponse(reply, asked.request.method, headers), code: error.refusal.code };
  }
}

async function route(state: MockState, handlers: Handlers, asked: ApiRequest, answerHeaders: Headers): Promise<Reply> {
  const { request, path } = asked;
  const caller = authenticate(state, request.headers);
  enforceRateLimit(state, { name: 'requests', perMinute: state.requestsPerMinute }, caller.key.id, answerHeaders);
  const rawBody = await readJsonBody(request);
  asked.noteBody(rawBody);
  const match = matchRoute(request.method, path);
  const refusal = judgeScope(caller.key.scope, match.route.needs);
  if (refusal) throw new RequestRefusal(refusal);
  const { query, body } = await parseRequest(match.route, new URL(request.url).searchParams, rawBody);
  const idempotencyKeys = asked.idempotencyKeys ?? linesOf(request.headers.get('idempotency-key'));
  const handler = handlerOf(handlers, match.name);
  return handler({ caller, request, idempotencyKeys, answerHeaders, params: match.params, query, body });
}

/** TypeScript cannot see that the schemas of a route return what its handler takes; `match` names both. */
const handlerOf = (handlers: Handlers, name: RouteName): AnyHandler => handlers[name] as AnyHandler;

const linesOf = (value: string | null): readonly string[] => (value === null ? [] : [headerText(value)]);

export function toResponse({ status, body, stream, headers: own }: Reply, method: string, headers: Headers): Response {
  for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value);
  if (stream) {
    headers.set('Content-Type', 'text/event-stream');
    if (method === 'HEAD') void stream.cancel();
    return new Response(method === 'HEAD' ? null : stream, { status, headers });
  }
  if (body === undefined) return new Response(null, { status, headers });
  headers.set('Content-Type', 'application/json; charset=utf-8');
  return new Response(method === 'HEAD' ? null : JSON.stringify(body), { status, headers });
}
