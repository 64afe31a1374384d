import { TARGET_OPTIONS } from '@fanfare/contract';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createSchemas, qualified } from './closed-schemas.ts';
import type { WireAnswer, WireRequest } from './implementation.ts';
import { type Description, operationsOf } from './openapi.ts';

/**
 * Holds the bodies that the API accepted against `openapi.yaml`: a program that checks its requests
 * by it must not refuse what the API takes.
 */
export function createRequestCheck(description: Description): (request: WireRequest, answer: WireAnswer) => string[] {
  const schemas = createSchemas(description);
  const compiled = new Map<string, ValidateFunction>();

  return ({ method, path, body }, { status }) => {
    const [operation] = operationsOf(description.operations, method, path);
    if (!operation?.bodySchema || operation.method !== method || status >= 300 || body === undefined) return [];
    const validate = compiled.get(operation.name) ?? schemas.compile(qualified(operation.bodySchema));
    compiled.set(operation.name, validate);
    // A byte order mark is accepted before JSON.
    if (validate(withoutOptions(JSON.parse(body.replace(/^\uFEFF/, ''))))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${operation.name} accepted ${instancePath || 'the body'}, which ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** Options of targets are described for the platforms that have them, and ignored on others. */
function withoutOptions<Body>(body: Body): Body {
  const { platforms } = (body ?? {}) as { platforms?: unknown };
  if (!Array.isArray(platforms)) return body;
  return { ...body, platforms: platforms.map(withoutOption) };
}

const withoutOption = (target: unknown): unknown =>
  typeof target === 'object' && target !== null
    ? Object.fromEntries(Object.entries(target).filter(([name]) => !(name in TARGET_OPTIONS)))
    : target;
