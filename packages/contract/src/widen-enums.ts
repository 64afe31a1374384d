import { z } from 'zod';
import { noted, notesOf } from './documented.ts';

/** By the list an enum was made of: the values it takes beside them. */
export type Wider = ReadonlyMap<readonly string[], readonly string[]>;

/**
 * The same schema with wider enums wherever they stand in it; the very same object where none does.
 * An enum is known by the list it was made of, so that its descriptions and notes do not matter,
 * and keeps them. `extend` may replace a schema before it is looked into.
 *
 * @example
 * const widen = widenEnums(new Map([[PLATFORMS, ['mastodon']]]));
 * widen(AccountSchema).parse(account).platform; // 'mastodon'
 */
export function widenEnums(wider: Wider, extend: Widen = (schema) => schema): Widen {
  const known = new Map<z.ZodTypeAny, z.ZodTypeAny>();
  const widen = (schema: z.ZodTypeAny): z.ZodTypeAny => {
    const before = known.get(schema);
    if (before) return before;
    const after = withWider(extend(schema), wider, widen);
    known.set(schema, after);
    return after;
  };
  return widen;
}

type Widen = (schema: z.ZodTypeAny) => z.ZodTypeAny;

function withWider(schema: z.ZodTypeAny, wider: Wider, widen: Widen): z.ZodTypeAny {
  if (schema instanceof z.ZodEnum) {
    const more = wider.get(schema.options) ?? [];
    return more.length === 0 ? schema : remade(schema, { values: [...schema.options, ...more] });
  }
  if (schema instanceof z.ZodObject) {
    const before: Record<string, z.ZodTypeAny> = schema.shape;
    const shape = Object.fromEntries(Object.entries(before).map(([name, field]) => [name, widen(field)]));
    const isSame = Object.entries(shape).every(([name, field]) => field === before[name]);
    return isSame ? schema : remade(schema, { shape: () => shape });
  }
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const before: readonly z.ZodTypeAny[] = schema.options;
    const options = before.map(widen);
    if (options.every((option, at) => option === before[at])) return schema;
    // The literals that distinguish the options stay as they are.
    const optionsMap = new Map(before.map((option, at) => [option, options[at]] as const));
    const byValue = [...schema.optionsMap].map(([value, option]) => [value, optionsMap.get(option)] as const);
    return remade(schema, { options, optionsMap: new Map(byValue) });
  }
  if (schema instanceof z.ZodUnion) {
    const before: readonly z.ZodTypeAny[] = schema.options;
    const options = before.map(widen);
    return options.every((option, at) => option === before[at]) ? schema : remade(schema, { options });
  }
  if (schema instanceof z.ZodArray) return withInner(schema, 'type', schema.element, widen);
  if (schema instanceof z.ZodRecord) return withInner(schema, 'valueType', schema.valueSchema, widen);
  if (schema instanceof z.ZodEffects) return withInner(schema, 'schema', schema.innerType(), widen);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return withInner(schema, 'innerType', schema.unwrap(), widen);
  if (schema instanceof z.ZodDefault) return withInner(schema, 'innerType', schema.removeDefault(), widen);
  if (LEAVES.some((leaf) => schema instanceof leaf)) return schema;
  throw new Error(`a schema of the kind ${schema._def.typeName} cannot be looked into for enums`);
}

/** Kinds that hold no other schema. An unknown kind throws: an enum in it would stay narrow. */
const LEAVES = [
  z.ZodString,
  z.ZodNumber,
  z.ZodBoolean,
  z.ZodLiteral,
  z.ZodUndefined,
  z.ZodNull,
  z.ZodUnknown,
  z.ZodDate,
];

function withInner(schema: z.ZodTypeAny, name: string, inner: z.ZodTypeAny, widen: Widen): z.ZodTypeAny {
  const wide = widen(inner);
  return wide === inner ? schema : remade(schema, { [name]: wide });
}

/** A schema of the same kind with a changed definition, and the notes of the first. */
function remade(schema: z.ZodTypeAny, change: Readonly<Record<string, unknown>>): z.ZodTypeAny {
  const copy: z.ZodTypeAny = Reflect.construct(schema.constructor, [{ ...schema._def, ...change }]);
  const notes = notesOf(schema);
  return notes === undefined ? copy : noted(copy, notes);
}
