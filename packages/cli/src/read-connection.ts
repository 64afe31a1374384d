import { readFileSync } from 'node:fs';
import { CliError } from './cli-error.ts';

/** Which Fanfare, and as which project. */
export type Connection = { readonly baseUrl: string; readonly apiKey: string };

/** Reads the environment, and the key from a file. No option takes a key: others could see it. */
export function readConnection(env: NodeJS.ProcessEnv, apiKeyFile: string | null): Connection {
  const { FANFARE_BASE_URL: baseUrl } = env;
  const apiKey = apiKeyFile === null ? env.FANFARE_API_KEY : readKeyFile(apiKeyFile);
  if (!baseUrl)
    throw new CliError('Set FANFARE_BASE_URL to the address of your Fanfare, such as https://fanfare.example.com.');
  if (!apiKey)
    throw new CliError(
      'Set FANFARE_API_KEY to a key of your project, or name a file that holds it with --api-key-file.',
    );
  if (!/^https?:$/.test(URL.parse(baseUrl)?.protocol ?? ''))
    throw new CliError('FANFARE_BASE_URL is not an http or https address.');
  return { baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''), apiKey };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new CliError(`--api-key-file: ${file} cannot be read.`);
  }
}
