import {
  docstring,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  refName,
  type Schema,
} from './openapi-document.ts';
import { parameterType } from './render-types.ts';

/**
 * Calls that are not idempotent and have no key: sent again only when the server certainly did
 * nothing. The same as `onlyOnce` in the SDK.
 */
export const ONLY_ONCE: readonly string[] = [
  'connectAccount',
  'connectHubAccount',
  'createWebhook',
  'rotateWebhookSecret',
  'replayWebhook',
];

const snake = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replaceAll('-', '_');

const NAMES: Readonly<Record<string, string>> = { id: 'id_' };
const argument = ({ name }: Parameter): string => NAMES[name] ?? snake(name);

/** Parameters of the next page, with the end of the list. */
const NEXT: Readonly<Record<string, { readonly last: string }>> = {
  cursor: { last: 'page["nextCursor"] is None' },
  after: { last: 'not page["hasMore"]' },
};

/** A method for each operation of the API, as a Python module. */
export function renderOperations(document: OpenApiDocument): string {
  const methods: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (answerOf(operation) === null) continue;
      methods.push(renderMethod(document, method, path, operation));
      const pages = renderPages(document, operation);
      if (pages) methods.push(pages);
    }
  }
  const types = [...new Set(methods.join('').match(/\bt\.[A-Za-z]+/g))].length;
  if (types === 0) throw new Error('No operation has a type.');
  return `# Written by \`pnpm golden\` from openapi.yaml.
"""A method for each operation of the API."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from . import types as t
from ._transport import Transport


class Operations(Transport):
    """The operations of the API, named as in its description."""

${methods.join('\n')}`;
}

/** The schema of the answer; null for a stream. */
function answerOf(operation: Operation): string | null {
  const ok = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = ok?.content?.['application/json']?.schema;
  return schema?.$ref ? refName(schema.$ref) : null;
}

const parametersOf = (document: OpenApiDocument, operation: Operation): Parameter[] =>
  (operation.parameters ?? []).map((one) => ('$ref' in one ? document.components.parameters[refName(one.$ref)]! : one));

const typed = (schema: Schema): string => parameterType(schema).replace(/^[A-Z][A-Za-z]+$/, 't.$&');

function renderMethod(document: OpenApiDocument, method: string, path: string, operation: Operation): string {
  const parameters = parametersOf(document, operation);
  const inPath = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query');
  const isKeyed = parameters.some((one) => one.name === 'Idempotency-Key');
  const content = operation.requestBody?.content ?? {};
  const json = content['application/json']?.schema;
  const isBytes = 'application/octet-stream' in content;
  const body = json?.$ref ? `t.${refName(json.$ref)}` : null;
  const isOptional = operation.requestBody?.required === false;
  const signature = [
    'self',
    ...inPath.map((one) => `${argument(one)}: str`),
    ...(body ? [`body: ${body}${isOptional ? ' | None = None' : ''}`] : []),
    ...(isBytes ? ['body: bytes'] : []),
    '*',
    ...query.map((one) => `${argument(one)}: ${typed(one.schema)}${one.required ? '' : ' | None = None'}`),
    ...(isKeyed ? ['idempotency_key: str | None = None'] : []),
    'timeout: float | None = None',
  ];
  const route = path.replace(/\{(\w+)\}/g, (_, name: string) => `{self._part(${NAMES[name] ?? snake(name)})}`);
  const given = [
    `"${method.toUpperCase()}"`,
    `${route === path ? '' : 'f'}"${route.replace('/api/v1', '')}"`,
    ...(query.length > 0 ? [`query={${query.map((one) => `"${one.name}": ${argument(one)}`).join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(isBytes ? ['data=body'] : []),
    ...(isKeyed ? ['idempotency_key=idempotency_key or self._new_key()'] : []),
    ...(ONLY_ONCE.includes(operation.operationId) ? ['only_once=True'] : []),
    'timeout=timeout',
  ];
  const described = [
    ...[...inPath, ...query].map((one) => `\`${argument(one)}\`: ${one.description}`),
    ...(isKeyed ? ['`idempotency_key`: made when there is none, and kept over the retries of this call.'] : []),
  ];
  const text = [
    `${operation.summary}.`,
    '',
    operation.description ?? '',
    ...(described.length ? ['', ...described] : []),
  ];
  return `    def ${snake(operation.operationId)}(
${signature.map((one) => `        ${one},\n`).join('')}    ) -> t.${answerOf(operation)}:
${docstring(text.join('\n'), '        ')}        answer: t.${answerOf(operation)} = self._send(
${given.map((one) => `            ${one},\n`).join('')}        )
        return answer
`;
}

/** A method that goes through all pages of a list; null for an operation without pages. */
function renderPages(document: OpenApiDocument, operation: Operation): string | null {
  const parameters = parametersOf(document, operation);
  const next = parameters.find(({ name }) => name in NEXT);
  const answer = answerOf(operation);
  if (!next || !answer) return null;
  const [key, list] =
    Object.entries(document.components.schemas[answer]?.properties ?? {}).find(([, { type }]) => type === 'array') ??
    [];
  if (!key || !list?.items?.$ref) throw new Error(`${answer} has no list.`);
  const inPath = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query' && one.name !== 'offset');
  const own = query.filter((one) => one !== next);
  const name = argument(next);
  return `    def ${snake(operation.operationId).replace(/^list/, 'iterate')}(
${['self', ...inPath.map((one) => `${argument(one)}: str`), '*', ...query.map((one) => `${argument(one)}: ${typed(one.schema)} | None = None`)].map((one) => `        ${one},\n`).join('')}    ) -> Iterator[t.${refName(list.items.$ref)}]:
        """Every entry of \`${snake(operation.operationId)}\`, page after page."""
        while True:
            page = self.${snake(operation.operationId)}(
${[...inPath.map(argument), ...own.map((one) => `${argument(one)}=${argument(one)}`), `${name}=${name}`].map((one) => `                ${one},\n`).join('')}            )
            yield from page["${key}"]
            if ${NEXT[next.name]!.last}:
                return
            ${name} = page["nextCursor"]
`;
}
