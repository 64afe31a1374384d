import type { JsonSchema, PlatformCapabilities } from '@fanfare/sdk';

/** Parts that the form reads of the JSON Schema of an option, or of a part of one. */
export type OptionSchema = {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly items?: OptionSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
};

/** An option, the networks that have it, and how it is described. */
export type Option = {
  readonly name: string;
  readonly platforms: readonly string[];
  readonly schema: OptionSchema;
};

/** The networks of a post, and the kinds of its hubs. */
export type Chosen = { readonly platforms: readonly string[]; readonly hubTypes: readonly string[] };

const propertiesOf = (schema: JsonSchema) => (schema as OptionSchema).properties ?? {};

/**
 * The options of the chosen networks, each once. Networks that share one may take different parts
 * of it: the form shows the description that says the most, and the server names what has no
 * effect.
 */
export function optionsOf(
  platforms: readonly PlatformCapabilities[],
  chosen: Chosen,
  withoutField: ReadonlySet<string>,
): readonly Option[] {
  const found = new Map<string, Option>();
  for (const { platform, options } of platforms) {
    if (!chosen.platforms.includes(platform)) continue;
    for (const [name, schema] of Object.entries(propertiesOf(options))) {
      // The options of hubs are named by their kinds.
      if (platform === 'hub' && !chosen.hubTypes.includes(name)) continue;
      const known = found.get(name);
      const isFuller = !known || JSON.stringify(schema).length > JSON.stringify(known.schema).length;
      if (!withoutField.has(name))
        found.set(name, {
          name,
          platforms: [...(known?.platforms ?? []), platform],
          schema: isFuller ? schema : known.schema,
        });
    }
  }
  return [...found.values()];
}

/** `topicTag` and `topic_tag` as `Topic tag`. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The first sentence of a description, without the marks of code. */
export const hintOf = ({ description = '' }: OptionSchema): string => {
  const end = description.indexOf('. ');
  return (end < 0 ? description : description.slice(0, end + 1)).replaceAll('`', '');
};

/** The value without what was left empty; undefined for nothing. */
export function withoutEmpty(value: unknown): unknown {
  if (value === '' || value === null) return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(withoutEmpty).filter((item) => item !== undefined);
    return kept.length === 0 ? undefined : kept;
  }
  if (typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, inner]) => {
    const rest = withoutEmpty(inner);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
