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
  /** Those that it does not have, and fields and values that only other platforms have. */
  readonly warnings: readonly Warning[];
};

type Rules = Pick<ContentRules, 'platform' | 'options' | 'hubOptions' | 'withoutOption'>;

/**
 * Judges the options of a target by its platform, and those of hubs by the kind of the account's
 * hub: what it does not have is ignored with a warning, what is broken is a violation.
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
    ...blocks.flatMap(([block, schema]) => [
      ...fieldNames(schema).map((field) =>
        ofForm(ruleOf(rules, field, block), block === rules.platform ? field : `${block}.${field}`),
      ),
      {
        name: ruleOf(rules, 'options', block, 'unknown'),
        summary: `\`${block}\` has no other fields than \`options\` describes.`,
      },
    ]),
    ...followUpRules(rules),
  ];
}

type Named = { readonly name: string; readonly summary: string };

type JudgedOption = Partial<Pick<JudgedOptions, 'violations' | 'warnings'>> & {
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
  const broken = (error: SchemaError) => toFieldErrors(error, own).map((found) => toViolation(rules, name, found));
  const whole = (schemaOf(TARGET_OPTIONS, name) ?? own).safeParse(value);
  if (!whole.success) return { violations: broken(whole.error) };
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
  return parsed.success ? { option: [name, parsed.data], warnings } : { violations: broken(parsed.error), warnings };
}

const schemaOf = (schemas: object | undefined, name: string): Schema | undefined =>
  schemas && Object.hasOwn(schemas, name) ? Reflect.get(schemas, name) : undefined;

/** The first field of a path below an option: `userTags` of `userTags[0].x`. */
const firstOf = (path: string): string => /^[^.[]*/.exec(path)![0];

function toViolation(rules: Rules, name: string, { path, message }: FieldError): Violation {
  const at = path === '' ? name : `${name}${path.startsWith('[') ? '' : '.'}${path}`;
  if (!isBlock(name, rules)) return { rule: ruleOf(rules, name), path: at, message };
  const field = firstOf(path);
  const isKnown = fieldNames(schemaOf(rules.options, name)!).includes(field);
  const rule = isKnown ? ruleOf(rules, field, name) : ruleOf(rules, 'options', name, 'unknown');
  return { rule, path: at, message };
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
function ruleOf({ platform }: Rules, field: string, block: string = platform, broken = 'invalid'): string {
  const subject = block === platform ? field : `${block}.${field}`;
  return `${platform}.${subject.replaceAll(/[A-Z.]/g, (found) => (found === '.' ? '_' : `_${found.toLowerCase()}`))}.${broken}`;
}
