import type { Platform, TargetWarning } from '@fanfare/contract';
import { type Call, type CopyRequest, NetworkError } from '@fanfare/network';
import type { ContainerParams } from './container.ts';
import type { MetaNetwork } from './graph-errors.ts';

/** Parameters with the address of a file, and the part of the item that has it. */
const FILES: Readonly<Record<string, string>> = { image_url: '', video_url: '', cover_url: '.coverUrl' };
const PLATFORMS: Readonly<Record<MetaNetwork, Platform>> = { Instagram: 'instagram', Threads: 'threads' };

type Item = { readonly params: ContainerParams; readonly draft: CopyRequest['draft']; readonly mediaIndex: number };

/** Parameters of a container with the addresses of copies, and what callers are told about them. */
export type Copied = { readonly params: ContainerParams; readonly warnings: readonly TargetWarning[] };

/**
 * Hosts copies of the files of a container that the network could not fetch: of the one that its
 * words name, or of all. Throws the network's own error where no copy can help.
 */
export async function copyFiles(
  call: Pick<Call, 'media'>,
  signal: AbortSignal,
  network: MetaNetwork,
  { params, draft, mediaIndex }: Item,
  refused: NetworkError,
): Promise<Copied> {
  if (refused.code !== 'media_unreachable' || !call.media.hostCopy) throw refused;
  const named = Object.keys(FILES).filter((name) => isNamed(refused, params[name]));
  const copied: Record<string, string> = { ...params };
  const warnings: TargetWarning[] = [];
  const remedies: string[] = [];
  for (const name of named.length > 0 ? named : Object.keys(FILES)) {
    const url = params[name];
    if (url === undefined) continue;
    const request: CopyRequest = { url, platform: PLATFORMS[network], draft, mediaIndex, signal };
    const copy = await call.media.hostCopy(request).catch((error: unknown) => {
      throw unreachableForBoth(refused, error);
    });
    if (copy.url !== null) {
      copied[name] = copy.url;
      const where = `mediaItems[${mediaIndex}]${FILES[name]}`;
      const message = `${where}: ${network} could not fetch it, so a copy hosted here was sent.`;
      warnings.push({ code: 'media_copy_sent', message });
    } else if (copy.remedy !== null) remedies.push(copy.remedy);
  }
  if (warnings.length > 0) return { params: copied, warnings };
  throw new NetworkError({ ...refused.facts, remedy: [refused.facts.remedy, ...remedies].filter(Boolean).join(' ') });
}

/**
 * The error of a container with copies. One that cannot be fetched either is the operator's
 * concern.
 */
export function ofCopies(error: unknown): unknown {
  if (!(error instanceof NetworkError) || error.code !== 'media_unreachable') return error;
  return new NetworkError({
    ...error.facts,
    message: `${error.facts.message} It could not fetch the copy that this service hosts either.`,
    remedy: 'Ask the operator whether the public address of hosted files opens from the internet.',
    operator: true,
  });
}

/** Meta's words name the address of the file, unless something in it was taken for a secret. */
const isNamed = ({ facts }: NetworkError, url: string | undefined): boolean =>
  url !== undefined && facts.networkMessage?.includes(url) === true;

/** The copy says more than the network: why it cannot be fetched, or which rule it breaks. */
function unreachableForBoth(refused: NetworkError, error: unknown): unknown {
  if (!(error instanceof NetworkError)) return error;
  const { code, message, remedy } = error.facts;
  if (!code.startsWith('media_')) return refused;
  return new NetworkError({
    ...{ ...refused.facts, code, remedy },
    message: `${refused.facts.message} This service fetched it to send a copy: ${message}`,
  });
}
