import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
type JsonObject = { readonly [name: string]: Json };

/** One documented answer of a route. */
export type DocumentedAnswer = {
  /** JSON schema of the body; null where there is none. */
  readonly schema: JsonObject | null;
  /** Error codes the body can have; none of an answer that is no error. */
  readonly codes: readonly string[];
};

/** One route as `openapi.yaml` describes it. */
export type Operation = {
  /** `POST /api/v1/posts`. */
  readonly name: string;
  readonly method: string;
  readonly template: string;
  /** Every path of the template's form. */
  readonly pattern: RegExp;
  /** The template with an unknown id of the right form. */
  readonly path: string;
  /** Parameters that the route demands, each with a value: `?q=a`; empty for most. */
  readonly query: string;
  /** Whether a request may carry a body. */
  readonly takesBody: boolean;
  /** JSON schema of that body; null where none is taken, or bytes are. */
  readonly bodySchema: JsonObject | null;
  /** Scope that a key needs. */
  readonly needs: string;
  /** The first example of a body; undefined where none is taken. */
  readonly example: Json | undefined;
  readonly answers: ReadonlyMap<number, DocumentedAnswer>;
};

export type Description = {
  readonly operations: readonly Operation[];
  /** Schemas that answers refer to, as `#/components/schemas/…`. */
  readonly schemas: JsonObject;
};

/** Reads the checked-in `openapi.yaml`. */
export function readDescription(): Description {
  const file = createRequire(import.meta.url).resolve('@fanfare/contract/openapi.yaml');
  const root = objectOf(parse(readFileSync(file, 'utf8')));
  const components = objectOf(root.components);
  const shared = objectOf(components.responses);
  const operations = Object.entries(objectOf(root.paths)).flatMap(([template, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${template}`,
      method: method.toUpperCase(),
      template,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
      path: pathOf(template, objectOf(operation).parameters),
      query: queryOf(objectOf(operation).parameters),
      takesBody: objectOf(operation).requestBody !== undefined,
      bodySchema: bodySchemaOf(objectOf(operation).requestBody),
      needs: scopeOf(objectOf(operation).security),
      example: exampleOf(objectOf(operation).requestBody),
      answers: new Map(
        Object.entries(objectOf(objectOf(operation).responses)).map(([status, answer]) => [
          Number(status),
          readAnswer(objectOf(answer), shared),
        ]),
      ),
    })),
  );
  return { operations, schemas: objectOf(components.schemas) };
}

function scopeOf(security: Json | undefined): string {
  const [requirement] = Array.isArray(security) ? security : [];
  const { apiKey } = objectOf(requirement);
  return String(Array.isArray(apiKey) ? apiKey[0] : undefined);
}

function bodySchemaOf(requestBody: Json | undefined): JsonObject | null {
  const json = jsonOf(requestBody);
  return json && objectOf(json.schema);
}

function exampleOf(requestBody: Json | undefined): Json | undefined {
  const json = jsonOf(requestBody);
  if (json === null) return undefined;
  const [first] = Object.values(objectOf(json.examples));
  return objectOf(first).value;
}

/** Null where no body is taken, or one of bytes. */
function jsonOf(requestBody: Json | undefined): JsonObject | null {
  if (requestBody === undefined) return null;
  const json = objectOf(objectOf(requestBody).content)['application/json'];
  return json === undefined ? null : objectOf(json);
}

/** The prefix of an id, before its `_`, shows its kind; an example of each parameter has it. */
function pathOf(template: string, parameters: Json | undefined): string {
  const inPath = (Array.isArray(parameters) ? parameters : []).map(objectOf).filter((one) => one.in === 'path');
  return inPath.reduce((path, { name, schema }) => {
    const { examples } = objectOf(schema);
    const [, prefix] = /^([a-z]+)_/.exec(Array.isArray(examples) ? String(examples[0]) : '') ?? [];
    if (prefix === undefined) throw new Error(`openapi.yaml shows no id for {${name}} of ${template}.`);
    return path.replace(`{${name}}`, `${prefix}_${'0'.repeat(26)}`);
  }, template);
}

function queryOf(parameters: Json | undefined): string {
  const all = (Array.isArray(parameters) ? parameters : []).map(objectOf);
  const demanded = all.filter((one) => one.in === 'query' && one.required === true);
  return demanded.length === 0 ? '' : `?${demanded.map(({ name }) => `${name}=a`).join('&')}`;
}

function readAnswer(written: JsonObject, shared: JsonObject): DocumentedAnswer {
  const reference = typeof written.$ref === 'string' ? written.$ref.split('/').at(-1) : undefined;
  const answer = reference === undefined ? written : objectOf(shared[reference]);
  // The stream of events is text; everything else is JSON.
  const [body] = answer.content === undefined ? [] : Object.values(objectOf(answer.content));
  const content = body === undefined ? undefined : objectOf(body);
  const codes = answer['x-error-codes'];
  return {
    schema: content?.schema === undefined ? null : objectOf(content.schema),
    codes: Array.isArray(codes) ? codes.map(String) : [],
  };
}

function objectOf(value: Json | undefined): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error('openapi.yaml is not of the form this suite reads.');
  return value as JsonObject;
}

/**
 * The route a request asks; with a method that its path does not exist with, every route of the
 * path.
 */
export function operationsOf(operations: readonly Operation[], method: string, path: string): readonly Operation[] {
  const plain = path.split('?')[0] ?? '';
  const ofPath = operations.filter(({ pattern }) => pattern.test(plain));
  const asked = ofPath.filter((operation) => operation.method === method);
  // `/posts/validate` is also of the form `/posts/{id}`.
  const exact = asked.find(({ template }) => template === plain) ?? asked[0];
  return exact ? [exact] : ofPath;
}
