import { routesOf } from '@fanfare/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inject } from 'vitest';

type Node = { readonly [key: string]: unknown };
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

const ID = 'https://fanfare.dev/openapi';
/** Headers that an answer carries only where they apply. */
const SOMETIMES = ['Idempotency-Mismatch'];

let loaded: { ajv: Ajv2020; document: Node } | undefined;
const compiled = new Map<string, ValidateFunction>();

/** Throws when an answer of the API is not exactly what the checked-in openapi.yaml says of its route and status: an unknown field is a mistake too. */
export function checkAnswer(request: { readonly method: string; readonly path: string }, answer: Answer): void {
  const path = request.path.split('?')[0]!;
  if (!path.startsWith('/api/v1/')) return;
  const place = placeOf(request.method, path, answer.status);
  if (place === null) throw new Error(`openapi.yaml: ${request.method} ${path} has no answer ${answer.status}`);
  const response = at(place);
  const missing = Object.keys((response.headers ?? {}) as Node).filter(
    (name) => !SOMETIMES.includes(name) && !answer.headers.has(name),
  );
  if (missing.length > 0) throw new Error(`${request.method} ${path} ${answer.status} lacks ${missing.join(', ')}`);
  if (answer.text === '' || request.method === 'HEAD') {
    if (response.content && request.method !== 'HEAD')
      throw new Error(`${request.method} ${path} ${answer.status} has no body`);
    return;
  }
  const validate = validatorOf([...place, 'content', 'application/json', 'schema']);
  if (validate(JSON.parse(answer.text))) return;
  const problems = (validate.errors ?? []).map(
    (error) => `${error.instancePath || '/'} ${error.message} ${JSON.stringify(error.params)}`,
  );
  throw new Error(
    `${request.method} ${path} ${answer.status} is not what openapi.yaml says:\n${problems.join('\n')}\n${answer.text.slice(0, 2_000)}`,
  );
}

/** Where the description of this answer stands. What no route takes is described by the error body alone. */
function placeOf(method: string, path: string, status: number): string[] | null {
  const route = routesOf().find(
    (candidate) =>
      candidate.method === (method === 'HEAD' ? 'GET' : method) &&
      new RegExp(`^${candidate.path.replace(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const responses = ['components', 'responses'];
  if (!route) return status === 404 ? [...responses, '404'] : find([...responses, 'method_not_allowed']);
  return find(['paths', route.path.replace(/:(\w+)/g, '{$1}'), route.method.toLowerCase(), 'responses', String(status)]);
}

/** The same place with a reference followed. */
function find(place: string[]): string[] | null {
  const node = lookUp(place);
  if (!node) return null;
  return typeof node.$ref === 'string' ? node.$ref.slice(2).split('/') : place;
}
