import { routesOf } from '@fanfare/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { inject } from 'vitest';

type Json = { readonly [key: string]: unknown };
type Answer = { readonly status: number; readonly headers: Headers; readonly text: string };

const ID = 'https://fanfare.example.com/openapi';
/** Headers that an answer carries only where they apply. */
const SOMETIMES = ['Idempotency-Mismatch'];
const ROUTES = routesOf().map(({ method, path }) => ({
  method,
  path,
  pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
}));

/**
 * Throws when an answer of the API differs from what the checked-in openapi.yaml says of its route
 * and status. It is stricter than the description, which leaves room for new fields: here an
 * undescribed field is an error.
 */
export function checkAnswer(request: { readonly method: string; readonly path: string }, answer: Answer): void {
  const path = request.path.split('?')[0]!;
  if (!path.startsWith('/api/v1/')) return;
  const said = `${request.method} ${path} ${answer.status}`;
  const place = placeOf(request.method, path, answer.status);
  const described = place && lookUp(place);
  if (!described) throw new Error(`${said}: openapi.yaml has no such answer.\n${answer.text}`);

  // For a used-up plan, the details give the time of the next period; seconds to wait would be
  // days.
  const optional = answer.text.includes('"code":"quota_exceeded"') ? [...SOMETIMES, 'Retry-After'] : SOMETIMES;
  const lacking = Object.keys((described.headers ?? {}) as Json).filter(
    (name) => !optional.includes(name) && !answer.headers.has(name),
  );
  if (lacking.length > 0) throw new Error(`${said} lacks the headers ${lacking.join(', ')}`);
  if (request.method === 'HEAD' || described.content === undefined) {
    if (answer.text !== '') throw new Error(`${said} has a body: ${answer.text}`);
    return;
  }
  const validate = validatorOf(`${place}/content/application~1json/schema`);
  if (validate(JSON.parse(answer.text))) return;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `  ${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
  throw new Error(`${said} is not what openapi.yaml says:\n${problems.join('\n')}\n${answer.text.slice(0, 2_000)}`);
}

/**
 * JSON pointer to the description of an answer. An answer of an unknown route is described by its
 * error code alone.
 */
function placeOf(method: string, path: string, status: number): string | null {
  const asked = method === 'HEAD' ? 'GET' : method;
  const route = ROUTES.find((candidate) => candidate.method === asked && candidate.pattern.test(path));
  if (!route) {
    const code = { 401: 'unauthorized', 404: 'not_found', 405: 'method_not_allowed' }[status];
    return code === undefined ? null : `/components/responses/${code}`;
  }
  const item = route.path.replace(/:(\w+)/g, '{$1}').replaceAll('/', '~1');
  const place = `/paths/${item}/${route.method.toLowerCase()}/responses/${status}`;
  const reference = lookUp(place)?.$ref;
  return typeof reference === 'string' ? reference.slice(1) : place;
}

let openapi: Json | undefined;
let ajv: Ajv2020 | undefined;
const validators = new Map<string, ValidateFunction>();

function lookUp(pointer: string): Json | undefined {
  openapi ??= { ...(close(JSON.parse(inject('openapi'))) as Json), $id: ID };
  return pointer
    .slice(1)
    .split('/')
    .reduce<Json | undefined>((node, step) => node?.[step.replaceAll('~1', '/')] as Json | undefined, openapi);
}

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer);
  if (known) return known;
  if (!ajv) {
    ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(openapi!);
  }
  const made = ajv.compile({ $ref: `${ID}#${pointer.replaceAll('{', '%7B').replaceAll('}', '%7D')}` });
  validators.set(pointer, made);
  return made;
}

/** The same description with every object closed to undescribed fields. */
function close(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) closed[key] = close(value);
  const isOpen = closed.type === 'object' && 'properties' in closed && !('additionalProperties' in closed);
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}
