import type { Account, JsonSchema, Platform, PlatformCapabilities } from '@fanfare/sdk';
import { CliError } from '../cli-error.ts';

/** A target that is being made. */
export type TargetDraft = Record<string, unknown> & { readonly platform: Platform; readonly accountId: string };

type Target = {
  readonly draft: TargetDraft;
  readonly account: { readonly platform: Platform; readonly hub?: Account['hub'] };
};

/** Fields that a target of every platform may have beside its options. */
const FIELDS: Readonly<Record<string, JsonSchema>> = {
  content: { type: 'string' },
  firstComment: { type: 'string' },
  aiGenerated: { type: 'boolean' },
  spaceSlug: { type: 'string' },
};

/**
 * Sets `--option` values: `replyControl=following` on every target whose platform has the option,
 * `x.replyControl=following` on those of X, `x.communityId=123` in the block of X. Names and types
 * are those of `GET /platforms`. Throws CliError with the names there are.
 */
export function setOptions(
  options: readonly string[],
  targets: readonly Target[],
  platforms: readonly PlatformCapabilities[],
): void {
  for (const option of options) {
    const at = option.indexOf('=');
    if (at < 1) throw new CliError(`--option ${option}: write it as name=value, such as x.communityId=123.`);
    setOption(option.slice(0, at).split('.'), option.slice(at + 1), targets, platforms);
  }
}

function setOption(
  name: readonly string[],
  text: string,
  targets: readonly Target[],
  platforms: readonly PlatformCapabilities[],
): void {
  let isSet = false;
  const known = new Set<string>();
  for (const { draft, account } of targets) {
    const schema = platforms.find(({ platform }) => platform === account.platform)?.options ?? {};
    for (const place of placesOf(schema, account)) {
      for (const each of Object.keys(place.properties)) known.add(place.label(each));
      const inner = place.match(name);
      const property = inner === null ? undefined : place.properties[inner];
      if (inner === null || property === undefined) continue;
      const value = readValue(name.join('.'), text, property);
      if (place.block === null) draft[inner] = value;
      else draft[place.block] = { ...(draft[place.block] as object | undefined), [inner]: value };
      isSet = true;
      break;
    }
  }
  if (!isSet)
    throw new CliError(
      `--option ${name.join('.')}: the platforms of this post have no such option. They have: ${[...known].toSorted().join(', ')}`,
    );
}

type Properties = Readonly<Record<string, JsonSchema>>;

type Place = {
  /** Name of the block; null for the target itself. */
  readonly block: string | null;
  readonly properties: Properties;
  label(property: string): string;
  /** The name inside of the place; null when it is elsewhere. */
  match(name: readonly string[]): string | null;
};

/**
 * Lists the places of options of a target: in the target, or in a block with the name of its
 * platform.
 */
function placesOf(schema: JsonSchema, { platform, hub }: Target['account']): Place[] {
  const all = propertiesOf(schema);
  const names = [platform, hub?.type].filter((name) => name !== undefined);
  const blocks = names.filter((name) => all[name] !== undefined);
  const shared = Object.entries({ ...FIELDS, ...all }).filter(([name]) => !isBlock(name, all));
  return [
    ...blocks.map(
      (block): Place => ({
        block,
        properties: propertiesOf(all[block] ?? {}),
        label: (property) => `${block}.${property}`,
        match: ([first, second, ...more]) =>
          first === block && second !== undefined && more.length === 0 ? second : null,
      }),
    ),
    {
      block: null,
      properties: Object.fromEntries(shared),
      label: (property) => property,
      match: ([first = '', second, ...more]) => {
        if (second === undefined) return first;
        return names.includes(first as never) && more.length === 0 ? second : null;
      },
    },
  ];
}

/** A block has no field that it needs; an option that is an object, such as `poll`, has. */
const isBlock = (name: string, all: Properties): boolean =>
  all[name]?.type === 'object' && all[name]?.required === undefined;

const propertiesOf = ({ properties = {} }: JsonSchema): Properties => properties as Properties;

function readValue(name: string, text: string, { type, enum: allowed, items }: JsonSchema): unknown {
  if (type === 'string') {
    if (Array.isArray(allowed) && !allowed.includes(text))
      throw new CliError(`--option ${name}: "${text}" is none of ${allowed.join(', ')}.`);
    return text;
  }
  const isList = type === 'array' && (items as JsonSchema | undefined)?.type === 'string';
  if (isList && !text.trimStart().startsWith('[')) return text.split(',').map((part) => part.trim());
  try {
    return JSON.parse(text);
  } catch {
    throw new CliError(`--option ${name}: the value is JSON of the type ${String(type)}, such as ${exampleOf(type)}.`);
  }
}

const exampleOf = (type: unknown): string =>
  ({ boolean: 'true', integer: '3', number: '0.5', array: '[{"…": 1}]' })[String(type)] ?? '{"…": 1}';
