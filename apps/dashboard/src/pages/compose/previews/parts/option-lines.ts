import type { JsonSchema } from '@fanfare/sdk';
import { labelOf, type OptionSchema } from '../../options/option-schema.ts';

export type OptionLine = { readonly path: string; readonly label: string; readonly value: string };

/**
 * The options that a preview does not draw, each as a line. Options that the network does not
 * describe have no effect there and no line.
 *
 * @example
 * optionLines({ threads: { allowedCountries: ['DE', 'AT'] } }, [], undefined);
 * // [{ path: 'threads.allowedCountries', label: 'Allowed countries', value: 'DE, AT' }]
 */
export function optionLines(
  options: Readonly<Record<string, unknown>>,
  draws: readonly string[],
  schema: JsonSchema | undefined,
): readonly OptionLine[] {
  const { properties } = (schema ?? {}) as OptionSchema;
  return Object.entries(options)
    .filter(([name]) => !draws.includes(name) && (properties === undefined || Object.hasOwn(properties, name)))
    .flatMap(([name, value]) =>
      isObject(value)
        ? Object.entries(value)
            .filter(([inner]) => !draws.includes(`${name}.${inner}`))
            .map(([inner, part]) => ({ path: `${name}.${inner}`, label: labelOf(inner), value: wordsOf(part) }))
        : [{ path: name, label: labelOf(name), value: wordsOf(value) }],
    );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(wordsOf).join(', ');
  if (isObject(value)) return Object.values(value).map(wordsOf).join(' ');
  return String(value);
}
