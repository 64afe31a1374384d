import type { OutgoingBody, OutgoingCall } from '@fanfare/network';
import { Ajv } from 'ajv';

type Schema = Readonly<Record<string, unknown>>;
type Operation = {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
};
type Description = {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters?: Readonly<Record<string, { readonly name: string }>> };
};

export type JudgedCall = { count: number; refused: number; readonly faults: string[] };

/**
 * Calls that X takes, although its description does not name them. `tweet.fields` is the name of
 * all of its prose; a body `{}` at the end of an upload is what it wants (trypostit/trypost pull
 * request 202).
 */
const KNOWN: readonly RegExp[] = [/^query tweet\.fields$/, /^POST .*\/finalize: a body$/];

/** Judges calls by an OpenAPI description: path, query and body, by path and method. */
export function judgeCalls(text: string, calls: readonly OutgoingCall[], apiUrl: string) {
  const description: Description = JSON.parse(text);
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'x', ...description });
  const judged = new Map<string, JudgedCall>();
  for (const call of calls) {
    const url = new URL(call.url);
    const asked = url.href.slice(apiUrl.length).split('?')[0] ?? '';
    const found = findPath(description, asked);
    const name = `${call.method} ${found ?? asked}`;
    const operation = found === null ? undefined : description.paths[found]?.[call.method.toLowerCase()];
    const faults = operation ? judge(ajv, description, name, operation, call) : ['not described'];
    const entry = judged.get(name) ?? { count: 0, refused: 0, faults: [] };
    entry.count++;
    const unknown = faults.filter((fault) => !KNOWN.some((known) => known.test(fault)));
    if (unknown.length > 0) entry.refused++;
    entry.faults.push(...unknown.filter((fault) => !entry.faults.includes(fault)));
    judged.set(name, entry);
  }
  return { version: `X API ${description.info.version}`, calls: judged };
}

/** The template of a path: the one with the most literal parts. */
function findPath({ paths }: Description, asked: string): string | null {
  const fitting = Object.keys(paths).filter((template) =>
    new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`).test(asked),
  );
  return fitting.sort((one, other) => one.split('{').length - other.split('{').length)[0] ?? null;
}

function judge(
  ajv: Ajv,
  { components }: Description,
  name: string,
  { parameters = [], requestBody }: Operation,
  { url, query, body }: OutgoingCall,
): readonly string[] {
  const known = parameters.map(
    ({ $ref, name: own }) => own ?? components.parameters?.[$ref?.split('/').at(-1) ?? '']?.name,
  );
  const sent = [...new URL(url).searchParams.keys(), ...Object.keys(query ?? {}).filter((key) => query?.[key])];
  const unnamed = sent.filter((key) => !known.includes(key)).map((key) => `query ${key}`);
  if (body === undefined) return unnamed;
  if (!requestBody) return [...unnamed, `${name}: a body`];
  const [type, value] = readBody(body);
  const schema = requestBody.content[type]?.schema;
  if (!schema) return [...unnamed, `${name}: a body of ${type}`];
  const check = ajv.compile(withId(schema));
  return check(value)
    ? unnamed
    : [
        ...unnamed,
        ...(check.errors ?? []).map(
          ({ instancePath, message, params }) => `body${instancePath} ${message} ${JSON.stringify(params)}`,
        ),
      ];
}

/** References inside an operation lead into the description. */
const withId = (schema: Schema): Schema => JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"x#/'));

function readBody(body: OutgoingBody): readonly [type: string, value: unknown] {
  if ('json' in body) return ['application/json', body.json];
  if ('multipart' in body) {
    const parts = body.multipart.map((part) => [part.name, 'value' in part ? asNumber(part.value) : 'bytes'] as const);
    return ['multipart/form-data', Object.fromEntries(parts)];
  }
  if ('form' in body) return ['application/x-www-form-urlencoded', body.form];
  return [body.contentType, 'bytes'];
}

/** A number of a form is a text. */
const asNumber = (value: string): string | number => (/^\d+$/.test(value) ? Number(value) : value);
