import { docstring, type OpenApiDocument, refName, type Schema } from './openapi-document.ts';

const capital = (name: string): string => name[0]!.toUpperCase() + name.slice(1);
const literal = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? capital(String(value)) : JSON.stringify(value);

/** Schemas that callers send: lists may be any sequence, and a moment may be a `datetime`. */
function requestsOf(document: OpenApiDocument): ReadonlySet<string> {
  const { schemas } = document.components;
  const found = new Set<string>();
  const visit = (schema: Schema | undefined): void => {
    if (!schema) return;
    if (schema.$ref) {
      const name = refName(schema.$ref);
      if (!found.has(name)) {
        found.add(name);
        visit(schemas[name]);
      }
      return;
    }
    const parts = [...Object.values(schema.properties ?? {}), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    for (const part of parts) visit(part);
    visit(schema.items);
  };
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    for (const { schema } of Object.values(operation.requestBody?.content ?? {})) visit(schema);
  }
  return found;
}

/** The type of a parameter of a call. */
export const parameterType = (schema: Schema): string => {
  if (schema.$ref) return refName(schema.$ref);
  if (schema.format === 'date-time') return 'str | datetime';
  if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
  return PLAIN[String(schema.type)] ?? fail(`a parameter of type ${schema.type}`);
};

const PLAIN: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

const fail = (what: string): never => {
  throw new Error(`The generator does not know ${what}.`);
};

/** The schemas of the API as typed dictionaries, as a Python module. */
export function renderTypes(document: OpenApiDocument): string {
  const { schemas } = document.components;
  const requests = requestsOf(document);
  const out: string[] = [];

  const typeOf = (schema: Schema, name: string, request: boolean): string => {
    if (schema.$ref) return refName(schema.$ref);
    const parts = schema.anyOf ?? (schema.oneOf?.every(({ $ref }) => $ref) ? schema.oneOf : undefined);
    if (parts) return parts.map((part) => typeOf(part, name, request)).join(' | ');
    if (schema.enum) {
      const values = schema.enum.filter((value) => value !== null).map(literal);
      return `Literal[${values.join(', ')}]${schema.enum.includes(null) ? ' | None' : ''}`;
    }
    return [schema.type]
      .flat()
      .map((type) => {
        if (type === 'object' && schema.properties) {
          declareObject(name, schema, request);
          return name;
        }
        if (type === 'object') {
          const { additionalProperties: values } = schema;
          const isText = typeof values === 'object' && values.type === 'string';
          return `dict[str, ${isText ? 'str' : 'Any'}]`;
        }
        if (type === 'array')
          return `${request ? 'Sequence' : 'list'}[${typeOf(schema.items ?? {}, `${name}Item`, request)}]`;
        if (type === 'string' && schema.format === 'date-time' && request) return 'str | datetime';
        return PLAIN[String(type)] ?? fail(`${name} of type ${type}`);
      })
      .join(' | ');
  };

  const declareObject = (name: string, schema: Schema, request: boolean): void => {
    const fields = Object.entries(schema.properties ?? {}).map(([key, field]) => {
      const type = typeOf(field, name + capital(key), request);
      const text = schema.required?.includes(key) ? type : `NotRequired[${type}]`;
      return `    ${key}: ${text}\n${docstring(field.description, '    ')}`;
    });
    out.push(`class ${name}(TypedDict):\n${docstring(schema.description, '    ')}\n${fields.join('\n')}`);
  };

  for (const [name, schema] of Object.entries(schemas)) {
    const request = requests.has(name);
    if (schema.properties) declareObject(name, schema, request);
    else
      out.push(
        `${name}: TypeAlias = ${quoteLater(typeOf(schema, name, request))}\n${docstring(schema.description, '')}`,
      );
  }
  return `# Written by \`pnpm golden\` from openapi.yaml.
"""The objects of the API: plain dictionaries, whose keys a type checker knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

${out.join('\n\n')}

EVENT_TYPES: frozenset[str] = frozenset(
    {
${Object.keys(schemas.WebhookEvent?.discriminator?.mapping ?? {})
  .map((type) => `        "${type}",\n`)
  .join('')}    }
)
"""Every type of event that this version of the package knows."""
`;
}

/** A union of classes as text that Python evaluates late: they may stand further down. */
const quoteLater = (type: string): string =>
  /^[A-Za-z]+( \| [A-Za-z]+)*$/.test(type) && type.includes(' | ')
    ? `Union[\n${type
        .split(' | ')
        .map((one) => `    "${one}",\n`)
        .join('')}]`
    : type;
