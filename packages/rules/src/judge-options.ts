import {
  type FieldError,
  fieldNames,
  formatPath,
  type Platform,
  TARGET_OPTIONS,
  type TargetOptions,
  toFieldErrors,
} from '@fanfare/contract';
import type { Author, ContentRules, Violation, Warning } from './content-rules.ts';
import { followUpRules } from './follow-ups.ts';

type Schema = Parameters<typeof toFieldErrors>[1];
type SchemaError = Parameters<typeof toFieldErrors>[0];

/**
 * Schemas of the options that a platform has. A schema may take less than that of the
 * contract: fewer fields, fewer values, tighter limits.
 */
export type OptionSchemas = { readonly [Name in keyof TargetOptions]: Schema };

/** The options of a target as they came; nobody has checked them. */
export type AskedOptions = Readonly<Record<string, unknown>>;

export type JudgedOptions = {
  /** Those that the platform has and that are right. */
  readonly options: TargetOptions;
  readonly violations: readonly Violation[];
  /** Fields that the block of the platform does not have: a misspelt one would be lost. */
  readonly unknown: readonly FieldError[];
  /** Those that it does not have, and fields and values that only other platforms have. */
  readonly warnings: readonly Warning[];
};

type Rules = Pick<ContentRules, 'platform' | 'options' | 'hubOptions' | 'withoutOption'>;

/**
 * Judges the options of a target by its platform, and those of hubs by the kind of the account's
 * hub: what it does not have is ignored with a warning, what is broken is a violation, and an
 * unknown field of its block is no option at all.
 *
 * @example
 * judgeOptions({ link: 'none' }, xRules).warnings; // [{ path: 'link', message: 'link has no effect on x.' }]
 */
export function judgeOptions(asked: AskedOptions, rules: Rules, author?: Author): JudgedOptions {
  const judged = Object.entries(asked)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => otherHub(name, rules, author) ?? judgeOption(name, value, rules));
  return {
    options: Object.fromEntries(judged.flatMap(({ option }) => (option ? [option] : []))),
    violations: judged.flatMap(({ violations = [] }) => violations),
    unknown: judged.flatMap(({ unknown = [] }) => unknown),
    warnings: judged.flatMap(({ warnings = [] }) => warnings),
  };
}

/** The rules of the options of a platform: one for each shared option and field of its block. */
export function optionRules(rules: Rules): readonly Named[] {
  const all = Object.entries(rules.options ?? {}) as [string, Schema][];
  const [blocks, shared] = [
    all.filter(([name]) => isBlock(name, rules)),
    all.filter(([name]) => !isBlock(name, rules)),
  ];
  const ofForm = (name: string, at: string) => ({
    name,
    summary: `\`${at}\` has the form that \`options\` describes.`,
  });
  return [
    ...shared.map(([name]) => ofForm(ruleOf(rules, name), name)),
    ...blocks.flatMap(([block, schema]) =>
      fieldNames(schema).map((field) =>
        ofForm(ruleOf(rules, field, block), block === rules.platform ? field : `${block}.${field}`),
      ),
    ),
    ...followUpRules(rules),
  ];
}

type Named = { readonly name: string; readonly summary: string };

type JudgedOption = Partial<Omit<JudgedOptions, 'options'>> & {
  readonly option?: readonly [name: string, value: unknown];
};

/** The options of another kind of hub than the account's. */
function otherHub(name: string, { hubOptions = [] }: Rules, author?: Author): JudgedOption | null {
  const type = author?.hub?.type ?? name;
  if (type === name || !hubOptions.includes(name)) return null;
  return { warnings: [{ path: name, message: `${name} has no effect on ${type}.` }] };
}

function judgeOption(name: string, value: unknown, rules: Rules): JudgedOption {
  const { platform } = rules;
  const own = schemaOf(rules.options, name);
  if (!own) {
    const message = rules.withoutOption?.[name as keyof TargetOptions] ?? `${name} has no effect on ${platform}.`;
    return { warnings: [{ path: name, message }] };
  }
  const broken = (error: SchemaError) => toProblems(rules, name, toFieldErrors(error, own));
  const whole = (schemaOf(TARGET_OPTIONS, name) ?? own).safeParse(value);
  if (!whole.success) return broken(whole.error);
  const first = own.safeParse(whole.data);
  if (first.success) return { option: [name, first.data] };
  // The contract takes the value, so these are of other platforms.
  const others = first.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...issue.path, key]);
    return issue.code === 'invalid_enum_value' ? [issue.path] : [];
  });
  const warnings = others.map((path) => toWarning(platform, [name, ...path], valueAt(whole.data, path)));
  const rest = others.reduce(without, whole.data);
  if (rest === undefined) return { warnings };
  const parsed = own.safeParse(rest);
  return parsed.success ? { option: [name, parsed.data], warnings } : { ...broken(parsed.error), warnings };
}

const schemaOf = (schemas: object | undefined, name: string): Schema | undefined =>
  schemas && Object.hasOwn(schemas, name) ? Reflect.get(schemas, name) : undefined;

/** The first field of a path below an option: `userTags` of `userTags[0].x`. */
const firstOf = (path: string): string => /^[^.[]*/.exec(path)![0];

function toProblems(rules: Rules, name: string, found: readonly FieldError[]): JudgedOption {
  const problems = found.map(({ path, message }) => {
    const at = path === '' ? name : `${name}${path.startsWith('[') ? '' : '.'}${path}`;
    return { path: at, message, rule: ruleAt(rules, name, firstOf(path)) };
  });
  return {
    violations: problems.flatMap(({ rule, ...problem }) => (rule === null ? [] : [{ rule, ...problem }])),
    unknown: problems.flatMap(({ rule, ...problem }) => (rule === null ? [problem] : [])),
  };
}

/** Returns the rule of an option, or of a field of a block; null for a field that it lacks. */
function ruleAt(rules: Rules, name: string, field: string): string | null {
  if (!isBlock(name, rules)) return ruleOf(rules, name);
  return fieldNames(schemaOf(rules.options, name)!).includes(field) ? ruleOf(rules, field, name) : null;
}

function toWarning(platform: Platform, path: readonly (string | number)[], value: unknown): Warning {
  const at = formatPath(path);
  const shown = typeof value === 'string' ? `${at} ${JSON.stringify(value)}` : at;
  return { path: at, message: `${shown} has no effect on ${platform}.` };
}

type Path = readonly (string | number)[];

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (isObject(inner) ? inner[step] : undefined), value);

/** The value without what is at the path; undefined without itself. */
function without(value: unknown, [step, ...rest]: Path): unknown {
  if (step === undefined || !isObject(value)) return undefined;
  const inner = without(value[step], rest);
  if (Array.isArray(value)) return value.map((entry, i) => (i === step ? inner : entry));
  const { [step]: _, ...others } = value;
  return inner === undefined ? others : { ...others, [step]: inner };
}

const isObject = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === 'object' && value !== null;

/** Options of the platform alone, or of one kind of hub. */
const isBlock = (name: string, { platform, hubOptions = [] }: Rules): boolean =>
  name === platform || hubOptions.includes(name);

/** `linkedin.visibility.invalid`; `hub.wordpress_title.invalid` in the block of a kind of hub. */
function ruleOf({ platform }: Rules, field: string, block: string = platform): string {
  const subject = block === platform ? field : `${block}.${field}`;
  return `${platform}.${subject.replaceAll(/[A-Z.]/g, (found) => (found === '.' ? '_' : `_${found.toLowerCase()}`))}.invalid`;
}
