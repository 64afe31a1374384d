import type { ZodIssue } from 'zod';
import type { RequestPart } from './unknown-fields.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  float: 'a number with a fraction',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
  nan: 'not a number',
};

const MAX_SHOWN_CHARS = 40;
const STOCK = ['Invalid input', 'Required', ''];

const oneOf = (options: readonly unknown[]): string =>
  `one of ${options.map((option) => `\`${String(option)}\``).join(', ')}`;

/** An enum given as another type names its values like `'image' | 'video'`. */
const expectedOf = (expected: string): string =>
  expected.startsWith("'")
    ? oneOf(expected.split(' | ').map((option) => option.slice(1, -1)))
    : (KINDS[expected] ?? expected);

const shown = (value: unknown): string => {
  const text = [...String(value).slice(0, 2 * MAX_SHOWN_CHARS + 2)];
  return JSON.stringify(text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS).join('')}…` : text.join(''));
};

const count = (number: number | bigint, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/**
 * What is wrong with a field, in the API's own words: what was expected, and what came. None of the validator's own sentences reaches a caller.
 *
 * @example
 * shapeMessage({ code: 'invalid_type', expected: 'array', received: 'string', path: ['platforms'], message: '…' }, 'body'); // 'Must be a list, not a string.'
 */
export function shapeMessage(issue: ZodIssue, part: RequestPart): string {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = expectedOf(issue.expected);
      if (issue.received === 'undefined') return `Is missing; must be ${expected}.`;
      if (part === 'query' && issue.received === 'array') return 'Must be given once, not several times.';
      return `Must be ${expected}, not ${KINDS[issue.received] ?? issue.received}.`;
    }
    case 'invalid_enum_value':
      return `Must be ${oneOf(issue.options)}, not ${shown(issue.received)}.`;
    case 'invalid_literal':
      return `Must be \`${String(issue.expected)}\`.`;
    case 'too_small':
      return tooSmall(issue.type, issue.minimum);
    case 'too_big':
      return tooBig(issue.type, issue.maximum);
    case 'not_finite':
      return 'Must be a finite number.';
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.multipleOf}.`;
    default:
      // Messages that the schemas wrote themselves. What is left has no words of its own, and none of the validator's.
      return STOCK.includes(issue.message) || issue.code === 'invalid_string'
        ? 'Does not have the documented form.'
        : issue.message;
  }
}

function tooSmall(type: string, minimum: number | bigint): string {
  if (type === 'array') return `Must have at least ${count(minimum, 'entry', 'entries')}.`;
  if (type === 'string') return `Must have at least ${count(minimum, 'character', 'characters')}.`;
  return `Must be at least ${minimum}.`;
}

function tooBig(type: string, maximum: number | bigint): string {
  if (type === 'array') return `Must have at most ${count(maximum, 'entry', 'entries')}.`;
  if (type === 'string') return `Must have at most ${count(maximum, 'character', 'characters')}.`;
  return `Must be at most ${maximum}.`;
}
