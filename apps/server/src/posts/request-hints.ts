import { LRUCache } from 'lru-cache';
import type { AccountRow } from '../accounts/accounts.table.ts';

const MOST_KEYS = 10_000;
const MOST_HUBS = 10_000;

type Project = { readonly projectId: string };

/**
 * What this server has seen of idempotency keys and hubs. Hints decide nothing: they say whether a request is likely to be recorded by the first statement,
 * or should be looked up first.
 */
export type RequestHints = {
  isKeyUsed(request: Project & { readonly key: string }): boolean;
  noteKey(request: Project & { readonly key: string }): void;
  /** Address of the hub that the account with this row id is on. */
  hubOf(account: Project & { readonly id: string }): string | null;
  noteHubs(accounts: readonly AccountRow[]): void;
};

export function createRequestHints(): RequestHints {
  const keys = new LRUCache<string, true>({ max: MOST_KEYS });
  const hubs = new LRUCache<string, string>({ max: MOST_HUBS });
  const nameOf = ({ projectId }: Project, of: string): string => `${projectId} ${of}`;
  return {
    isKeyUsed: (request) => keys.has(nameOf(request, request.key)),
    noteKey(request) {
      keys.set(nameOf(request, request.key), true);
    },
    hubOf: (account) => hubs.get(nameOf(account, account.id)) ?? null,
    noteHubs(accounts) {
      for (const account of accounts) if (account.hub) hubs.set(nameOf(account, account.id), account.hub.url);
    },
  };
}
