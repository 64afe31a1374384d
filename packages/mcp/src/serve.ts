import { Fanfare } from '@fanfare/sdk';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import manifest from '../package.json' with { type: 'json' };
import { createMcpServer } from './create-mcp-server.ts';
import { localFiles } from './local-files.ts';
import { readSettings, SettingsError } from './read-settings.ts';

const HELP = `fanfare-mcp ${manifest.version}: the MCP server of Fanfare, over standard input and output.

A client starts it, for example: claude mcp add fanfare --env FANFARE_BASE_URL=… --env FANFARE_API_KEY=… -- npx -y @fanfare/mcp

  FANFARE_BASE_URL      address of your Fanfare
  FANFARE_API_KEY       a key of the project, or
  FANFARE_API_KEY_FILE  a file that holds it
  FANFARE_MCP_CONFIRM   1: a person agrees to every publish first
  FANFARE_MCP_FOLDER    the only folder whose files may be uploaded
`;

/** Serves MCP until standard input ends. Returns the exit code when it does not start. */
export function serve(
  words: readonly string[],
  { env, stdout, stderr }: Pick<NodeJS.Process, 'env' | 'stdout' | 'stderr'>,
): number {
  if (words.length > 0) {
    const isQuestion = words[0] === '--help' || words[0] === '--version';
    const answer = words[0] === '--version' ? `${manifest.version}\n` : HELP;
    (isQuestion ? stdout : stderr).write(answer);
    return isQuestion ? 0 : 2;
  }
  try {
    const { baseUrl, apiKey, confirm, folder } = readSettings(env);
    const fanfare = new Fanfare({ baseUrl, apiKey });
    const files = localFiles(folder);
    serveStdio(() => createMcpServer({ fanfare, apiKey, files, confirm }), {
      onerror: (error) => void stderr.write(`fanfare-mcp: ${error.message}\n`),
    });
    return 0;
  } catch (error) {
    if (!(error instanceof SettingsError) && !(error instanceof Error && error.name === 'FanfareError')) throw error;
    stderr.write(`${error.message}\n`);
    return 2;
  }
}
