import type { IDataObject, ResourceMapperField } from 'n8n-workflow';

type Schema = {
  readonly type?: string;
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
};

/** A platform of `GET /platforms`. */
export type PlatformOptions = { readonly platform: string; readonly options: Schema };

const SEPARATOR = '__';

/**
 * A field of the node for each option that the server has on these platforms, so that an option
 * that is added to Fanfare needs no new version of the node.
 */
export function fieldsOf(platforms: readonly PlatformOptions[]): ResourceMapperField[] {
  return platforms.flatMap(({ platform, options }) =>
    Object.entries(options.properties ?? {}).flatMap(([name, schema]) =>
      // A block of options has the name of its platform, or of the software of a hub.
      schema.properties && (name === platform || platform === 'hub')
        ? Object.entries(schema.properties).map(([own, one]) => fieldOf([platform, name, own], one))
        : [fieldOf([platform, name], schema)],
    ),
  );
}

function fieldOf(path: readonly string[], schema: Schema): ResourceMapperField {
  const [platform = '', ...names] = path;
  const label = names.filter((name) => name !== platform).map(inWords);
  return {
    id: path.join(SEPARATOR),
    displayName: `${inWords(platform)}: ${label.join(' ')}`,
    required: false,
    defaultMatch: false,
    canBeUsedToMatch: false,
    display: true,
    removed: true,
    ...(schema.enum
      ? { type: 'options', options: schema.enum.map((value) => ({ name: value, value })) }
      : { type: TYPES[schema.type ?? ''] ?? 'string' }),
  };
}

const TYPES: Readonly<Record<string, ResourceMapperField['type']>> = {
  boolean: 'boolean',
  integer: 'number',
  number: 'number',
  array: 'array',
  object: 'object',
};

/** `shareToFeed` as “Share to feed”. */
const inWords = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return (words[0] ?? '').toUpperCase() + words.slice(1);
};

/** The fields of a target on this platform, from the values of the form. */
export function optionsOf(platform: string, values: Readonly<IDataObject>): IDataObject {
  const target: IDataObject = {};
  for (const [id, value] of Object.entries(values)) {
    const [own, ...path] = id.split(SEPARATOR);
    if (own !== platform || value === null || value === undefined || value === '') continue;
    const last = path.pop() ?? '';
    const block = path.reduce<IDataObject>((above, name) => {
      above[name] ??= {};
      return above[name] as IDataObject;
    }, target);
    block[last] = parsed(value);
  }
  return target;
}

/** A list or an object that was written as JSON. */
function parsed(value: IDataObject[string]): IDataObject[string] {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
