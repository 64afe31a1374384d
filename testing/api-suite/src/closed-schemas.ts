import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Description } from './openapi.ts';

/** A compiler of schemas of `openapi.yaml`, in which no object may have more than it lists. */
export function createSchemas({ schemas }: Description): Ajv2020 {
  // What is no JSON schema (`examples` of OpenAPI, `x-…`) says nothing about values; patterns stand
  // beside every format.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  // Many answers refer to the same schemas: with a name of its own, each is compiled once.
  for (const [name, schema] of Object.entries(schemas))
    ajv.addSchema(close(schema) as object, `openapi#/components/schemas/${name}`);
  return ajv;
}

/** The same schema, in which no object may have more than it lists. */
function close(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === '$ref' && typeof value === 'string' ? value.replace(/^#/, 'openapi#') : close(value),
    ]),
  );
  const isOpen = 'properties' in closed && closed.additionalProperties === undefined;
  return isOpen && closed.type === 'object' ? { ...closed, additionalProperties: false } : closed;
}

/** The same schema of a request or an answer, which `createSchemas` compiles. */
export const qualified = (schema: object): object => close(schema) as object;
