import { routesOf } from '@fanfare/contract';
import { buildOpenApi } from '@fanfare/contract/openapi';
import { code, json, page, table } from '../markdown.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};
type Media = { readonly schema?: Schema; readonly examples?: Readonly<Record<string, { readonly value: unknown }>> };
type Parameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
};
type Operation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly description: string; readonly content?: Readonly<Record<string, Media>> }
    >
  >;
};
type Description = {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
};

/** The pages about the API by path: an index, one page per tag, and one with every type. */
export function apiReference(): ReadonlyMap<string, string> {
  // The library's type names every version of OpenAPI; this is what ours writes.
  const description = buildOpenApi() as unknown as Description;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ title: `${method.toUpperCase()} ${path}`, operation })),
  );
  const of = (tag: string) => operations.filter(({ operation }) => operation.tags.includes(tag));
  const fileOf = (tag: string): string => `${tag.toLowerCase()}.md`;
  const index = page([
    '# API',
    `Version ${description.info.version}. Every route below; your server describes the same in [openapi.yaml](../../packages/contract/openapi.yaml), at ${code('/openapi.yaml')}, and shows it at ${code('/docs/explorer')}.`,
    ...description.tags.flatMap(({ name, description: about }) => [
      `## [${name}](${fileOf(name)})`,
      about,
      table(
        ['Route', ''],
        of(name).map(({ title, operation }) => [
          `[${code(title)}](${fileOf(name)}#${operation.operationId.toLowerCase()})`,
          operation.summary,
        ]),
      ),
    ]),
    '## [Types](types.md)',
    'Every object of requests and answers, with its fields.',
    // Its sections are one level below a section of this page.
    description.info.description.replaceAll(/^## /gm, '## '),
  ]);
  const tags = description.tags.map(({ name, description: about }) => {
    const sections = of(name).flatMap(({ title, operation }) => operationSection(description, title, operation));
    return [fileOf(name), page([`# ${name}`, about, ...sections])] as const;
  });
  return new Map([['README.md', index], ...tags, ['types.md', typesPage(description)]]);
}

function operationSection(description: Description, title: string, operation: Operation): readonly string[] {
  const parameters = (operation.parameters ?? []).map((one) => {
    const name = one.$ref?.split('/').at(-1);
    return name === undefined ? one : (description.components.parameters[name] ?? one);
  });
  const body = operation.requestBody?.content['application/json'];
  const answers = Object.entries(operation.responses).filter(([status]) => status < '400');
  return [
    `<a id="${operation.operationId.toLowerCase()}"></a>\n\n## ${operation.summary}`,
    code(title),
    operation.description,
    ...(parameters.length === 0
      ? []
      : [
          table(
            ['Parameter', 'In', 'Type', ''],
            parameters.map((one) => [code(one.name), one.in, typeOf(one.schema), oneLine(one.description ?? '')]),
          ),
        ]),
    ...(body?.schema ? [`**Body:** ${typeOf(body.schema)}`] : []),
    ...examplesOf(body).slice(0, 1),
    ...answers.flatMap(([status, answer]) => {
      const content = answer.content?.['application/json'];
      const type = content?.schema ? `: ${typeOf(content.schema)}` : '';
      return [`**${status}**${type}. ${oneLine(answer.description)}`, ...examplesOf(content).slice(0, 1)];
    }),
    `Errors: ${errorsOf(title)}.`,
  ];
}

const examplesOf = (media: Media | undefined): readonly string[] =>
  Object.values(media?.examples ?? {}).map(({ value }) => json(value));

function errorsOf(title: string): string {
  const { errorCodes = [] } =
    routesOf().find(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}` === title) ?? {};
  return errorCodes.map((name) => `[${code(name)}](../errors.md#${name})`).join(', ');
}

function typesPage({ components }: Description): string {
  const sections = Object.entries(components.schemas).flatMap(([name, schema]) => [
    `<a id="${name.toLowerCase()}"></a>\n\n## ${name}`,
    oneLine(schema.description ?? ''),
    ...(schema.enum ? [`One of ${schema.enum.map((value) => code(String(value))).join(', ')}.`] : []),
    ...fieldsOf(schema),
    ...((schema.oneOf ?? schema.anyOf)
      ? [`One of: ${(schema.oneOf ?? schema.anyOf ?? []).map(typeOf).join(', ')}.`]
      : []),
  ]);
  return page([
    '# Types',
    'Every object of requests and answers, with its fields.',
    ...sections.filter((text) => text !== ''),
  ]);
}

function fieldsOf(schema: Schema): readonly string[] {
  const all = [schema, ...(schema.allOf ?? [])];
  const required = new Set(all.flatMap((one) => one.required ?? []));
  const rows = all.flatMap((one) =>
    Object.entries(one.properties ?? {}).map(([name, field]) => [
      code(name),
      typeOf(field),
      required.has(name) ? 'yes' : 'no',
      oneLine(field.description ?? ''),
    ]),
  );
  return rows.length === 0 ? [] : [table(['Field', 'Type', 'Always there', ''], rows)];
}

/** A type in one cell of a table, with links to the types that have a name. */
function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return `[${code(name)}](types.md#${name.toLowerCase()})`;
  }
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return several.map(typeOf).join(' or ');
  if (schema.allOf) return schema.allOf.map(typeOf).join(' and ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(' or ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return types.map((type) => (type === 'string' && schema.format ? schema.format : type)).join(' or ');
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/g, ' ');
