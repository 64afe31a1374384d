import { type RouteName, routeOf } from '@fanfare/contract';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * A request without ids: `{{…}}` stands for something that has another id on each side (see
 * `references.ts`).
 */
export type Call = {
  readonly route: RouteName;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Sent as JSON. */
  readonly body?: Json;
  /** Sent instead of the body, as it is. */
  readonly text?: string;
};

/** One request of a sequence. */
export type Step = {
  readonly call: Call;
  /** The name of the mutation; null for a request as the documentation asks for it. */
  readonly mutation: string | null;
};

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

type Parts = Partial<Pick<Call, 'path' | 'query' | 'headers' | 'body'>>;

/** A request to a route with the project's own key. */
export function callOf(name: RouteName, { path, query = [], headers = [], body }: Parts = {}): Call {
  const route = routeOf(name);
  return {
    route: name,
    method: route.method,
    path: path ?? route.path,
    query,
    headers: [['Authorization', 'Bearer {{key}}'], ...(body === undefined ? [] : [JSON_TYPE]), ...headers],
    ...(body !== undefined && { body }),
  };
}

/** The same with its path parameter. */
export const pathOf = (name: RouteName, id: string): string => routeOf(name).path.replace(':id', id);

/** The bytes of the body, still with its references; undefined where there is none. */
export const textOf = ({ text, body }: Call): string | undefined =>
  text ?? (body === undefined ? undefined : JSON.stringify(body));

/** The same without a header. */
export function withoutHeader(call: Call, name: string): Call {
  return { ...call, headers: call.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase()) };
}

/** The same with a header, in the place of one of this name. */
export function withHeader(call: Call, name: string, value: string): Call {
  return { ...call, headers: [...withoutHeader(call, name).headers, [name, value]] };
}

/** A call with one thing changed, and what that is. */
export const stepOf = (mutation: string, call: Call): Step => ({ mutation, call });
