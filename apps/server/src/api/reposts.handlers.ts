import { type CreateRepostBody, type CreateRepostResponse, contract } from '@fanfare/contract';
import type { Decision } from '@fanfare/rules';
import { apiHandlers, type Caller } from '../callers/caller.ts';
import { orRefuse } from '../http/request-error.ts';

type Deps = {
  readonly createRepost: (
    caller: Caller,
    body: CreateRepostBody,
  ) => Promise<Decision<{ readonly answer: CreateRepostResponse }>>;
};

export function repostsHandlers(deps: Deps) {
  return apiHandlers(contract.reposts, {
    create: async ({ body, caller }) => {
      const { answer } = orRefuse(await deps.createRepost(caller, body));
      return { status: 200, body: answer };
    },
  });
}
