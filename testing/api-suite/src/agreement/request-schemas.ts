import { type RouteName, routesOf } from '@fanfare/contract';
import { buildOpenApi } from '@fanfare/contract/openapi';
import type { Json } from './call.ts';

/** The part of JSON Schema that requests of the API are described with. */
export type RequestSchema = {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly examples?: readonly string[];
  readonly required?: readonly string[];
  readonly items?: RequestSchema;
  readonly properties?: Readonly<Record<string, RequestSchema>>;
};

const { paths = {}, components } = buildOpenApi();

type Fields = { readonly [name: string]: Json };

/** An optional field as it is when it is not null. */
function withoutNull({ anyOf, ...schema }: Fields): Fields {
  const parts = Array.isArray(anyOf) ? (anyOf as readonly Fields[]) : [];
  const [part = {}] = parts.filter(({ type }) => type !== 'null');
  const { type } = schema;
  const names = Array.isArray(schema.enum) && { enum: schema.enum.filter((name) => name !== null) };
  return { ...part, ...schema, ...(Array.isArray(type) && { type: type[0]! }), ...names };
}

/** Puts what a reference leads to in its place; requests do not refer to themselves. */
function resolved(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref: reference, ...own } = withoutNull(schema as Fields);
  const title = typeof reference === 'string' ? reference.split('/').at(-1)! : null;
  const whole = title === null ? own : { ...(toJson(components?.schemas?.[title]) as object), ...own };
  return Object.fromEntries(Object.entries(whole).map(([name, part]) => [name, resolved(part)]));
}

const toJson = (value: unknown): Json => JSON.parse(JSON.stringify(value ?? null)) as Json;

function operationOf(name: RouteName) {
  const route = routesOf().find((candidate) => candidate.name === name)!;
  const path = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')];
  return path?.[route.method.toLowerCase() as 'get' | 'post' | 'delete'];
}

/** The schema of a route's body as `openapi.yaml` has it; null where it takes none. */
export function bodySchemaOf(name: RouteName): RequestSchema | null {
  const body = toJson(operationOf(name)?.requestBody) as { content?: Record<string, { schema: Json }> } | null;
  const schema = body?.content?.['application/json']?.schema;
  return schema === undefined ? null : (resolved(schema) as RequestSchema);
}

/** The schemas of a route's query fields by name. */
export function querySchemasOf(name: RouteName): ReadonlyMap<string, RequestSchema> {
  const parameters = (toJson(operationOf(name)?.parameters ?? []) as { name: string; in: string; schema: Json }[])
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => [name, resolved(schema) as RequestSchema] as const);
  return new Map(parameters);
}
