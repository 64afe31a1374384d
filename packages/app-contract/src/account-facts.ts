import { NoQuerySchema, utcTimestamp } from '@fanfare/contract';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { answering } from './answering.ts';
import { ProjectPathSchema } from './fields.ts';

const state = {
  accountId: z.string(),
  /** Time at which the account got its present status. */
  statusSince: utcTimestamp(),
  /** The end of an active account unless it is connected again; null where it is renewed. */
  endsAt: utcTimestamp().nullable(),
  /** Its paid plan in the network's word; null for none, and where the network does not say. */
  subscription: z.string().nullable(),
};

export const AccountStateSchema = z.object(state);
export type AccountState = z.infer<typeof AccountStateSchema>;

export const AccountFactsSchema = z.object({
  ...state,
  /** Permissions that the network granted; empty for hubs, and once the credential is gone. */
  scopes: z.array(z.string()),
  /** The post that the account published last, by the API or here. */
  lastPublished: z.object({ postId: z.string(), at: utcTimestamp(), url: z.string().nullable() }).nullable(),
});
export type AccountFacts = z.infer<typeof AccountFactsSchema>;

/** Facts of an account beyond the public API. */
export const accountFacts = initContract().router({
  /** Every account of the project, the revoked ones too. */
  list: {
    method: 'GET',
    path: '/projects/:projectId/account-facts',
    pathParams: ProjectPathSchema,
    query: NoQuerySchema,
    ...answering({ 200: z.object({ accounts: z.array(AccountStateSchema) }) }),
  },
  get: {
    method: 'GET',
    path: '/projects/:projectId/account-facts/:accountId',
    pathParams: ProjectPathSchema.extend({ accountId: z.string() }),
    query: NoQuerySchema,
    ...answering({ 200: z.object({ account: AccountFactsSchema }) }),
  },
});
