import { COLOURS } from '@fanfare/design-tokens';
import { packagesIn } from '@fanfare/third-party';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** A Fanfare that `pnpm dev` started; FANFARE_BASE_URL names another one. */
const SERVER = process.env.FANFARE_BASE_URL ?? 'http://127.0.0.1:4000';
/** Paths that the server answers itself while `vite dev` serves the application. */
const PROXIED = '^/(api|app/api|sign-in|sign-out|setup|invitations|dev|docs|connect|oauth|openapi.yaml)(/|$|\\?)';

export default defineConfig({
  // Addresses relative to the file that holds them, so that the same build works below any path.
  // The server makes those of index.html absolute.
  base: './',
  plugins: [react(), groundOfPage(), sourcesOf(), packagesOf()],
  build: {
    // All of 2024 or newer: they know light-dark().
    target: ['chrome123', 'firefox121', 'safari17.5'],
    manifest: 'manifest.json',
    // The policy of the page allows files of the server only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // They change less often than the application, so browsers keep them longer.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam|use-sync-external-store)\//,
            },
            // Not needed to see a page: loaded after it.
            { name: 'windows', test: /node_modules\/(@floating-ui|@base-ui)\// },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 4100,
    proxy: {
      // The server compares the origin of a request with its own.
      [PROXIED]: { target: SERVER, changeOrigin: true, headers: { origin: SERVER } },
    },
  },
});

/** The colour of the browser's own bars, which only HTML can name. */
function groundOfPage(): Plugin {
  return {
    name: 'ground-of-page',
    transformIndexHtml: (html) =>
      html.replace('%GROUND_LIGHT%', COLOURS.ground.light).replace('%GROUND_DARK%', COLOURS.ground.dark),
  };
}

/** Writes the list of sources, which scripts/build.ts compares before it builds again. */
function sourcesOf(): Plugin {
  return {
    name: 'sources',
    apply: 'build',
    generateBundle() {
      const files = [...this.getModuleIds()].map((id) => id.replace(/\?.*$/, ''));
      const own = files.filter((id) => id.startsWith('/') && !id.includes('/node_modules/'));
      this.emitFile({ type: 'asset', fileName: 'sources.json', source: JSON.stringify([...new Set(own)].sort()) });
    },
  };
}

/** Writes the list of other people's packages, for notices and SBOM of the server. */
function packagesOf(): Plugin {
  return {
    name: 'packages',
    apply: 'build',
    generateBundle(_, output) {
      const packages = packagesIn(output);
      this.emitFile({ type: 'asset', fileName: 'third-party.json', source: JSON.stringify(packages) });
    },
  };
}
