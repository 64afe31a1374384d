import { launchBrowser } from '@fanfare/harness/browser';
import { type RunningService, startService } from '@fanfare/harness/testing';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packed, packedForCommonjs } from './packed.ts';
import {
  ASK,
  inPage,
  mockProgram,
  NAMES,
  PROGRAM,
  PUBLISH_ON_WORKER,
  PUBLISHED,
  publishInPage,
  REQUIRE,
  SAID,
  SAYS,
} from './programs.ts';
import { projectIn } from './project.ts';
import { type Site, startSite } from './site.ts';
import { type StartedMock, startPackedMock } from './start-packed-mock.ts';

const installed = await packed();
const modules = projectIn(installed.modules);
const commonjs = projectIn(await packedForCommonjs());

let service: RunningService;
let mock: StartedMock;
let browser: Browser;
let site: Site;

beforeAll(async () => {
  service = await startService();
  mock = await startPackedMock(installed.modules, '--scenario', 'everything-works');
  browser = await launchBrowser();
  site = await startSite(commonjs, service.baseUrl);
});
afterAll(async () => {
  await Promise.all([browser?.close(), mock?.stop(), service?.stop()]);
  await site?.close();
});

test.each(['service', 'mock'] as const)('the SDK publishes as CommonJS against a running %s', async (which) => {
  const { baseUrl, apiKey } = which === 'mock' ? { ...mock, baseUrl: mock.url } : service;
  const env = { FANFARE_BASE_URL: baseUrl, FANFARE_API_KEY: apiKey };
  const program = `${REQUIRE}(async () => {${PROGRAM}})();`;
  expect(await commonjs.run(process.execPath, [commonjs.write('a.js', program)], env)).toBe(SAID);
});

test('the mock answers the SDK through msw 2, as CommonJS', async () => {
  const requires = NAMES.map(([name, from]) => `const ${name} = require('${from}');`).join('\n');
  const file = commonjs.write('mock.js', `${requires}(async () => {${mockProgram(ASK)}})();`);
  expect(await commonjs.run(process.execPath, [file])).toBe(SAYS);
});

test('the command goes by its own name as well', async () => {
  const { PATH = '', HOME = '' } = process.env;
  expect(await modules.run('npx', ['fanfare-mock', '--help'], { PATH, HOME })).toContain('--scenario');
});

test('in Chromium it publishes on the standalone mock, which is of another origin', async () => {
  const code = publishInPage(`baseUrl: '${mock.url}', apiKey: '${mock.apiKey}'`);
  expect(await inPage(browser, site, code)).toEqual(PUBLISHED);
});

test('in Chromium it publishes on the mock that the service worker of msw 2 asks', async () => {
  expect(await inPage(browser, site, PUBLISH_ON_WORKER)).toEqual(PUBLISHED);
});
