import { type CreateRepostBody, type CreateRepostResponse, contract } from '@fanfare/contract';
import { initServer } from '@ts-rest/express';
import { requireCaller } from '../http/authenticate-key.ts';
import type { Caller } from '../projects/api-keys.table.ts';

type Deps = { readonly createRepost: (caller: Caller, body: CreateRepostBody) => Promise<CreateRepostResponse> };

export function repostsHandlers(deps: Deps) {
  return initServer().router(contract.reposts, {
    create: async ({ body, res }) => ({ status: 200, body: await deps.createRepost(requireCaller(res), body) }),
  });
}
