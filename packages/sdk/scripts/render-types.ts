import type { OpenApiDocument, Schema } from './openapi-document.ts';
import { ALTERNATIVES, DESCRIBED, EXTENDED, isRequest } from './refinements.ts';

type Field = { readonly key: string; readonly schema: Schema; readonly optional: boolean; readonly type?: string };

const pascal = (name: string): string => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const doc = (text: string | undefined, indent = ''): string => (text ? `${indent}/** ${text.trim()} */\n` : '');
const quote = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** A field that is given. Null would mean absent; in TypeScript you leave it out. */
const withoutNull = ({ anyOf, ...schema }: Schema): Schema => ({
  ...schema,
  ...anyOf?.find(({ type }) => type !== 'null'),
  ...(Array.isArray(schema.type) && { type: schema.type.filter((type) => type !== 'null') }),
  ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
});

/** The names of the schemas that one is a union of; none where it is no such union. */
const variantsOf = (schema: Schema | undefined): string[] =>
  (schema?.oneOf ?? []).flatMap(({ $ref }) => ($ref === undefined ? [] : [refName($ref)]));

/** The named types of schemas and of lists' parameters, as a TypeScript file. */
export function renderTypes(document: OpenApiDocument, connectFailureReasons: readonly string[]): string {
  const { schemas } = document.components;
  const out: string[] = [];
  const declare = (text: string): void => void out.push(text);

  /** The type of a value; an object that is not a named schema is declared under `name`. */
  const typeOf = (schema: Schema, name: string, request: boolean): string => {
    if (schema.$ref) return refName(schema.$ref);
    if (schema.anyOf) return schema.anyOf.map((part) => typeOf(part, name, request)).join(' | ');
    if (schema.enum) return schema.enum.map(quote).join(' | ');
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    const parts = types.map((type) => {
      if (type === 'object' && schema.additionalProperties)
        return Object.keys(schema.additionalProperties).length > 0
          ? 'Record<string, string>'
          : 'Record<string, unknown>';
      if (type === 'object') {
        declareObject(name, schema);
        return name;
      }
      if (type === 'array') {
        const { items = {} } = schema;
        const described = { description: `One of \`${name}\`.`, ...items };
        const item = typeOf(described, name.replace(/s$/, ''), request);
        return `${request ? 'readonly ' : ''}${item.includes(' ') ? `(${item})` : item}[]`;
      }
      if (type === 'integer') return 'number';
      if (type === 'string' && schema.format === 'date-time' && request) return 'string | Date';
      if (type === 'string' || type === 'number' || type === 'boolean' || type === 'null') return type;
      throw new Error(`${name}: type ${type} is not known`);
    });
    return parts.join(' | ');
  };

  const fieldsOf = (schema: Schema): Field[] =>
    Object.entries(schema.properties ?? {}).map(([key, field]) => ({
      key,
      schema: field,
      optional: !schema.required?.includes(key),
    }));

  const declareFields = (
    name: string,
    description: string | undefined,
    fields: readonly Field[],
    request = isRequest(name),
  ): void => {
    const lines = fields.map(({ key, schema, optional, type }) => {
      const given = request ? withoutNull(schema) : schema;
      const text = type ?? typeOf(given, `${name}${pascal(key[0]!.toUpperCase() + key.slice(1))}`, request);
      return `${doc(DESCRIBED[`${name}.${key}`] ?? schema.description, '  ')}  ${key}${optional ? '?' : ''}: ${text};\n`;
    });
    declare(`${doc(description)}export interface ${name} {\n${lines.join('')}}\n`);
  };

  const declareObject = (name: string, schema: Schema): void =>
    declareFields(name, schema.description, fieldsOf(schema));

  const declareAlternatives = (name: string, schema: Schema): void => {
    const sets = (schema.oneOf ?? []).map(({ required = [] }) => required);
    const names = ALTERNATIVES[name] ?? [];
    if (names.length !== sets.length) throw new Error(`${name} has ${sets.length} alternatives, each needs a name`);
    for (const [index, own] of names.entries()) {
      const mine = sets[index] ?? [];
      const others = sets.flat().filter((key) => !mine.includes(key));
      const given = mine.map((key) => `\`${key}\``).join(' and ');
      const fields = fieldsOf(schema).map((field): Field => {
        if (others.includes(field.key)) {
          return { ...field, schema: { description: `Not together with ${given}.` }, type: 'never' };
        }
        return mine.includes(field.key) ? { ...field, optional: false } : field;
      });
      declareFields(own, `A \`${name}\` with ${given}.`, fields, true);
    }
    declare(`${doc(schema.description)}export type ${name} = ${names.join(' | ')};\n`);
  };

  for (const [name, schema] of Object.entries(schemas)) {
    if (name === 'Platform') declarePlatforms(schemas, declare);
    else if (name === 'OAuthPlatform') continue;
    else if (name === 'HubType') declareHubTypes(schema, declare);
    else if (schema.enum)
      declare(`${doc(schema.description)}export type ${name} = ${schema.enum.map(quote).join(' | ')};\n`);
    else if (variantsOf(schema).length > 0)
      declare(`${doc(schema.description)}export type ${name} = ${variantsOf(schema).join(' | ')};\n`);
    else if (schema.additionalProperties && !schema.properties)
      declare(`${doc(schema.description)}export type ${name} = ${typeOf(schema, name, false)};\n`);
    else if (EXTENDED[name]) {
      const { base, rest } = EXTENDED[name];
      const added = fieldsOf(schema).filter(
        ({ key }) => !schemas[variantsOf(schemas[base])[0] ?? base]?.properties?.[key],
      );
      declareFields(rest, `What ${name} adds to ${base}.`, added);
      declare(`${doc(schema.description)}export type ${name} = ${base} & ${rest};\n`);
    } else if (schema.oneOf) declareAlternatives(name, schema);
    else declareObject(name, schema);
  }
  for (const { operationId, summary, parameters = [] } of Object.values(document.paths).flatMap(
    ({ get }) => get ?? [],
  )) {
    const query = parameters.filter((parameter) => parameter.in === 'query');
    if (query.length === 0) continue;
    const fields = query.map(({ name, description, required, schema }) => ({
      key: name,
      schema: { ...schema, ...(description && { description }) },
      optional: !required,
    }));
    declareFields(`${operationId[0]!.toUpperCase()}${operationId.slice(1)}Params`, `Filters of “${summary}”.`, fields);
  }
  const reasons = connectFailureReasons.map(quote).join(' | ');
  declare(
    `/** Reason that connecting an account failed: the \`reason\` of the redirect. */\nexport type ConnectFailureReason = ${reasons};\n`,
  );
  return `// Written by \`pnpm golden\` from openapi.yaml.\n\n${out.join('\n')}`;
}

/** Platforms are an interface: an installation that adds a network declares its name. */
function declarePlatforms(schemas: Record<string, Schema>, declare: (text: string) => void): void {
  const oauth = schemas.OAuthPlatform?.enum ?? [];
  const names = (schemas.Platform?.enum ?? []).map((name) =>
    oauth.includes(name)
      ? `  /** Connected by \`accounts.connect\`. */\n  ${name}: 'oauth';\n`
      : `  /** Connected by \`accounts.connectHub\`. */\n  ${name}: 'key';\n`,
  );
  declare(`/**
 * Every platform, and how its accounts are connected. An installation that adds a network declares
 * the name:
 * \`declare module '@fanfare/sdk' { interface PlatformNames { mastodon: 'oauth' } }\`.
 */
export interface PlatformNames {\n${names.join('')}}\n`);
  declare(`${doc(schemas.Platform?.description)}export type Platform = keyof PlatformNames;\n`);
  declare(`${doc(schemas.OAuthPlatform?.description)}export type OAuthPlatform = {
  [Name in Platform]: PlatformNames[Name] extends 'oauth' ? Name : never;
}[Platform];\n`);
}

/** Types of hubs are an interface too: an installation that adds a hub driver declares its type. */
function declareHubTypes(schema: Schema, declare: (text: string) => void): void {
  const names = (schema.enum ?? []).map(
    (name) => `  /** A kind of hub that every installation can publish to. */\n  ${name}: true;\n`,
  );
  declare(`/**
 * Every kind of hub. An installation that adds a hub driver declares its type:
 * \`declare module '@fanfare/sdk' { interface HubTypeNames { humhub: true } }\`.
 */
export interface HubTypeNames {\n${names.join('')}}\n`);
  declare(`${doc(schema.description)}export type HubType = keyof HubTypeNames;\n`);
}
