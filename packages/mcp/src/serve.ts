import { parseArgs } from 'node:util';
import { Fanfare } from '@fanfare/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../package.json' with { type: 'json' };
import { createMcpServer } from './create-mcp-server.ts';
import { localFiles } from './local-files.ts';
import { readAddress, readSettings, SettingsError } from './read-settings.ts';
import { addressOf, type HttpPlace, serveHttp } from './serve-http.ts';

const HELP = `fanfare-mcp ${manifest.version}: the MCP server of Fanfare, over standard input and output.

A client starts it, for example: claude mcp add fanfare --env FANFARE_BASE_URL=… --env FANFARE_API_KEY=… -- npx -y @fanfare/mcp

  FANFARE_BASE_URL      address of your Fanfare
  FANFARE_API_KEY       a key of the project, or
  FANFARE_API_KEY_FILE  a file that holds it
  FANFARE_MCP_CONFIRM   1: a person agrees to every publish first
  FANFARE_MCP_FOLDER    the only folder whose files may be uploaded

Every Fanfare has the same tools at /mcp. For the mock, which has not:

  --http                serve MCP over HTTP at /mcp; each request brings its key as Authorization: Bearer
  --port <n>            port to listen on (4020); 0 takes a free one
  --host <address>      address to listen on (127.0.0.1)
`;

type Words = HttpPlace & { readonly http: boolean; readonly answer: string | null };

/**
 * Serves MCP until standard input ends, or over HTTP. Returns the exit code when it does not start.
 */
export async function serve(
  words: readonly string[],
  { env, stdout, stderr }: Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr'>,
): Promise<number> {
  const onError = (error: Error): void => void stderr.write(`fanfare-mcp: ${error.message}\n`);
  try {
    const { answer, http, ...place } = readWords(words);
    if (answer !== null) stdout.write(answer);
    else if (http) {
      const server = await serveHttp({ ...readAddress(env), ...place, onError });
      stdout.write(`MCP server of Fanfare on ${addressOf(server)}\n`);
    } else {
      const { baseUrl, apiKey, confirm, folder } = readSettings(env);
      const fanfare = new Fanfare({ baseUrl, apiKey });
      const files = localFiles(folder);
      serveStdio(() => createMcpServer({ fanfare, apiKey, files, confirm }), { onerror: onError });
    }
    return 0;
  } catch (error) {
    if (!isOfCaller(error)) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}

/** Reads the words of the command. Throws `SettingsError`. */
function readWords(words: readonly string[]): Words {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    http: flag,
    help: flag,
    version: flag,
    port: { ...text, default: '4020' },
    host: { ...text, default: '127.0.0.1' },
  };
  const { values } = orSettingsError(() => parseArgs({ args: [...words], options }));
  if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
    throw new SettingsError(`--port is a number from 0 to 65535, not ${values.port}.`);
  const answer = values.version ? `${manifest.version}\n` : values.help ? HELP : null;
  return { answer, http: values.http, port: Number(values.port), host: values.host };
}

function orSettingsError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\n\n${HELP}`);
  }
}

/** Recognises a mistake of the person who starts it, such as a port that is taken. */
const isOfCaller = (error: unknown): error is Error =>
  error instanceof SettingsError ||
  (error instanceof Error && (error.name === 'FanfareError' || ('syscall' in error && error.syscall === 'listen')));
