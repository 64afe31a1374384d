import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startMock, startService } from '@fanfare/harness/testing';
import { createBook, isMet } from '../book.ts';
import { installPinned } from '../install-clients.ts';
import { printTable } from '../print-table.ts';
import { callEveryTool } from './call-every-tool.ts';
import { connectInspector, connectSdk, type Door, FOLDER } from './clients.ts';

/**
 * Has the official Inspector and both generations of the official SDK list and call every tool:
 * over HTTP and over standard input and output, of a server with the sandbox, and of the mock. Ends
 * with 1 when a call did not give what was expected.
 */
installPinned(FOLDER, { size: '125 MB', command: 'install' });
const { dependencies } = JSON.parse(readFileSync(`${FOLDER}/package.json`, 'utf8'));
const BIN = fileURLToPath(new URL('../../../../packages/mcp/src/bin.ts', import.meta.url));
const PICTURE = fileURLToPath(new URL('../../../../packages/sandbox/samples/harbour.jpg', import.meta.url));

const service = await startService();
const mock = await startMock();
const stdio = (env: Record<string, string>): Door => ({
  command: [process.execPath, BIN],
  env: { PATH: process.env.PATH ?? '', ...env },
});
const serverEnv = { FANFARE_BASE_URL: service.baseUrl, FANFARE_API_KEY: service.apiKey };
const doors: readonly [name: string, door: Door, media: object][] = [
  [
    'server, HTTP',
    { url: `${service.baseUrl}/mcp`, key: service.apiKey },
    { url: `${service.sandboxUrl}/__sandbox/samples/harbour.jpg` },
  ],
  ['server, stdio', stdio(serverEnv), { path: PICTURE }],
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
await Promise.all([service.stop(), mock.stop()]);
printTable(book.rows);
process.exitCode = book.rows.every(isMet) ? 0 : 1;
