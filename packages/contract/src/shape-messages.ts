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

/** For a value of another type than the enum's, Zod lists the enum as `'image' | 'video'`. */
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
 * Says what is wrong with a field, in the API's words: what was expected, and what was sent. The
 * validator's own messages never reach a caller.
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
      // Messages of our schemas. Issues without one get a general sentence instead of the
      // validator's.
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
