import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

/** The part of an OpenAPI 3.1 schema that the contract uses. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: (string | number | boolean | null)[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  discriminator?: { mapping: Record<string, string> };
};

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Content = Record<string, { schema: Schema }>;

export type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};

export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

/** The checked-in description of the API. */
export function readOpenApi(): OpenApiDocument {
  const file = createRequire(import.meta.url).resolve('@fanfare/contract/openapi.yaml');
  return parse(readFileSync(file, 'utf8'));
}

/** The last part of a reference. */
export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The description as lines of at most so many characters, as a Python docstring at an indent. */
export function docstring(text: string | undefined, indent: string, width = 98): string {
  if (!text) return '';
  const clean = text.trim().replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const quoted = clean.endsWith('"') ? `${clean} ` : clean;
  if (!quoted.includes('\n') && indent.length + quoted.length + 6 <= width) return `${indent}"""${quoted}"""\n`;
  const lines = quoted.split('\n').flatMap((line) => wrap(line, width - indent.length - 3));
  const [first, ...rest] = lines;
  return `${indent}"""${[first, ...rest.map((line) => (line ? indent + line : ''))].join('\n')}\n${indent}"""\n`;
}

function wrap(line: string, width: number): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = word;
    else if (last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
