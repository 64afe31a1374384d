import { routesOf } from '@fanfare/contract';
import { launchBrowser } from '@fanfare/harness/browser';
import { type RunningService, startService } from '@fanfare/harness/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packed } from './packed.ts';
import {
  ASK,
  IMPORT,
  inPage,
  mockProgram,
  NAMES,
  PROGRAM,
  PUBLISH_ON_WORKER,
  PUBLISHED,
  publishInPage,
  SAID,
  SAYS,
} from './programs.ts';
import { projectIn } from './project.ts';
import { type Site, startSite } from './site.ts';
import { type StartedMock, startPackedMock } from './start-packed-mock.ts';

// `running-commonjs.nightly.ts` has CommonJS, msw 2 and other origins.
const installed = await packed();
const modules = projectIn(installed.modules);

let service: RunningService;
let mock: StartedMock;
let browser: Browser;
let site: Site;

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
  site = await startSite(modules, service.baseUrl);
});
afterAll(async () => {
  await Promise.all([browser?.close(), mock?.stop(), service?.stop()]);
  await site?.close();
});

test.each(['service', 'mock'] as const)('the SDK publishes as an ES module against a running %s', async (which) => {
  const { baseUrl, apiKey } = which === 'mock' ? { ...mock, baseUrl: mock.url } : service;
  const env = { FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: apiKey };
  expect(await modules.run(process.execPath, [modules.write('a.js', IMPORT + PROGRAM)], env)).toBe(SAID);
});

test('the mock answers the SDK through msw 3, as ES modules', async () => {
  const imports = NAMES.map(([name, from]) => `import ${name} from '${from}';`).join('\n');
  expect(await modules.run(process.execPath, [modules.write('mock.js', imports + mockProgram(ASK))])).toBe(SAYS);
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
  test('the SDK refuses unless it is allowed to', async () => {
    const said = await inPage(
      browser,
      site,
      `try { new sdk.Fanfare({ apiKey: 'k', baseUrl: location.origin }); } catch (error) { return String(error); }`,
    );
    expect(said).toMatch(/This is a browser, where everybody can read the API key/);
  });

  test('it publishes on the service, from its own origin', async () => {
    const code = publishInPage(`baseUrl: location.origin, apiKey: '${service.apiKey}'`);
    expect(await inPage(browser, site, code)).toEqual(PUBLISHED);
  });

  test('it publishes on the mock that the service worker of msw 3 asks', async () => {
    expect(await inPage(browser, site, PUBLISH_ON_WORKER)).toEqual(PUBLISHED);
  });
});
