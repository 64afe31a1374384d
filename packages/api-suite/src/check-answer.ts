import { type RouteName, responseHeadersOf, routesOf } from '@fanfare/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { WireAnswer, WireRequest } from './implementation.ts';
import { type Description, type Operation, operationsOf } from './openapi.ts';

/** Only sometimes there, and described so. */
const OPTIONAL_HEADERS = new Set(['Idempotency-Mismatch', 'Retry-After']);

/** Holds answers against `openapi.yaml`: an undocumented status, a missing header, a missing, additional or wrong field is a problem. */
export function createAnswerCheck(description: Description): (request: WireRequest, answer: WireAnswer) => string[] {
  // What is no JSON schema (`examples` of OpenAPI, `x-…`) says nothing about values; patterns stand beside every format.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'openapi', components: { schemas: close(description.schemas) } });
  const compiled = new Map<string, ValidateFunction>();

  const bodyProblems = (operation: Operation, status: number, body: unknown): string[] => {
    const documented = operation.answers.get(status);
    if (!documented) return [`${operation.name} has no documented ${status}`];
    if (!documented.schema) return body === undefined ? [] : [`${operation.name} ${status} has no body`];
    const name = `${operation.name} ${status}`;
    const validate = compiled.get(name) ?? ajv.compile(qualified(documented.schema));
    compiled.set(name, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${name}: ${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    );
  };

  return (request, answer) => {
    const [operation] = operationsOf(description.operations, request.method, request.path);
    if (!operation) return [];
    const { status, body, headers } = answer;
    // The SDK gives nothing of an answer without a body but its status.
    const problems = request.method === 'HEAD' ? [] : bodyProblems(operation, status, body);
    const missing = expectedHeaders(operation, status).filter((name) => !headers.has(name));
    return [...problems, ...missing.map((name) => `${operation.name} ${status} lacks the header ${name}`)];
  };
}

function expectedHeaders(operation: Operation, status: number): readonly string[] {
  const route = routesOf().find(
    ({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}` === operation.name,
  );
  if (!route) return [];
  const name: RouteName = route.name;
  return responseHeadersOf(name, status).filter((header) => !OPTIONAL_HEADERS.has(header));
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

const qualified = (schema: object): object => close(schema) as object;
