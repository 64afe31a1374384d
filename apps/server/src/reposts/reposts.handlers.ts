import { type CreateRepostBody, type CreateRepostResponse, contract } from '@fanfare/contract';
import type { Decision } from '@fanfare/rules';
import { initServer } from '@ts-rest/express';
import { type Caller, requireCaller } from '../http/caller.ts';
import { orRefuse } from '../http/request-error.ts';

type Deps = {
  readonly createRepost: (
    caller: Caller,
    body: CreateRepostBody,
  ) => Promise<Decision<{ readonly answer: CreateRepostResponse }>>;
};

export function repostsHandlers(deps: Deps) {
  return initServer().router(contract.reposts, {
    create: async ({ body, res }) => {
      const { answer } = orRefuse(await deps.createRepost(requireCaller(res), body));
      return { status: 200, body: answer };
    },
  });
}
