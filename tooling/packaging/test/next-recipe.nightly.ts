import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../src/run.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PACKAGES = ['next@16.4.6', 'react@19', 'react-dom@19', 'typescript@5.9.3', '@types/node@24', '@types/react@19'];
const PAGE = readFileSync(path.join(ROOT, 'docs/webhooks.md'), 'utf8');
const ROUTE = 'app/hooks/fanfare';

const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-next-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

/** A file of the page, as it is written there. */
function recipe(name: string): string {
  const [, text] = new RegExp(`\`\`\`ts ${name}\\.ts\\n([^]*?)\`\`\``).exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/webhooks.md has no ${name}.ts.`);
  return text;
}

/** A new project as Next.js makes one, with one page. */
beforeAll(async () => {
  await run(path.join(ROOT, 'packages/sdk'), 'npx', [
    '--yes',
    'pnpm@10.34.9',
    'pack',
    '--out',
    path.join(folder, 'fanfare-sdk.tgz'),
  ]);
  write('package.json', JSON.stringify({ name: 'next-recipe', private: true }));
  write(
    'app/layout.tsx',
    'export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;',
  );
  write('app/page.tsx', 'export default () => <p>Fanfare</p>;');
  for (const name of ['route', 'handle']) write(`${ROUTE}/${name}.ts`, recipe(name));
  const [, option] = /`("allowImportingTsExtensions": true)`/.exec(PAGE) ?? [];
  write('tsconfig.json', `{ "compilerOptions": { ${option ?? ''} } }`);
  const install = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...PACKAGES, './fanfare-sdk.tgz'];
  await run(folder, 'npm', install, process.env);
}, 600_000);

test('next build takes the recipe for Next.js as it is written', async () => {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  expect(await run(folder, 'npx', ['next', 'build'], env)).toContain('/hooks/fanfare');
}, 600_000);
