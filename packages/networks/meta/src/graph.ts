import {
  type Answer,
  type ApiVersions,
  type Effect,
  isOk,
  NetworkError,
  type NetworkIo,
  type Secret,
} from '@fanfare/network';
import type { ZodType, ZodTypeDef } from 'zod';
import { type MetaNetwork, toGraphError } from './graph-errors.ts';
import { graphErrorSchema } from './wire.ts';

/** The address of a network's API. `versions` follow `baseUrl`, except at token endpoints. */
export type Graph = {
  readonly network: MetaNetwork;
  readonly baseUrl: string;
  readonly versions?: ApiVersions;
};

export type GraphCall<T> = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `baseUrl`, without a leading slash; ids in it are encoded by the caller. */
  readonly path: string;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly token: Secret | null;
  readonly effect: Effect;
  readonly timeoutMs?: number;
  readonly mediaIndex?: number | undefined;
  readonly answer: ZodType<T, ZodTypeDef, unknown>;
};

const SECRET_PARAMS = ['access_token', 'client_secret', 'code', 'input_token'];

/**
 * One call of a Graph API, its answer checked on the fields we use. The token travels as
 * `access_token`: in the form of a POST, in the query of a GET or DELETE. That is what every page
 * of Meta documents; a Bearer header appears on one page only (Instagram content publishing,
 * 2026-09). A version that the network has ended gives way to the next one, whatever the call: it
 * was not looked at. Throws NetworkError.
 *
 * @example
 * const { id } = await callGraph(io, graph, { method: 'POST', path: `${igId}/media`, params, token, effect: 'hidden', answer: createdSchema });
 */
export async function callGraph<T>(io: NetworkIo, graph: Graph, call: GraphCall<T>): Promise<T> {
  const params = call.token === null ? call.params : { ...call.params, access_token: call.token.reveal() };
  const { baseUrl, versions } = graph;
  const send = (base: string): Promise<Answer> =>
    io.http({
      method: call.method,
      url: `${base}/${call.path}`,
      ...(call.method === 'POST' ? { body: { form: params } } : { query: params }),
      effect: call.effect,
      ...(call.timeoutMs !== undefined && { timeoutMs: call.timeoutMs }),
      signal: io.signal,
    });
  const answer = await (versions ? versions.call((version) => send(`${baseUrl}/${version}`)) : send(baseUrl));
  const refused = !isOk(answer) || graphErrorSchema.safeParse(answer.json).success;
  if (refused) {
    throw toGraphError(graph.network, answer, {
      effect: call.effect,
      secrets: SECRET_PARAMS.map((name) => params[name] ?? ''),
      now: io.clock.now(),
      mediaIndex: call.mediaIndex,
    });
  }
  const parsed = call.answer.safeParse(answer.json);
  if (parsed.success) return parsed.data;
  throw new NetworkError({
    code: 'network_unavailable',
    outcome: call.effect === 'public' ? 'unknown' : 'rejected',
    message: `${graph.network} answered in a form that this version does not know.`,
    retryAfterMs: call.effect === 'public' ? undefined : 2000,
    networkCode: `${answer.status}`,
    mediaIndex: call.mediaIndex,
  });
}
