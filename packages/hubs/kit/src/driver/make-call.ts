import { randomUUID } from 'node:crypto';
import type { AcceptedStep, AccountCall, Call, Credential, Http } from '@fanfare/network';
import type { Connected } from './kit-key.ts';
import { sampleMedia } from './sample-images.ts';

/** A call on behalf of the user of a key. */
export function accountCallOf({ key, call }: Connected): AccountCall {
  const { http, clock, signal, hub, username, apiKey } = call;
  const credential: Credential = {
    accessToken: apiKey,
    ...{ refreshToken: null, expiresAt: null, refreshExpiresAt: null, scopes: [] },
  };
  const platformUserId = `kit:${key.url}`;
  return { http, clock, signal, account: { platformUserId, username, otherIds: [], hub }, credential };
}

/** One publish: a key of its own, and the hidden steps that the hub accepted. */
export type Publish = { readonly call: Call; readonly steps: AcceptedStep[] };

export function startPublish(account: AccountCall, http: Http = account.http): Publish {
  const steps: AcceptedStep[] = [];
  const call: Call = {
    ...account,
    http,
    key: randomUUID(),
    media: sampleMedia,
    async step({ kind, ordinal, send }) {
      const handle = await send(() => undefined);
      steps.push({ kind, ordinal, handle });
      return handle;
    },
  };
  return { call, steps };
}
