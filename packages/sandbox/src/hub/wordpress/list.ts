import type { JsonObject } from '../../read-json.ts';
import { type Answer, ok } from './answer.ts';
import { pickFields } from './fields.ts';
import { oneOf, text, whole } from './parameters.ts';

export const context = oneOf(['view', 'embed', 'edit']);

/** Parameters of every list. */
export const listRules = {
  context,
  page: whole({ min: 1 }),
  per_page: whole({ min: 1, max: 100 }),
  search: text,
  order: oneOf(['asc', 'desc']),
};

export type Page = {
  readonly page?: number | undefined;
  readonly per_page?: number | undefined;
  readonly offset?: number | undefined;
};

export function startOf({ page = 1, per_page = 10, offset }: Page): number {
  return offset ?? (page - 1) * per_page;
}

/** One page of a list, with the headers that say how many there are. */
export function listAnswer(
  items: readonly JsonObject[],
  {
    total,
    per_page = 10,
    fields,
  }: { readonly total: number; readonly per_page?: number | undefined; readonly fields: unknown },
): Answer {
  return ok(
    items.map((item) => pickFields(item, fields)),
    { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(Math.ceil(total / per_page)) },
  );
}

export function matches(search: string | undefined, ...texts: readonly string[]): boolean {
  return search === undefined || texts.some((each) => each.toLowerCase().includes(search.toLowerCase()));
}
