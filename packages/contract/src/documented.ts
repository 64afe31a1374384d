import type { ZodTypeAny } from 'zod';

/** JSON Schema facts that a Zod schema cannot say by itself; only the OpenAPI writer reads them. */
export type SchemaNotes = {
  /** Name under `components.schemas`. */
  readonly title?: string;
  /** Sentence of the component itself; a field that uses it may have its own. */
  readonly 'x-about'?: string;
  /** Replaces the generated schema where the wire form differs (query parameters). */
  readonly 'x-wire'?: Readonly<Record<string, unknown>>;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
  /** Sets of fields of which exactly one must be present. */
  readonly 'x-one-of'?: readonly { readonly required: readonly string[] }[];
  /** Reason that null is refused in an optional field, where it otherwise means absent. */
  readonly 'x-never-null'?: string;
};

/**
 * Attaches notes to a schema made for this call; a later `.describe()` keeps them. The property
 * name is the one
 * @anatine/zod-openapi reads, so that schemas carry their notes without importing it.
 */
export function noted<T extends ZodTypeAny>(schema: T, notes: SchemaNotes): T {
  const describe = schema.describe;
  return Object.assign(schema, {
    metaOpenApi: notes,
    describe: (description: string): T => noted(describe(description), notes),
  });
}

/** The notes of a schema. */
export const notesOf = (schema: ZodTypeAny): SchemaNotes | undefined => Reflect.get(schema, 'metaOpenApi');

/**
 * Makes a schema a named component of the API description.
 *
 * @example
 * const AccountSchema = named('Account', 'A connected social account.', z.object({ id: z.string() }));
 */
export function named<T extends ZodTypeAny>(title: string, description: string, schema: T, notes: SchemaNotes = {}): T {
  return noted(schema.describe(description), { ...notes, title, 'x-about': description });
}
