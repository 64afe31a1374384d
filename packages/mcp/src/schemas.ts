import type { JsonSchemaType } from '@modelcontextprotocol/server';

type Properties = Readonly<Record<string, JsonSchemaType>>;

export const text = (description?: string): JsonSchemaType => ({ type: 'string', ...(description && { description }) });
export const strings = (description?: string): JsonSchemaType => ({
  type: 'array',
  items: { type: 'string' },
  ...(description && { description }),
});

/** The input of a tool. A field that it does not have is refused, so that nothing is lost. */
export const input = (properties: Properties, required: readonly string[] = []): JsonSchemaType => ({
  type: 'object',
  properties: { ...properties },
  ...(required.length > 0 && { required: [...required] }),
  additionalProperties: false,
});

/** The output of a tool: always a summary, and the data unless the call failed. */
export const output = (properties: Properties): JsonSchemaType => ({
  type: 'object',
  properties: { summary: { type: 'string' }, ...properties },
  required: ['summary'],
});

const open = (properties: Properties): JsonSchemaType => ({ type: 'object', properties: { ...properties } });

/** The places of objects that `platform_rules` or the API describes. */
export const ANY: JsonSchemaType = { type: 'object' };
export const LIST: JsonSchemaType = { type: 'array', items: ANY };

export const POST = open({
  id: text(),
  status: text('scheduled, publishing, published, partial, failed or cancelled'),
  targets: {
    type: 'array',
    items: open({
      accountId: text(),
      platform: text(),
      status: text('pending, published or failed'),
      url: text(),
      error: open({ code: text(), networkMessage: text(), remedy: text(), mayBeLive: { type: 'boolean' } }),
      warnings: LIST,
    }),
  },
});

/** A post as `retry_failed` and the others answer it, without saying everything again. */
export const BRIEF_POST = open({ id: text(), status: text(), targets: LIST });

export const CREATED = {
  post: POST,
  replayed: { type: 'boolean' },
  idempotencyKey: text(),
  warnings: LIST,
} as const satisfies Properties;

export const POST_ID = text('post_…');
