import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, preview } from 'vite';
import type { Project } from './project.ts';

/**
 * An app that Vite built, served as its `preview` does; what is below `/api` goes to the service.
 */
export type Site = { readonly url: string; close(): Promise<void> };

/** Script that the pages of the tests use. Playwright's `evaluate` finds it at the window. */
const APP = `
import * as sdk from '@fanfare/sdk';
import { createMock } from '@fanfare/mock';
import { mswHandlers } from '@fanfare/mock/msw';
import { setupWorker } from 'msw/browser';
window.app = { sdk, createMock, mswHandlers, setupWorker };
`;

/**
 * Builds the app in a project that has the packages and Mock Service Worker installed, and serves
 * it.
 */
export async function startSite(project: Project, serviceUrl: string): Promise<Site> {
  const { folder } = project;
  project.write('site/index.html', '<!doctype html><title>app</title><script type="module" src="/main.js"></script>');
  project.write('site/main.js', APP);
  const worker = path.join(folder, 'node_modules/msw/lib/mockServiceWorker.js');
  project.write('site/public/mockServiceWorker.js', readFileSync(worker, 'utf8'));
  const common = { root: path.join(folder, 'site'), configFile: false, logLevel: 'error' } as const;
  await build({ ...common, build: { chunkSizeWarningLimit: 2000, reportCompressedSize: false } });
  const server = await preview({
    ...common,
    preview: { host: '127.0.0.1', port: 0, proxy: { '/api': serviceUrl } },
  });
  const [url] = server.resolvedUrls?.local ?? [];
  if (url === undefined) throw new Error('Vite serves nothing.');
  return { url: url.replace(/\/$/, ''), close: () => server.close() };
}
