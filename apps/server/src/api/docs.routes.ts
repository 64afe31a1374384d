import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Contract, contract, nameInstance } from '@fanfare/contract';
import { Router } from 'express';
import { findOpenApi, findReference } from '../config/installed-files.ts';
import { ownPath } from '../http/base-path.ts';

/** Switches off whatever would call another host: fonts, telemetry, proxy, agent. */
const SETTINGS = {
  theme: 'default',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
};

/** Page of an installation, and the hash of its inline script. */
function docsPage(baseUrl: string): { readonly html: string; readonly scriptSha256: string } {
  // Only the path: an installation has other names than BASE_URL, and the page calls its own host.
  const servers = [{ url: ownPath(baseUrl, '') || '/' }];
  const settings = { url: ownPath(baseUrl, '/openapi.yaml'), servers, ...SETTINGS };
  const start = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)});`;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Fanfare API</title><link rel="icon" href="data:,"></head><body><div id="reference"></div><script src="${ownPath(baseUrl, '/docs/reference.js')}"></script><script>${start}</script></body></html>`;
  return { html, scriptSha256: createHash('sha256').update(start).digest('base64') };
}

/** Renders at the start, where an error ends the server. Loads YAML code only if needed. */
async function describe(extended: Contract, baseUrl: string): Promise<string> {
  const { openApiYaml } = await import('@fanfare/contract/openapi');
  return nameInstance(openApiYaml(extended), baseUrl);
}

/** `/openapi.yaml`: the contract with added networks. `/docs/explorer`: its page. */
export function docsRoutes(deps: {
  readonly networks: { readonly contract: Contract };
  readonly baseUrl: string;
}): Router {
  const router = Router();
  const page = docsPage(deps.baseUrl);
  const openapi =
    deps.networks.contract === contract
      ? nameInstance(readFileSync(findOpenApi(), 'utf8'), deps.baseUrl)
      : describe(deps.networks.contract, deps.baseUrl);
  router.get('/openapi.yaml', async (_req, res) => {
    const text = await openapi;
    res
      .set({ 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' })
      .type('application/yaml')
      .send(text);
  });
  router.get('/docs/explorer', (_req, res) => {
    res.set({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': `default-src 'none'; script-src 'self' 'sha256-${page.scriptSha256}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`,
    });
    res.type('html').send(page.html);
  });
  router.get('/docs/reference.js', (_req, res) => {
    res.set('Cache-Control', 'public, max-age=86400');
    // The package manager keeps packages below a folder whose name begins with a dot.
    res.sendFile(findReference(), { dotfiles: 'allow' });
  });
  return router;
}
