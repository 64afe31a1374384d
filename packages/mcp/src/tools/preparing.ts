import { createHash } from 'node:crypto';
import { hashFile, hostFile } from '@fanfare/publish-key';
import type { ConnectRequest, MediaFile } from '@fanfare/sdk';
import { checkSetup } from '../check-setup.ts';
import { ANY, input, LIST, output, strings, text } from '../schemas.ts';
import { InputError, type Outcome, type Tool, type ToolDeps } from '../tool.ts';

type Upload = { readonly url?: string; readonly path?: string; readonly filename?: string };

export const uploadMedia = ({ paths }: { readonly paths: boolean }): Tool<Upload> => ({
  name: 'upload_media',
  title: 'Upload a file',
  description: `Hosts a picture, video or document from ${paths ? 'a local path or ' : ''}a public URL, and says which rules of platforms it breaks. Use the answered url as media. Kept 48 hours unless a post uses it.`,
  input: input({ ...(paths && { path: text() }), url: text('http or https'), filename: text() }, paths ? [] : ['url']),
  output: output({ media: ANY }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run(deps, given) {
    const media = await upload(deps, given);
    const { status, url, problems, error } = media;
    const data = { media: mediaView(media) };
    if (status !== 'ready') return { summary: `The file is refused: ${error}`, data, isError: true };
    const broken = problems.map(({ platform, message, fixedBy }) =>
      fixedBy === undefined ? `${platform}: ${message}` : `${platform}: converted when it is published.`,
    );
    return { summary: `Ready: use ${url} as media. ${broken.join(' ')}`.trim(), data };
  },
});

async function upload(deps: ToolDeps, { url, path, filename }: Upload): Promise<MediaFile> {
  const { fanfare, files } = deps;
  const now = deps.now();
  if ((url === undefined) === (path === undefined)) throw new InputError('Give exactly one of url and path.');
  if (url !== undefined) {
    const sha256 = createHash('sha256').update(url).digest('hex');
    const idempotencyKey = `copy-${now.toISOString().slice(0, 10)}-${sha256}`;
    const request = { url, ...(filename !== undefined && { filename }) };
    return (await fanfare.media.fromUrl(request, { idempotencyKey })).media;
  }
  if (!files) throw new InputError('Files are on another machine. Give a url.');
  const file = await files.find(path ?? '');
  return hostFile(
    { media: fanfare.media, now },
    file,
    await hashFile(file),
    filename === undefined ? {} : { filename },
  );
}

const mediaView = ({
  id,
  status,
  url,
  filename,
  contentType,
  bytes,
  facts,
  problems,
  error,
  expiresAt,
}: MediaFile) => ({
  ...{ id, status, url, filename, contentType, bytes, facts, problems, expiresAt },
  ...(error !== null && { error }),
});

export const connectAccount: Tool<Pick<ConnectRequest, 'platform' | 'profileId'>> = {
  name: 'connect_account',
  title: 'Connect an account',
  description:
    'Makes a link that the person opens in a browser to connect an account. Give it to them; never open it yourself.',
  input: input({ platform: text(), profileId: text('Your grouping key') }, ['platform']),
  output: output({ link: text(), validMinutes: { type: 'integer' } }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  async run({ fanfare, publicUrl }, { platform, profileId }): Promise<Outcome> {
    if (platform === ('hub' as string))
      return { summary: `A person connects hubs at ${publicUrl}/accounts: that needs a key of the hub.` };
    const { authUrl } = await fanfare.accounts.connect({ platform, ...(profileId !== undefined && { profileId }) });
    return {
      summary: `Give this link to the person: ${authUrl} It works once, for 10 minutes. Then call list_accounts.`,
      data: { link: authUrl, validMinutes: 10 },
    };
  },
};

export const checkSetupTool: Tool<Record<string, never>> = {
  name: 'check_setup',
  title: 'Check the setup',
  description: 'Says whether the service answers, the key works, accounts can publish and units are left.',
  input: input({}),
  output: output({ problems: strings(), accounts: LIST, platforms: LIST, usage: ANY }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  run: checkSetup,
};
