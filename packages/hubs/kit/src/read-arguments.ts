import { parseArgs } from 'node:util';
import { plainHubUrl } from '@fanfare/rules';
import { KitError } from './kit-error.ts';

export const HELP = `Checks a hub against Hub Connect, and publishes to it as Fanfare does.

  npx @fanfare/hub-kit https://hub.example [options]

On a terminal it asks for four connect codes, which the user of the hub makes one after the other.

  --codes-file FILE      connect codes, one a line; - reads them from standard input
  --codes-command CMD    runs this each time for a new code of the same user
  --no-codes             checks no exchange
  --key-file FILE        a key that the user made by hand; - reads it from standard input
  --type TYPE            what the key is for: wordpress or micropub
  --username NAME        the user of the key (wordpress)
  --space SLUG           publishes in this space (usual: the first)
  --yes                  publishes without asking, and deletes what it published
  --no-publish           publishes nothing
  --guess                sends wrong codes until the hub stops them, which it then does for some minutes
  --wait SECONDS         how long a page may take to appear (usual: 30)
  --verbose              shows expectation and rule of every check
  --json                 prints the report as JSON; progress goes to standard error
  --help

Exit code: 0 when no check failed, 1 when one did, 2 for a wrong option.
`;

export type Arguments = {
  readonly url: string;
  readonly codesFile: string | null;
  readonly codesCommand: string | null;
  readonly asksForCodes: boolean;
  readonly key: { readonly file: string; readonly type: string; readonly username: string | null } | null;
  readonly space: string | null;
  readonly publish: 'yes' | 'no' | 'ask';
  readonly guess: boolean;
  readonly waitMs: number;
  readonly verbose: boolean;
  readonly json: boolean;
};

const OPTIONS = {
  'codes-file': { type: 'string' },
  'codes-command': { type: 'string' },
  'no-codes': { type: 'boolean', default: false },
  'key-file': { type: 'string' },
  type: { type: 'string' },
  username: { type: 'string' },
  space: { type: 'string' },
  yes: { type: 'boolean', default: false },
  'no-publish': { type: 'boolean', default: false },
  guess: { type: 'boolean', default: false },
  wait: { type: 'string', default: '30' },
  verbose: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** Throws KitError for what cannot be run; null when only the help is wanted. */
export function readArguments(args: readonly string[]): Arguments | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const { type, username, wait } = values;
  const keyFile = values['key-file'];
  const [url, ...others] = positionals;
  if (url === undefined || others.length > 0)
    throw new KitError('Give one address of a hub, such as https://hub.example.');
  if (keyFile === undefined && (type !== undefined || username !== undefined))
    throw new KitError('--type and --username belong to --key-file.');
  if (keyFile !== undefined && type === undefined) throw new KitError('--key-file needs --type wordpress or micropub.');
  if (values['codes-file'] === '-' && keyFile === '-')
    throw new KitError('Only one of --codes-file and --key-file can be read from standard input.');
  if (!/^\d{1,4}$/.test(wait)) throw new KitError('--wait takes whole seconds.');
  return {
    url: hubUrl(url),
    codesFile: values['codes-file'] ?? null,
    codesCommand: values['codes-command'] ?? null,
    asksForCodes: !values['no-codes'] && keyFile !== '-',
    key: keyFile === undefined ? null : { file: keyFile, type: type ?? '', username: username ?? null },
    space: values.space ?? null,
    publish: values['no-publish'] ? 'no' : values.yes ? 'yes' : 'ask',
    guess: values.guess,
    waitMs: Number(wait) * 1_000,
    verbose: values.verbose,
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new KitError(error instanceof Error ? error.message : String(error));
  }
}

function hubUrl(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new KitError('The address of a hub has scheme, host, optional port and path, and nothing else.');
  return plainHubUrl(url.href);
}
