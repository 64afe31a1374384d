import { routesOf } from '@fanfare/contract';
import { launchBrowser } from '@fanfare/harness/browser';
import { type RunningService, startService } from '@fanfare/harness/testing';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packed } from './packed.ts';
import { projectIn } from './project.ts';
import { type Site, startSite } from './site.ts';
import { type StartedMock, startPackedMock } from './start-packed-mock.ts';

const installed = await packed();
const modules = projectIn(installed.modules);
const commonjs = projectIn(installed.commonjs);

let service: RunningService;
let mock: StartedMock;
let browser: Browser;
let sites: Record<'msw 2' | 'msw 3', Site>;

beforeAll(async () => {
  const starting = [
    startService().then((started) => {
      service = started;
    }),
    startPackedMock(installed.modules, '--scenario', 'everything-works').then((started) => {
      mock = started;
    }),
    launchBrowser().then((launched) => {
      browser = launched;
    }),
  ];
  // What has started is stopped even when something else did not.
  await Promise.allSettled(starting);
  await Promise.all(starting);
  sites = {
    'msw 2': await startSite(commonjs, service.baseUrl),
    'msw 3': await startSite(modules, service.baseUrl),
  };
});
afterAll(async () => {
  await Promise.all([browser?.close(), mock?.stop(), service?.stop()]);
  for (const site of Object.values(sites ?? {})) await site.close();
});

/** Publishes to the two networks that need least time, and asks for what there is not. */
const PROGRAM = `
const fanfare = new Fanfare();
const { accounts } = await fanfare.accounts.list();
const platforms = ['x', 'linkedin'].map((platform) => ({ platform, accountId: accounts.find((account) => account.platform === platform).id }));
const { post } = await fanfare.posts.create({ content: 'Packed ' + Math.random(), platforms });
const error = await fanfare.posts.get('post_01m7vyv2bme6eacm00c8qhvkjc').catch((error) => error);
console.log(post.status, post.targets.length, error instanceof NotFoundError);
`;
const SAID = 'published 2 true\n';
const IMPORT = "import { Fanfare, NotFoundError } from '@fanfare/sdk';";
const REQUIRE = "const { Fanfare, NotFoundError } = require('@fanfare/sdk');";

describe.each(['service', 'mock'] as const)('against a running %s', (which) => {
  const env = () => ({
    FANFARE_BASE_URL: which === 'mock' ? mock.url : service.baseUrl,
    FANFARE_API_KEY: which === 'mock' ? mock.apiKey : service.apiKey,
  });

  test('the SDK publishes as an ES module', async () => {
    expect(await modules.run(process.execPath, [modules.write('a.js', IMPORT + PROGRAM)], env())).toBe(SAID);
  });

  test('the SDK publishes as CommonJS', async () => {
    const program = `${REQUIRE}(async () => {${PROGRAM}})();`;
    expect(await commonjs.run(process.execPath, [commonjs.write('a.js', program)], env())).toBe(SAID);
  });
});

describe('the mock', () => {
  const program = (ask: string): string => `
    const mock = createMock();
    const { x } = mock.scenario('one-target-fails');
    const server = setupServer(...mswHandlers(mock));
    server.listen();
    const served = await serveMock();
    ${ask}
    server.close();
    await served.close();`;
  const ASK = `
    const fanfare = new Fanfare({ baseUrl: mock.baseUrl, apiKey: mock.apiKey });
    const { post } = await fanfare.posts.create({ content: 'Hello', platforms: [{ platform: 'x', accountId: x.id }] });
    mock.faults.add({ drop: 'after' });
    const { attempts } = await fanfare.usage.get().withResponse();
    const { status } = await fetch(served.url + '/openapi.yaml');
    console.log(post.targets[0].errorDetail.code, attempts, status);`;
  const SAYS = 'duplicate_content 2 200\n';
  const names = [
    ['{ Fanfare }', '@fanfare/sdk'],
    ['{ createMock }', '@fanfare/mock'],
    ['{ mswHandlers }', '@fanfare/mock/msw'],
    ['{ serveMock }', '@fanfare/mock/server'],
    ['{ setupServer }', 'msw/node'],
  ];

  test('answers the SDK through msw 3, as ES modules', async () => {
    const imports = names.map(([name, from]) => `import ${name} from '${from}';`).join('\n');
    expect(await modules.run(process.execPath, [modules.write('mock.js', imports + program(ASK))])).toBe(SAYS);
  });

  test('answers the SDK through msw 2, as CommonJS', async () => {
    const requires = names.map(([name, from]) => `const ${name} = require('${from}');`).join('\n');
    const file = commonjs.write('mock.js', `${requires}(async () => {${program(ASK)}})();`);
    expect(await commonjs.run(process.execPath, [file])).toBe(SAYS);
  });
});

test('the packed mock has every route of the contract', async () => {
  const unknown: string[] = [];
  for (const { method, path } of routesOf()) {
    const answer = await fetch(mock.url + path.replaceAll(/:\w+/g, 'some-id'), {
      method,
      headers: { Authorization: `Bearer ${mock.apiKey}`, 'Content-Type': 'application/json' },
      ...(method === 'GET' ? {} : { body: '{"no":"such field"}' }),
    });
    const text = answer.headers.get('content-type')?.startsWith('text/event-stream') ? '' : await answer.text();
    await answer.body?.cancel().catch(() => undefined);
    if (answer.status === 405 || text.includes('There is nothing at this address.'))
      unknown.push(`${method} ${path}: ${answer.status}`);
  }
  expect(unknown).toEqual([]);
});

test('the command goes by its own name as well', async () => {
  const { PATH = '', HOME = '' } = process.env;
  expect(await modules.run('npx', ['fanfare-mock', '--help'], { PATH, HOME })).toContain('--scenario');
});

test('both builds of the SDK in one process know each other’s errors', async () => {
  const file = modules.write(
    'both.js',
    `import { createRequire } from 'node:module';
    import * as esm from '@fanfare/sdk';
    const cjs = createRequire(import.meta.url)('@fanfare/sdk');
    const error = await new cjs.Fanfare().posts.get('post_01m7vyv2bme6eacm00c8qhvkjc').catch((error) => error);
    console.log(cjs.NotFoundError === esm.NotFoundError, error instanceof esm.NotFoundError, error instanceof esm.UnauthorizedError);`,
  );
  const env = { FANFARE_BASE_URL: mock.url, FANFARE_API_KEY: mock.apiKey };
  expect(await modules.run(process.execPath, [file], env)).toBe('false true false\n');
});

describe('in Chromium, bundled by Vite', () => {
  async function ask(site: keyof typeof sites, code: string): Promise<unknown> {
    const page: Page = await browser.newPage();
    try {
      await page.goto(sites[site].url);
      await page.waitForFunction('"app" in window');
      return await page.evaluate(
        `(async () => { const { sdk, createMock, mswHandlers, setupWorker } = app; ${code} })()`,
      );
    } finally {
      await page.close();
    }
  }
  const publish = (options: string): string => `
    const fanfare = new sdk.Fanfare({ ${options}, dangerouslyAllowBrowser: true });
    const { accounts } = await fanfare.accounts.list();
    const { id: accountId } = accounts.find(({ platform }) => platform === 'x');
    const { data } = await fanfare.posts.create({ content: 'From a page ' + Math.random(), platforms: [{ platform: 'x', accountId }] }).withResponse();
    const error = await fanfare.posts.get('post_01m7vyv2bme6eacm00c8qhvkjc').catch((error) => error);
    return [data.post.status, error instanceof sdk.NotFoundError, typeof error.requestId];`;

  test('the SDK refuses unless it is allowed to', async () => {
    const said = await ask(
      'msw 3',
      `try { new sdk.Fanfare({ apiKey: 'k', baseUrl: location.origin }); } catch (error) { return String(error); }`,
    );
    expect(said).toMatch(/This is a browser, where everybody can read the API key/);
  });

  test('it publishes on the service, from its own origin', async () => {
    const code = publish(`baseUrl: location.origin, apiKey: '${service.apiKey}'`);
    expect(await ask('msw 3', code)).toEqual(['published', true, 'string']);
  });

  test('it publishes on the standalone mock, which is of another origin', async () => {
    const code = publish(`baseUrl: '${mock.url}', apiKey: '${mock.apiKey}'`);
    expect(await ask('msw 3', code)).toEqual(['published', true, 'string']);
  });

  test.each(['msw 2', 'msw 3'] as const)(
    'it publishes on the mock that the service worker of %s asks',
    async (site) => {
      const start = `
      const mock = createMock();
      mock.scenario('everything-works');
      await setupWorker(...mswHandlers(mock)).start({ quiet: true });`;
      const code = start + publish('baseUrl: mock.baseUrl, apiKey: mock.apiKey');
      expect(await ask(site, code)).toEqual(['published', true, 'string']);
    },
  );
});
