import { type Answer, isOk, NetworkError, type NetworkIo, Secret } from '@fanfare/network';
import { HUB_REFUSALS, type Refused } from '@fanfare/rules';
import { z } from 'zod';
import { isSameOrigin } from './origins.ts';

/** The values that a hub gave for a connect code. */
export type ExchangedCode = {
  readonly ok: true;
  /** A hub may name any type; a driver may not exist for it. */
  readonly type: string;
  /** As the hub named it: it may be on another origin. */
  readonly apiUrl: string | null;
  readonly username: string | null;
  /** The hub's own id of the user. */
  readonly userId: string | null;
  readonly apiKey: Secret;
  readonly defaultSpaceSlug: string | null;
  readonly hubName: string | null;
};

const versionSchema = z.object({ version: z.number() });

const discoverySchema = z.object({ exchange: z.string().url().max(2_048) });

const exchangeSchema = z.object({
  type: z.string().min(1).max(64),
  apiUrl: z.string().url().max(2_048).nullish(),
  apiKey: z.string().min(1).max(1_024),
  user: z
    .object({ id: z.string().min(1).max(2_048).nullish(), username: z.string().min(1).max(255).nullish() })
    .nullish(),
  defaultSpaceSlug: z.string().min(1).max(255).nullish(),
  hub: z.object({ name: z.string().nullish() }).nullish(),
});

const refusalSchema = z.object({ code: z.string() });

/**
 * Trades a one-time connect code for a key (Hub Connect, docs/hub-connect.md). The code is sent
 * once, to the origin of the hub. Throws NetworkError for a hub that cannot be reached before the
 * code was sent.
 */
export async function exchangeCode(
  io: NetworkIo,
  given: { readonly url: string; readonly code: Secret; readonly serviceName: string },
): Promise<ExchangedCode | Refused> {
  const exchange = await findExchange(io, given.url);
  if (exchange === null) return HUB_REFUSALS.brokenAnswer();
  let answer: Answer;
  try {
    answer = await io.http({
      method: 'POST',
      url: exchange,
      headers: { accept: 'application/json' },
      body: { json: { code: given.code.reveal(), name: given.serviceName } },
      effect: 'hidden',
      signal: io.signal,
    });
  } catch (error) {
    if (!(error instanceof NetworkError) || error.outcome === 'not_sent') throw error;
    return HUB_REFUSALS.codeMayBeUsed();
  }
  return isOk(answer) ? readKey(answer) : readRefusal(answer);
}

/**
 * The address that hubs without a discovery document have when they run the plugin for WordPress.
 * Null for an address on another origin, and for a hub that speaks only other versions.
 */
async function findExchange(io: NetworkIo, url: string): Promise<string | null> {
  const answer = await io.http({
    method: 'GET',
    url: `${url}/.well-known/hub-connect`,
    headers: { accept: 'application/json' },
    effect: 'read',
    signal: io.signal,
  });
  const document = isOk(answer) ? answer.json : null;
  const { data: spoken } = versionSchema.safeParse(document);
  if (spoken !== undefined && spoken.version !== 1) return null;
  const read = discoverySchema.safeParse(spoken && document);
  if (!read.success) return `${url}/?rest_route=/hub-connect/v1/exchange`;
  return isSameOrigin(read.data.exchange, url) ? read.data.exchange : null;
}

function readKey({ json }: Answer): ExchangedCode | Refused {
  const read = exchangeSchema.safeParse(json);
  // A page with the status 200 is what other software answers to an address it does not know.
  if (!read.success) return json === undefined ? HUB_REFUSALS.noConnectCodes() : HUB_REFUSALS.brokenAnswer();
  const { type, apiUrl, apiKey, user, defaultSpaceSlug, hub } = read.data;
  return {
    ok: true,
    type,
    apiUrl: apiUrl ?? null,
    username: user?.username ?? null,
    userId: user?.id ?? null,
    apiKey: new Secret(apiKey),
    defaultSpaceSlug: defaultSpaceSlug ?? null,
    hubName: hub?.name ?? null,
  };
}

function readRefusal({ status, json }: Answer): Refused {
  const read = refusalSchema.safeParse(json);
  if (read.success && read.data.code === 'invalid_connect_code') return HUB_REFUSALS.codeInvalid();
  // Too many attempts, or a fault of the hub.
  if (status === 429 || status >= 500) return HUB_REFUSALS.brokenAnswer();
  return HUB_REFUSALS.noConnectCodes();
}
