import { parseArgs } from 'node:util';
import { CliError } from '../cli-error.ts';

export const UPLOAD_HELP = `Uploads pictures and videos to your project, and prints the address of each and the rules of networks that it breaks.

  fanfare-cli media upload FILE... [options]

  --json                 print each file as a line of JSON, as GET /api/v1/media/:id answers it
  --api-key-file FILE    a file that holds the API key (usual: FANFARE_API_KEY)
  --help

FANFARE_BASE_URL is the address of your Fanfare. Use the addresses in "mediaItems" of a post.
An upload whose connection breaks goes on where it was. Exit code: 0 when every file can be used, 1 when the service
refuses one, 2 for a wrong call.
`;

export type UploadArguments = {
  /** Paths, in order. */
  readonly files: readonly string[];
  readonly json: boolean;
  readonly apiKeyFile: string | null;
};

const OPTIONS = {
  json: { type: 'boolean', default: false },
  'api-key-file': { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Throws CliError for a wrong call; null when only the help is wanted. */
export function readUploadArguments(words: readonly string[]): UploadArguments | null {
  const { values, positionals } = parse(words);
  if (values.help) return null;
  const [action, ...files] = positionals;
  if (action !== 'upload')
    throw new CliError(
      `fanfare-cli media has one command: upload${action === undefined ? '' : `, not "${action}"`}. See: fanfare-cli media --help`,
    );
  if (files.length === 0) throw new CliError('Say which files to upload: fanfare-cli media upload picture.jpg');
  return { files, json: values.json, apiKeyFile: values['api-key-file'] ?? null };
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // The rest of Node's message is advice about words that start with a dash.
    if (error instanceof TypeError)
      throw new CliError(`${error.message.split('. ')[0]}. See: fanfare-cli media --help`);
    throw error;
  }
}
