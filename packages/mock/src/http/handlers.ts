import type { RouteInput, RouteName } from '@fanfare/contract';
import type { Caller } from './caller.ts';
import type { Reply } from './error-reply.ts';
import type { HttpRequest } from './http-request.ts';

/** A request that found its route and its caller. */
export type RequestContext = {
  readonly caller: Caller;
  readonly request: HttpRequest;
  /** Every line of the `Idempotency-Key` header. */
  readonly idempotencyKeys: readonly string[];
  /** Headers of the answer, also of an error, by their names in lower case. */
  readonly answerHeaders: Record<string, string>;
};

/** One function for each route of the contract. */
export type Handlers = {
  readonly [Name in RouteName]: (context: RequestContext & RouteInput<Name>) => Reply | Promise<Reply>;
};
