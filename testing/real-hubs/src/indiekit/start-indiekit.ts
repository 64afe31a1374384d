import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.ts';
import type { Missing } from '../missing.ts';
import { startGuarded } from '../start-guarded.ts';
import { entryOf, findIndiekit, INDIEKIT_FOLDER } from './find-indiekit.ts';
import { startWebsite } from './start-website.ts';

const SERVE = fileURLToPath(new URL('./serve.ts', import.meta.url));
const SCOPES = 'create update delete media';
const TOKEN_DAYS = 90;

type Options = {
  /** The folder of Indiekit. */
  readonly folder?: string | undefined;
  /** Puts a proxy in front of the server, and returns its address. */
  readonly behind?: (serverUrl: string) => Promise<string>;
  /** Without one, as people run it who have no MongoDB, it does not list its posts. Usual: true. */
  readonly hasDatabase?: boolean;
};

export type RealIndiekit = {
  /** The server, without a trailing slash. Its Micropub endpoint is `/micropub`. */
  readonly url: string;
  /** The website it publishes to. It names the endpoint, and shows posts as their files. */
  readonly website: string;
  readonly version: string;
  readonly token: string;
  stop(): Promise<void>;
};

/** Uids and names of its channels. The first is the default one. */
export const CHANNELS = { notes: 'Notes', news: 'News', events: 'Events' };

/**
 * Starts an installed Indiekit whose posts, uploads and database are files in a temporary folder.
 * It ends with this process at the latest.
 *
 * @example
 * const indiekit = await startIndiekit({ folder: process.env.INDIEKIT_FOLDER });
 */
export async function startIndiekit({
  folder: installedIn = INDIEKIT_FOLDER,
  behind = async (serverUrl) => serverUrl,
  hasDatabase = true,
}: Options = {}): Promise<RealIndiekit | Missing> {
  const installed = findIndiekit(installedIn);
  if ('missing' in installed) return installed;
  const folder = mkdtempSync(path.join(tmpdir(), 'fanfare-indiekit-'));
  const content = path.join(folder, 'content');
  mkdirSync(content);
  const port = await freePort();
  const url = await behind(`http://127.0.0.1:${port}`);
  const website = await startWebsite(content, { endpoints: url });
  const secret = randomBytes(32).toString('hex');
  const server = startGuarded(
    process.execPath,
    [
      SERVE,
      entryOf(installed.folder, '@indiekit/indiekit'),
      JSON.stringify(configOf({ url, content, me: website.url })),
      `${port}`,
      hasDatabase ? path.join(folder, 'database') : '',
    ],
    // Its translations and cached files are looked up below the working folder.
    {
      cwd: installed.folder,
      env: { SECRET: secret, PASSWORD_SECRET: 'nobody signs in', NODE_ENV: 'production' },
      thenDelete: folder,
    },
  );
  const stop = async (): Promise<void> => {
    await Promise.all([server.stop(), website.stop()]);
  };
  try {
    await server.prints('Starting ');
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, website: website.url, version: installed.version, token: tokenOf(website.url, secret), stop };
}

function configOf(at: { readonly url: string; readonly content: string; readonly me: string }) {
  const paths = (type: string) => ({
    post: { path: `${type}/{slug}.md`, url: `${type}/{slug}` },
    media: { path: 'media/{filename}', url: 'media/{filename}' },
  });
  return {
    application: { name: 'Indiekit', url: at.url, mongodbUrl: false },
    publication: {
      me: at.me,
      channels: Object.fromEntries(Object.entries(CHANNELS).map(([uid, name]) => [uid, { name }])),
      postTypes: { article: paths('articles'), note: paths('notes'), photo: paths('photos') },
    },
    plugins: ['@indiekit/preset-jekyll', '@indiekit/store-file-system'],
    '@indiekit/store-file-system': { directory: at.content },
  };
}

/** A token as Indiekit signs it after a login (endpoint-auth, lib/token.js, 1.0.0-beta.29). */
function tokenOf(me: string, secret: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const payload = { me: `${me}/`, scope: SCOPES, iat, exp: iat + TOKEN_DAYS * 86_400 };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, payload].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  const signed = parts.join('.');
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}
