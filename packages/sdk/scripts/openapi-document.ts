import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

/** The part of an OpenAPI 3.1 schema that the contract uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: (string | number | boolean | null)[];
  required?: string[];
  properties?: Record<string, Schema>;
  /** False in requests; a schema where further fields, all of them texts, are allowed. */
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: { required?: string[]; $ref?: string }[];
};

type Parameter = { $ref?: string; name: string; in: string; required?: boolean; description?: string; schema: Schema };

export type Operation = { operationId: string; summary: string; parameters?: Parameter[] };

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

/** The checked-in description of the API. */
export function readOpenApi(): OpenApiDocument {
  const file = createRequire(import.meta.url).resolve('@fanfare/contract/openapi.yaml');
  return parse(readFileSync(file, 'utf8'));
}
