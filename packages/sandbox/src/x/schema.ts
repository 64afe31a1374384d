import { isObject } from '../read-json.ts';
import type { Complaint } from './answers.ts';

/** The error of a value at a path (`$.media.media_ids[0]`), in the words of X. */
export type Rule = (value: unknown, at: string) => readonly Complaint[];

const fine: readonly Complaint[] = [];

export function text(limits: { readonly pattern?: RegExp; readonly min?: number; readonly max?: number } = {}): Rule {
  return (value, at) => {
    if (typeof value !== 'string') return wrongType(value, at, 'string');
    if (limits.min !== undefined && Array.from(value).length < limits.min) {
      return [complaint(at, value, `must be at least ${limits.min} characters long`)];
    }
    if (limits.max !== undefined && Array.from(value).length > limits.max) {
      return [complaint(at, value, `must be at most ${limits.max} characters long`)];
    }
    if (limits.pattern && !limits.pattern.test(value)) {
      return [complaint(at, value, `does not match the regex pattern ${limits.pattern.source}`)];
    }
    return fine;
  };
}

export const numericId: Rule = text({ pattern: /^[0-9]{1,19}$/ });

export const flag: Rule = (value, at) => (typeof value === 'boolean' ? fine : wrongType(value, at, 'boolean'));

export function whole(min: number, max: number): Rule {
  return (value, at) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return wrongType(value, at, 'integer');
    if (value < min) return [complaint(at, String(value), `must have a minimum value of ${min}`)];
    return value > max ? [complaint(at, String(value), `must have a maximum value of ${max}`)] : fine;
  };
}

export function oneOf(values: readonly string[]): Rule {
  return (value, at) =>
    values.some((each) => each === value)
      ? fine
      : [complaint(at, String(value), `does not have a value in the enumeration [${values.join(', ')}]`)];
}

export function list(item: Rule, min: number, max: number): Rule {
  return (value, at) => {
    if (!Array.isArray(value)) return wrongType(value, at, 'array');
    if (value.length < min) return [complaint(at, '', `there must be a minimum of ${min} items in the array`)];
    if (value.length > max) return [complaint(at, '', `there must be a maximum of ${max} items in the array`)];
    return value.flatMap((each: unknown, index) => item(each, `${at}[${index}]`));
  };
}

/** An object with these fields and no others: `additionalProperties: false`. */
export function record(fields: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
  return fieldsRule(fields, required, false);
}

/** An object that may have further fields, which X ignores. */
export function openRecord(fields: Readonly<Record<string, Rule>>, required: readonly string[] = []): Rule {
  return fieldsRule(fields, required, true);
}

function fieldsRule(fields: Readonly<Record<string, Rule>>, required: readonly string[], isOpen: boolean): Rule {
  return (value, at) => {
    if (!isObject(value)) return wrongType(value, at, 'object');
    const lacking = required
      .filter((name) => value[name] === undefined)
      .map((name) => complaint(`${at}.${name}`, '', 'is missing but it is required'));
    const present = Object.entries(value).flatMap(([name, content]) => {
      const rule = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!rule && isOpen) return fine;
      if (!rule)
        return [
          complaint(
            `${at}.${name}`,
            '',
            'is not defined in the schema and the schema does not allow additional properties',
          ),
        ];
      return rule(content, `${at}.${name}`);
    });
    return [...lacking, ...present];
  };
}

function wrongType(value: unknown, at: string, expected: string): readonly Complaint[] {
  return [complaint(at, String(value), `${typeName(value)} found, ${expected} expected`)];
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function complaint(at: string, value: string, problem: string): Complaint {
  return { message: `${at}: ${problem}`, parameters: { [at]: [value] } };
}
