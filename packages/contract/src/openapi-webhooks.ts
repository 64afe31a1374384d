import type { OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { z } from 'zod';
import { eventExample } from './event-examples.ts';
import { EVENT_TYPES, EVENTS } from './event-types.ts';
import { type SchemaRegistry, toSchema } from './openapi-schema.ts';
import type { Route } from './routes.ts';

/** The headers of every delivery (Standard Webhooks 1.0.0, checked 2026-11). */
const HEADERS: Readonly<Record<string, { readonly description: string; readonly example: string }>> = {
  'webhook-id': {
    description: 'Id of the event, the same on every attempt. Use it to notice an event that you have already handled.',
    example: eventExample('target.published').id,
  },
  'webhook-timestamp': {
    description: 'When this attempt was made, in seconds since 1970. Refuse what is more than 5 minutes away.',
    example: '1795167008',
  },
  'webhook-signature': {
    description:
      'Signatures separated by spaces, one for each secret that is valid: `v1,` and the base64 of the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.',
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
};

const parameterName = (header: string): string => header.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

const ANSWERS = {
  '2XX': { description: 'Received. Anything in the body is kept with the attempt, up to 1,024 bytes.' },
  '410': { description: 'The address is gone: the webhook is disabled at once.' },
  '4XX': { description: 'Every other status is a failure, and the event is sent again.' },
};

/** Schemas of events by type, as this contract lists them, with further platforms. */
function eventSchemas(listEvents: Route): ReadonlyMap<unknown, z.ZodTypeAny> {
  const answer = listEvents.responses[200];
  const list: unknown = answer instanceof z.ZodObject ? answer.shape.events : undefined;
  const event: unknown = list instanceof z.ZodArray ? list.element : undefined;
  if (!(event instanceof z.ZodDiscriminatedUnion)) throw new Error('the list of events is not a list of a union');
  return event.optionsMap;
}

type Shared = { readonly schemas: SchemaRegistry; readonly parameters: Map<string, ParameterObject> };

/**
 * The events that the service sends to webhooks, as the `webhooks` of the description: one entry
 * for each type of event.
 *
 * @example
 * webhooksOf({ schemas: new Map(), parameters: new Map() }, routeOf('events.list'))['target.failed']?.post.summary; // 'target.failed'
 */
export function webhooksOf(shared: Shared, listEvents: Route): Record<string, { readonly post: OperationObject }> {
  const schemas = eventSchemas(listEvents);
  const parameters = Object.entries(HEADERS).map(([header, { description, example }]): ReferenceObject => {
    const name = parameterName(header);
    shared.parameters.set(name, {
      name: header,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
      example,
    });
    return { $ref: `#/components/parameters/${name}` };
  });
  return Object.fromEntries(
    EVENT_TYPES.map((type) => [
      type,
      {
        post: {
          operationId: `receive${parameterName(type.replaceAll(/[._]/g, '-')).replaceAll('-', '')}`,
          tags: ['Events'],
          summary: type,
          description: EVENTS[type],
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: toSchema(shared.schemas, schemas.get(type)!),
                examples: { example1: { summary: EVENTS[type], value: eventExample(type) } },
              },
            },
          },
          responses: ANSWERS,
        },
      },
    ]),
  );
}
