import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ mode }) => ({
  plugins: [react(), mockServiceWorker(mode)],
  // In production the app's own back end answers here; see back-end/fanfare-proxy.ts.
  preview: { host: '127.0.0.1' },
}));

/** The worker of Mock Service Worker, in development and `--mode mock`, never in production. */
function mockServiceWorker(mode: string): Plugin {
  const file = createRequire(import.meta.url).resolve('msw/mockServiceWorker.js');
  return {
    name: 'mock-service-worker',
    configureServer({ middlewares }) {
      middlewares.use('/mockServiceWorker.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript').end(readFileSync(file));
      });
    },
    generateBundle() {
      if (mode === 'mock')
        this.emitFile({ type: 'asset', fileName: 'mockServiceWorker.js', source: readFileSync(file) });
    },
  };
}
