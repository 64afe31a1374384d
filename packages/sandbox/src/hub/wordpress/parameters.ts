import type { JsonObject } from '../../read-json.ts';
import { type Answer, refusal } from './answer.ts';

// Checks and messages of WordPress 6.1.9, wp-includes/rest-api.php and class-wp-rest-request.php,
// checked 2026-11.

type Problem = { readonly code: string; readonly message: string; readonly data: unknown };
type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** Reads one parameter, or says what is wrong with it. */
export type Rule<T> = (value: unknown, name: string) => Read<T>;
type Rules = Readonly<Record<string, Rule<unknown>>>;
type ValueOf<R> = R extends Rule<infer T> ? T : never;
export type Values<R extends Rules> = { readonly [Name in keyof R]?: ValueOf<R[Name]> };

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: Answer };

/** Reads parameters by rules and ignores others. Wrong ones answer 400 together. */
export function checkParams<R extends Rules>(params: JsonObject, rules: R): Checked<Values<R>> {
  const values: Record<string, unknown> = {};
  const problems: Record<string, Problem> = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (params[name] === undefined) continue;
    const read = rule(params[name], name);
    if (read.ok) values[name] = read.value;
    else problems[name] = read.problem;
  }
  const names = Object.keys(problems);
  if (names.length > 0) return { ok: false, answer: invalidParams(problems) };
  // Each value was read by the rule of its name.
  return { ok: true, value: values as Values<R> };
}

function invalidParams(problems: Readonly<Record<string, Problem>>): Answer {
  const params = Object.fromEntries(Object.entries(problems).map(([name, { message }]) => [name, message]));
  return refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${Object.keys(problems).join(', ')}`, {
    params,
    details: problems,
  });
}

export function missingParams(...names: readonly string[]): Answer {
  return refusal(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, { params: names });
}

export const text: Rule<string> = (value, name) =>
  typeof value === 'string' ? good(value) : wrongType(name, 'string');

/** `title` and `content` come as a text or as `{ raw }`. */
export const rawText: Rule<string> = (value, name) => {
  if (typeof value === 'string') return good(value);
  const raw = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : undefined;
  return typeof raw === 'string' ? good(raw) : wrongType(name, 'object');
};

export function whole(bounds: { readonly min?: number; readonly max?: number } = {}): Rule<number> {
  return (value, name) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) return wrongType(name, 'integer');
    const { min, max } = bounds;
    if (min !== undefined && max !== undefined && (number < min || number > max))
      return bad('rest_out_of_bounds', `${name} must be between ${min} (inclusive) and ${max} (inclusive)`);
    if (min !== undefined && number < min)
      return bad('rest_out_of_bounds', `${name} must be greater than or equal to ${min}`);
    return good(number);
  };
}

export const flag: Rule<boolean> = (value, name) => {
  if ([true, 1, '1', 'true'].some((each) => each === value)) return good(true);
  if ([false, 0, '0', 'false', ''].some((each) => each === value)) return good(false);
  return wrongType(name, 'boolean');
};

export function oneOf<T extends string>(choices: readonly T[]): Rule<T> {
  return (value, name) => {
    const found = choices.find((choice) => choice === value);
    return found === undefined ? bad('rest_not_in_enum', `${name} is not one of ${listed(choices)}.`) : good(found);
  };
}

/** `1,2`, `[1, 2]` and `1` alone. */
export const wholeList: Rule<readonly number[]> = (value, name) => {
  const numbers: number[] = [];
  for (const [index, each] of toList(value).entries()) {
    const read = whole()(each, `${name}[${index}]`);
    if (!read.ok) return read;
    numbers.push(read.value);
  }
  return good(numbers);
};

export const textList: Rule<readonly string[]> = (value) => good(toList(value).map(String));

/** ISO 8601, to milliseconds. The hub's own time zone is UTC. */
export const dateTime: Rule<number> = (value, name) => {
  const local = typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(value) ? value : null;
  const zoned = local === null || /(Z|[+-]\d\d:?\d\d)$/.test(local) ? local : `${local}Z`;
  const ms = zoned === null ? Number.NaN : Date.parse(zoned.replace(' ', 'T'));
  return Number.isNaN(ms) ? bad('rest_invalid_date', `Invalid date.`, name) : good(ms);
};

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(/[\s,]+/).filter((part) => part !== '') : [value];
}

function listed(choices: readonly string[]): string {
  return `${choices.slice(0, -1).join(', ')}, and ${choices.at(-1)}`;
}

function good<T>(value: T): Read<T> {
  return { ok: true, value };
}

function bad(code: string, message: string, param?: string): Read<never> {
  return { ok: false, problem: { code, message, data: param === undefined ? null : { param } } };
}

function wrongType(name: string, type: string): Read<never> {
  return bad('rest_invalid_type', `${name} is not of type ${type}.`, name);
}
