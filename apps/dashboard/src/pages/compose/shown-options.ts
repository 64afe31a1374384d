import type { TargetOptions } from '@fanfare/contract';
import type { ContentRules } from '@fanfare/rules';

type Schema = NonNullable<NonNullable<ContentRules['options']>[keyof TargetOptions]>;

/**
 * The options of a target as its preview shows them: each without the parts that are broken, so
 * that one that is half typed hides no other. Where only the server knows an option, it is as it
 * is.
 */
export const shownOptions = (asked: Readonly<Record<string, unknown>>, rules: ContentRules | undefined) =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => {
      const schema: Schema | undefined = rules?.options?.[name as keyof TargetOptions];
      const shown = schema ? withoutBroken(schema, value) : value;
      return shown === undefined ? [] : [[name, shown]];
    }),
  ) as TargetOptions;

function withoutBroken(schema: Schema, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const broken = new Set(
    parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.slice(0, 1))),
  );
  const rest = schema.safeParse(Object.fromEntries(Object.entries(value).filter(([name]) => !broken.has(name))));
  return rest.success ? rest.data : undefined;
}
