import { z } from 'zod';

/** A schema that describes a value and takes any: what parses is what came. */
class JudgedByRules<Schema extends z.ZodTypeAny> extends z.ZodEffects<Schema> {
  override _parse({ data }: z.ParseInput): z.ParseReturnType<z.output<Schema>> {
    return z.OK(data);
  }
}

/**
 * An optional field of a request that only the rules of its platform judge: a platform without the
 * option ignores whatever is in it, and a platform that has it answers `invalid_post` for a broken
 * value. Types and the API description are those of the schema.
 *
 * @example
 * const shape = { poll: judgedByRules(PollSchema) };
 * z.object(shape).parse({ poll: 'not a poll' }); // { poll: 'not a poll' }
 */
export function judgedByRules<Schema extends z.ZodTypeAny>(schema: Schema): z.ZodOptional<z.ZodEffects<Schema>> {
  const typeName = z.ZodFirstPartyTypeKind.ZodEffects;
  return new JudgedByRules<Schema>({
    schema,
    typeName,
    effect: { type: 'refinement', refinement: () => undefined },
  }).optional();
}
