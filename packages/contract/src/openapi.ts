import type {
  HeaderObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
} from 'openapi3-ts/oas31';
import { z } from 'zod';
import { type Contract, contract } from './contract.ts';
import { errorExample } from './error-examples.ts';
import { REQUEST_ERROR_CODES, REQUEST_ERRORS } from './errors.ts';
import type { Example } from './example.ts';
import { API_ABOUT } from './openapi-about.ts';
import { type SchemaRegistry, toSchema } from './openapi-schema.ts';
import { splitByState } from './openapi-states.ts';
import { webhooksOf } from './openapi-webhooks.ts';
import { RESPONSE_HEADERS, responseHeadersOf } from './response-headers.ts';
import { notesOf } from './routes/notes.ts';
import { TAGS } from './routes/route-notes.ts';
import { NoBodySchema, type Route, routesOf } from './routes.ts';
import { TARGET_STATES } from './targets.ts';

const METHODS = { GET: 'get', POST: 'post', DELETE: 'delete', PUT: 'put', PATCH: 'patch' } as const;

/** Header names in title case for people; the schemas have them in lower case, as Node. */
const titleCase = (name: string) => name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

/** The fields of an object schema below refinements and transforms. */
function fieldsOf(schema: z.ZodTypeAny | undefined): Readonly<Record<string, z.ZodTypeAny>> {
  if (schema instanceof z.ZodEffects) return fieldsOf(schema.innerType());
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Parts that routes have in common, filed under `components`. */
type Shared = {
  readonly schemas: SchemaRegistry;
  readonly parameters: Map<string, ParameterObject>;
  readonly responses: Map<string, ResponseObject>;
};

function parametersOf(shared: Shared, route: Route): (ParameterObject | ReferenceObject)[] {
  const places = [
    { in: 'path', schema: route.pathParams },
    { in: 'query', schema: route.query },
    { in: 'header', schema: route.headers },
  ] as const;
  return places.flatMap((place) =>
    Object.entries(fieldsOf(place.schema)).map(([key, field]) => {
      const { description, ...schema } = toSchema(shared.schemas, field);
      const name = place.in === 'header' ? titleCase(key) : key;
      const parameter = { name, in: place.in, required: !field.isOptional(), description: description ?? '', schema };
      if (place.in !== 'header') return parameter;
      shared.parameters.set(name, parameter);
      return { $ref: `#/components/parameters/${name}` };
    }),
  );
}

function namedExamples(examples: readonly Example[]): Record<string, Example> {
  return Object.fromEntries(examples.map((entry, index) => [`example${index + 1}`, entry]));
}

const headersFor = (route: Route, status: number): Record<string, ReferenceObject> =>
  Object.fromEntries(
    responseHeadersOf(route.name, status).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

/** An answer with a single code is the same on every route and is filed under that code. */
function errorResponse(
  shared: Shared,
  route: Route,
  status: number,
  schema: z.ZodTypeAny,
): ResponseObject | ReferenceObject {
  const codes = route.errorCodes.filter((code) => REQUEST_ERRORS[code].status === status);
  const response = {
    description: codes.map((code) => `\`${code}\`: ${REQUEST_ERRORS[code].meaning}`).join('\n\n'),
    headers: headersFor(route, status),
    content: {
      'application/json': {
        schema: toSchema(shared.schemas, schema),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
    'x-error-codes': codes,
  };
  const [only, ...others] = codes;
  if (only === undefined || others.length > 0) return response;
  shared.responses.set(only, response);
  return { $ref: `#/components/responses/${only}` };
}

function responseOf(
  shared: Shared,
  route: Route,
  status: number,
  schema: z.ZodTypeAny,
): ResponseObject | ReferenceObject {
  if (status >= 400) return errorResponse(shared, route, status, schema);
  const { description = '', example } = notesOf(route.name).answers[status] ?? {};
  return {
    description,
    headers: headersFor(route, status),
    ...(schema !== NoBodySchema && {
      content: {
        [route.answerType]: {
          schema: toSchema(shared.schemas, schema),
          ...(example && { examples: namedExamples([example]) }),
        },
      },
    }),
  };
}

const BYTES = {
  description: 'The bytes of the file.',
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
} as const;

function operationOf(shared: Shared, route: Route): OperationObject {
  const parameters = parametersOf(shared, route);
  const { operationId, tag, summary, description, requests } = notesOf(route.name);
  return {
    operationId,
    tags: [tag],
    summary,
    description:
      route.needs === 'read' ? description : `${description}\n\nNeeds a key with the scope \`${route.needs}\`.`,
    security: [{ apiKey: [route.needs] }],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: !route.body.isOptional(),
        content: {
          'application/json': {
            schema: toSchema(shared.schemas, route.body),
            examples: namedExamples(requests),
          },
        },
      },
    }),
    ...(route.takesBytes && { requestBody: BYTES }),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, schema]) => [
        status,
        responseOf(shared, route, Number(status), schema),
      ]),
    ),
  };
}

const byName = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));

/**
 * The OpenAPI 3.1 description of the API, of the shipped contract or of an installation's; the same
 * object on every call with the same.
 *
 * @example
 * buildOpenApi().openapi; // '3.1.0'
 */
export function buildOpenApi(of: Contract = contract): OpenAPIObject {
  const shared: Shared = { schemas: new Map(), parameters: new Map(), responses: new Map() };
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const route of routesOf(of)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [METHODS[route.method]]: operationOf(shared, route) };
  }
  const listEvents = routesOf(of).find(({ name }) => name === 'events.list');
  const webhooks = webhooksOf(shared, listEvents!);
  splitByState(shared.schemas, 'Target', TARGET_STATES);
  const headers = Object.entries(RESPONSE_HEADERS).map(([name, { description, example }]): [string, HeaderObject] => [
    name,
    { description, schema: { type: 'string' }, example },
  ]);
  const answered = new Set(routesOf(of).flatMap(({ errorCodes }) => errorCodes));
  const examples = REQUEST_ERROR_CODES.filter((code) => answered.has(code)).map((code): [string, Example] => [
    code,
    errorExample(code),
  ]);
  return {
    ...API_ABOUT,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'fanfare_sk_<secret>',
          description:
            'An API key of one project. Sign in to the dashboard and create it under Settings → API keys; the operator can also run `fanfare keys create`. It is shown once. A project can have several keys. Each has a scope, `all` by default; a call outside of it answers `insufficient_scope`. A revoked key stops working immediately.',
        },
      },
      headers: byName(headers),
      examples: byName(examples),
      parameters: byName(shared.parameters),
      responses: byName(shared.responses),
      schemas: byName(shared.schemas),
    },
  };
}
