import { type RouteName, responseHeadersOf, routesOf } from '@fanfare/contract';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createSchemas, qualified } from './closed-schemas.ts';
import type { WireAnswer, WireRequest } from './implementation.ts';
import { type Description, type Operation, operationsOf } from './openapi.ts';

/** Only sometimes there, and described so. */
const OPTIONAL_HEADERS = new Set(['Idempotency-Mismatch', 'Retry-After']);

/**
 * Holds answers against `openapi.yaml`: an undocumented status, a missing header, a missing,
 * additional or wrong field is a problem.
 */
export function createAnswerCheck(description: Description): (request: WireRequest, answer: WireAnswer) => string[] {
  const schemas = createSchemas(description);
  const compiled = new Map<string, ValidateFunction>();
  const headersOf = new Map<string, readonly string[]>();

  const bodyProblems = (operation: Operation, status: number, body: unknown): string[] => {
    const documented = operation.answers.get(status);
    if (!documented) return [`${operation.name} has no documented ${status}`];
    if (!documented.schema) return body === undefined ? [] : [`${operation.name} ${status} has no body`];
    const name = `${operation.name} ${status}`;
    const validate = compiled.get(name) ?? schemas.compile(qualified(documented.schema));
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
    const name = `${operation.name} ${status}`;
    const expected = headersOf.get(name) ?? expectedHeaders(operation, status);
    headersOf.set(name, expected);
    const missing = expected.filter((header) => !headers.has(header));
    return [...problems, ...missing.map((header) => `${name} lacks the header ${header}`)];
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
