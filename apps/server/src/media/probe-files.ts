import { readMediaFile } from '@fanfare/media-file';
import { createMediaProbe, type Egress, ProbeFailed } from '@fanfare/network';
import { type HostedFiles, isPrivateUrl, mediaAddressesOf, type PostRequest, type UsableFile } from '@fanfare/rules';

/** Limit of all files of a request together. */
const PROBE_MS = 15_000;
const AT_ONCE = 4;

type Deps = { readonly egress: Egress; readonly isHostAllowed: (url: URL) => boolean };

/** Adds what the caller's own files are, read from their public addresses, to the hosted ones. */
export async function probeFiles(
  { egress, isHostAllowed }: Deps,
  hosted: HostedFiles,
  post: Pick<PostRequest, 'mediaItems' | 'platforms'>,
): Promise<HostedFiles> {
  // A private address is refused by its own rule.
  const isProbed = (url: URL) => !hosted.isHosted(url.href) && (!isPrivateUrl(url) || isHostAllowed(url));
  const waiting = mediaAddressesOf(post).filter((url) => isProbed(new URL(url)));
  const probed = new Map<string, UsableFile>();
  const probe = createMediaProbe({ egress });
  const signal = AbortSignal.timeout(PROBE_MS);
  const work = async (): Promise<void> => {
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop())
      probed.set(url, await probeFile(() => probe.open(url, signal)));
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await probe.close();
  }
  return { ...hosted, find: (url) => hosted.find(url) ?? probed.get(url) };
}

async function probeFile(open: () => ReturnType<ReturnType<typeof createMediaProbe>['open']>): Promise<UsableFile> {
  try {
    const file = await open();
    if (!file.ok) return { status: 'unreachable', why: file.why, facts: null };
    return { status: 'ready', facts: await readMediaFile(file) };
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    return { status: 'unreachable', why: error.message, facts: null };
  }
}
