import { isObject } from '../../read-json.ts';

/** The part of rest.li's data schemas that LinkedIn's bodies here need. */
export type Schema =
  | 'string'
  | 'boolean'
  | 'integer'
  | 'any'
  | { readonly symbols: readonly string[] }
  | { readonly items: Schema }
  | { readonly fields: Readonly<Record<string, Schema>>; readonly optional: readonly string[] }
  /** An object with exactly one of these keys. */
  | { readonly members: Readonly<Record<string, Schema>> };

/**
 * Checks a body and returns one line for each fault, worded like rest.li's own validator
 * (github.com/linkedin/rest.li, ValidateDataAgainstSchema, checked 2026-11). No line: it fits.
 */
export function schemaProblems(schema: Schema, value: unknown, path = ''): readonly string[] {
  const problem = (text: string) => [`ERROR :: ${path} :: ${text}`];
  if (schema === 'any') return [];
  if (schema === 'string')
    return typeof value === 'string' ? [] : problem(`${show(value)} cannot be coerced to String`);
  if (schema === 'boolean')
    return typeof value === 'boolean' ? [] : problem(`${show(value)} cannot be coerced to Boolean`);
  if (schema === 'integer')
    return Number.isSafeInteger(value) ? [] : problem(`${show(value)} cannot be coerced to Long`);
  if ('symbols' in schema) {
    return schema.symbols.some((symbol) => symbol === value) ? [] : problem(`"${String(value)}" is not an enum symbol`);
  }
  if ('items' in schema) {
    if (!Array.isArray(value)) return problem('array type is not backed by a DataList');
    return value.flatMap((item: unknown, index) => schemaProblems(schema.items, item, `${path}/${index}`));
  }
  if ('members' in schema) return unionProblems(schema.members, value, path);
  if (!isObject(value)) return problem('record type is not backed by a DataMap');
  const missing = Object.keys(schema.fields)
    .filter((name) => !Object.hasOwn(value, name) && !schema.optional.includes(name))
    .map((name) => `ERROR :: ${path}/${name} :: field is required but not found and has no default value`);
  const present = Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(schema.fields, name) ? schema.fields[name] : undefined;
    if (field === undefined) return [`ERROR :: ${path}/${name} :: unrecognized field found but not allowed`];
    return schemaProblems(field, inner, `${path}/${name}`);
  });
  return [...missing, ...present];
}

function unionProblems(members: Readonly<Record<string, Schema>>, value: unknown, path: string): readonly string[] {
  const problem = (text: string) => [`ERROR :: ${path} :: ${text}`];
  if (!isObject(value)) return problem('union type is not backed by a DataMap or null');
  const [entry, ...more] = Object.entries(value);
  if (entry === undefined) return problem('DataMap should have at least one entry for a union type');
  if (more.length > 0) return problem('DataMap should have no more than one entry for a union type');
  const [name, inner] = entry;
  const member = Object.hasOwn(members, name) ? members[name] : undefined;
  if (member === undefined)
    return problem(`"${name}" is not a member type of union [${Object.keys(members).join(', ')}]`);
  return schemaProblems(member, inner, `${path}/${name}`);
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
