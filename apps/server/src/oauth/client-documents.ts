import { type Http, NetworkError } from '@fanfare/network';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { clientName, type OAuthClient } from './client.ts';
import { readRedirectUri } from './redirect-uri.ts';

/**
 * Client ID Metadata Documents (draft-ietf-oauth-client-id-metadata-document, checked 2026-11): the
 * `client_id` is the https address of a JSON document about the client.
 */
const MOST_ID_CHARS = 500;
const MOST_BYTES = 10 * 1024;
const MOST_REDIRECTS = 30;
const TIMEOUT_MS = 5_000;
const MOST_CACHED = 500;
const FRESH = { leastSeconds: 60, defaultSeconds: 3_600, mostSeconds: 86_400 };

type Deps = {
  readonly http: Http;
  /** Whether the operator allows this host although it is not public https. */
  readonly isHostAllowed: (url: URL) => boolean;
  readonly monotonicMs: () => number;
};

/** A client, or why there is none, as a sentence for the person. */
export type FoundClient =
  | { readonly ok: true; readonly client: OAuthClient }
  | { readonly ok: false; readonly why: string };

export type ClientDocuments = {
  /** Whether a `client_id` is the address of a document. */
  isDocument(clientId: string): boolean;
  read(clientId: string): Promise<FoundClient>;
};

const Document = z.object({
  client_id: z.string(),
  client_name: z.unknown(),
  redirect_uris: z.array(z.string()).min(1).max(MOST_REDIRECTS),
  token_endpoint_auth_method: z.unknown(),
});

const refused = (why: string): FoundClient => ({ ok: false, why });

/** Reads metadata documents through the egress guard, and caches good ones. */
export function createClientDocuments({ http, isHostAllowed, monotonicMs }: Deps): ClientDocuments {
  const cache = new LRUCache<string, { readonly client: OAuthClient; readonly staleAt: number }>({ max: MOST_CACHED });

  const isDocument = (clientId: string): boolean => {
    const url = URL.parse(clientId);
    return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && isHostAllowed(url)));
  };

  return {
    isDocument,
    async read(clientId) {
      const url = URL.parse(clientId);
      // The text itself is the identity: no other spelling of the same address counts.
      const isPlain = url?.href === clientId && url.pathname !== '/' && url.hash === '' && url.username === '';
      if (!isDocument(clientId) || !isPlain || url.password !== '' || clientId.length > MOST_ID_CHARS)
        return refused('Its id is not the plain https address of a document.');
      const cached = cache.get(clientId);
      if (cached && cached.staleAt > monotonicMs()) return { ok: true, client: cached.client };
      const answer = await http({
        ...{ method: 'GET', url, effect: 'read', headers: { accept: 'application/json' } },
        ...{ timeoutMs: TIMEOUT_MS, maxBytes: MOST_BYTES, signal: AbortSignal.timeout(TIMEOUT_MS) },
      }).catch(nullIfUnanswered);
      // One answer for every failure: others would explore a private network.
      if (answer === null || answer.status !== 200) return refused(`Its document at ${url.host} cannot be read.`);
      const found = readDocument(clientId, url, answer.json);
      if (found.ok) {
        const seconds = freshSeconds(answer.headers['cache-control'] ?? '');
        cache.set(clientId, { client: found.client, staleAt: monotonicMs() + seconds * 1_000 });
      }
      return found;
    },
  };
}

function nullIfUnanswered(error: unknown): null {
  if (error instanceof NetworkError) return null;
  throw error;
}

function readDocument(clientId: string, { host }: URL, json: unknown): FoundClient {
  const document = Document.safeParse(json).data;
  if (!document) return refused(`Its document at ${host} is not one of a client.`);
  if (document.client_id !== clientId) return refused(`Its document at ${host} is about another client.`);
  if (document.redirect_uris.some((text) => readRedirectUri(text) === null))
    return refused(`Its document at ${host} names a redirect address that is not allowed.`);
  if (/^client_secret/.test(String(document.token_endpoint_auth_method ?? 'none')))
    return refused(`Its document at ${host} is public and asks for a secret.`);
  const name = clientName(document.client_name, host);
  return { ok: true, client: { id: clientId, name, domain: host, redirectUris: document.redirect_uris } };
}

function freshSeconds(cacheControl: string): number {
  const { leastSeconds, defaultSeconds, mostSeconds } = FRESH;
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return leastSeconds;
  const seconds = Number(/\bmax-age=(\d{1,9})/i.exec(cacheControl)?.[1] ?? defaultSeconds);
  return Math.min(mostSeconds, Math.max(leastSeconds, seconds));
}
