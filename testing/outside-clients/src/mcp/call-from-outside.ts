import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startMock, startProgram, startService } from '@fanfare/harness/testing';
import { createBook, type Row } from '../book.ts';
import { installPinned } from '../install-clients.ts';
import { callEveryTool } from './call-every-tool.ts';
import { connectInspector, connectSdk, type Door, FOLDER } from './clients.ts';

const BIN = fileURLToPath(new URL('../../../../packages/mcp/src/bin.ts', import.meta.url));
const PICTURE = fileURLToPath(new URL('../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));

const stdio = (env: Record<string, string>): Door => ({
  command: [process.execPath, BIN],
  env: { PATH: process.env.PATH ?? '', ...env },
});

/** Starts the package over HTTP, for a Fanfare that has no `/mcp`. */
async function startHttp(baseUrl: string) {
  const env = { PATH: process.env.PATH ?? '', FANFARE_BASE_URL: baseUrl };
  const program = startProgram(process.execPath, [BIN, '--http', '--port', '0'], env);
  const url = / on (\S+)\n/.exec(await program.prints('/mcp\n'))?.[1] ?? '';
  const stop = async (): Promise<void> => {
    program.kill('SIGTERM');
    await program.ended;
  };
  return { url, stop };
}

/**
 * Has the official Inspector and both generations of the official SDK list and call every tool:
 * over HTTP and over standard input and output, of a server with the sandbox, and of the mock.
 */
export async function callFromOutside(): Promise<readonly Row[]> {
  installPinned(FOLDER, { size: '125 MB', command: 'install' });
  const { dependencies } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8'));
  const service = await startService();
  const mock = await startMock();
  const http = await startHttp(mock.env.FANFARE_BASE_URL);
  const serverEnv = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
  const hosted = { url: `${service.sandboxUrl}/__sandbox/samples/harbour.jpg` };
  const doors: readonly [name: string, door: Door, media: object][] = [
    ['server, HTTP', { url: `${service.baseUrl}/mcp`, key: service.apiKey }, hosted],
    ['server, stdio', stdio(serverEnv), { path: PICTURE }],
    ['mock, HTTP', { url: http.url, key: mock.env.FANFARE_API_KEY }, hosted],
    ['mock, stdio', stdio(mock.env), { path: PICTURE }],
  ];
  const book = createBook();
  for (const [name, door, media] of doors) {
    for (const [client, connect] of [
      ['@modelcontextprotocol/inspector', connectInspector],
      ['@modelcontextprotocol/sdk', (to: Door) => connectSdk('@modelcontextprotocol/sdk', to)],
      ['@modelcontextprotocol/client', (to: Door) => connectSdk('@modelcontextprotocol/client', to)],
    ] as const) {
      const connected = await connect(door);
      await callEveryTool(
        connected,
        media,
        `${client} ${name}`,
        book.checkOf(`${client}: ${name}`, dependencies[client]),
      );
      await connected.close();
    }
  }
  await Promise.all([http.stop(), service.stop(), mock.stop()]);
  return book.rows;
}
