import { readFileSync } from 'node:fs';

/**
 * Compares every field that Fanfare sends to Instagram and Threads, as the pages of both networks
 * list them (tests hold that nothing else is sent), with the lists of Meta: the classes for
 * Instagram Login of its business SDK, and its Postman collection for Threads. Ends with 1 for a
 * field that neither names.
 *
 * @example
 * // node src/meta-forms.ts iguserforigonlyapi.py igmediaforigonlyapi.py collection.json
 */
const SDK = 'https://raw.githubusercontent.com/facebook/facebook-python-business-sdk/main/facebook_business/adobjects/';
const SOURCES = [
  `${SDK}iguserforigonlyapi.py`,
  `${SDK}igmediaforigonlyapi.py`,
  'https://raw.githubusercontent.com/fbsamples/threads_api/main/postman/threads-api.postman_collection.json',
];
const files = process.argv.slice(2);
const [user = '', media = '', collection = ''] = await Promise.all(
  SOURCES.map(async (url, at) => (files[at] ? readFileSync(files[at], 'utf8') : (await fetch(url)).text())),
);

/** Fields that only a page of Meta names, each with it; checked 2026-11. */
const NAMED_ELSEWHERE: Readonly<Record<string, string>> = {
  'instagram media is_ai_generated': 'Instagram Platform, changelog, 2026-06-22',
  'threads threads allowlisted_country_codes': 'Threads, geo-gated content',
  'threads threads enable_reply_approvals': 'Threads, posts',
};

type Form = { readonly edge: string; readonly kind: string; readonly fields: readonly string[] };

/** Forms of a page: the edge, the media type, and the names of the fields. */
function formsOf(network: string): Form[] {
  const page = readFileSync(new URL(`../../../docs/networks/${network}.md`, import.meta.url), 'utf8');
  return Array.from(
    page.matchAll(/\| POST \| `\{graph\}\/[^`]*\/\{\w+\}\/(\w+)` \| none \| form (.*) \|$/gm),
    ([, edge = '', form = '']) => {
      const fields = Array.from(
        form.matchAll(/`(\w+)=([^`]*)`/g),
        ([, name = '', value = '']) => [name, value] as const,
      );
      return {
        edge,
        kind: fields.find(([name]) => name === 'media_type')?.[1] ?? '',
        fields: fields.map(([name]) => name).filter((name) => name !== 'access_token'),
      };
    },
  );
}

/** Parameters of a method of the SDK. */
function parametersOf(code: string, method: string): string[] {
  const [, types = ''] = new RegExp(`def ${method}\\([^]*?param_types = \\{([^]*?)\\n        \\}`).exec(code) ?? [];
  return Array.from(types.matchAll(/'(\w+)':/g), ([, name = '']) => name);
}

const INSTAGRAM: Readonly<Record<string, readonly string[]>> = {
  media: parametersOf(user, 'create_media'),
  media_publish: parametersOf(user, 'create_media_publish'),
  comments: parametersOf(media, 'create_comment'),
};

type Item = {
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly path?: readonly string[]; readonly query?: readonly Parameter[] };
  };
};
type Parameter = { readonly key: string; readonly value?: string | null };

/** Parameters of each request of the collection, by edge and media type, and by the edge alone. */
const threads = new Map<string, Set<string>>();
const note = (name: string, keys: readonly string[]): void =>
  void threads.set(name, new Set([...(threads.get(name) ?? []), ...keys]));
(function walk({ item = [], request }: Item): void {
  item.forEach(walk);
  if (request?.method !== 'POST') return;
  const { path = [], query = [] } = request.url;
  const keys = query.map(({ key }) => key);
  const kind = query.find(({ key }) => key === 'media_type')?.value ?? '';
  for (const name of [`${path.at(-1)} ${kind}`, `${path.at(-1)}`]) note(name, keys);
})(JSON.parse(collection) as Item);

let compared = 0;
const unnamed: string[] = [];
for (const [network, known] of [
  ['instagram', ({ edge }: Form) => [new Set(INSTAGRAM[edge] ?? [])]],
  ['threads', ({ edge, kind }: Form) => [threads.get(`${edge} ${kind}`), threads.get(edge)]],
] as const)
  for (const form of formsOf(network)) {
    const [ofKind, ofEdge] = known(form);
    const away = form.fields.filter((field) => !ofKind?.has(field));
    compared += form.fields.length;
    // A field of a text, such as the quoted post, is in one request of the collection only.
    const other = away.filter((field) => ofEdge?.has(field));
    const elsewhere = away.filter((field) => NAMED_ELSEWHERE[`${network} ${form.edge} ${field}`] !== undefined);
    const wrong = away.filter((field) => !other.includes(field) && !elsewhere.includes(field));
    unnamed.push(...wrong.map((field) => `${network} ${form.edge} ${field}`));
    console.log(
      `${wrong.length === 0 ? 'ok ' : 'NOT'} ${network} ${form.edge} ${form.kind}: ${form.fields.length} fields` +
        (other.length > 0 ? `; in another request of the collection: ${other.join(', ')}` : '') +
        (elsewhere.length > 0 ? `; on a page of Meta only: ${elsewhere.join(', ')}` : '') +
        (wrong.length > 0 ? `; unknown: ${wrong.join(', ')}` : ''),
    );
  }
console.log(
  `\n${compared} fields of ${unnamed.length === 0 ? 'all' : 'some'} forms, ${unnamed.length} that Meta does not name.`,
);
process.exitCode = unnamed.length > 0 || compared === 0 ? 1 : 0;
