import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { packed } from './packed.ts';
import { testCommandPackage } from './test-command-package.ts';

const { hubKit: tarball } = await packed();
const runProgram = testCommandPackage({
  tarball,
  name: '@fanfare/hub-kit',
  command: 'hub-kit',
  directory: 'packages/hubs/kit',
});

test('it runs in an empty folder, and it reports what a hub answers', async () => {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"version":1,"exchange":"https://elsewhere.example/"}');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const { code, stdout } = await runProgram([url, '--no-codes']);
    expect(stdout).toContain('  ✓ the discovery document is there\n');
    expect(stdout).toContain('      came      "https://elsewhere.example/"\n');
    expect(code).toBe(1);
  } finally {
    server.close();
  }
});
