import { readMediaFile } from '@fanfare/media-file';
import { createMediaProbe, type Egress, type ProbedMedia, ProbeFailed } from '@fanfare/network';
import { type HostedFiles, isPrivateUrl, mediaAddressesOf, type PostRequest, type UsableFile } from '@fanfare/rules';
import { type CountedFile, type CountPages, withPages } from './pages/page-counter.ts';

/** Limit of all files of a request together. */
const PROBE_MS = 15_000;
const AT_ONCE = 4;

type Deps = {
  readonly egress: Egress;
  readonly isHostAllowed: (url: URL) => boolean;
  readonly countPages: CountPages;
};

/** Adds what the caller's own files are, read from their public addresses, to the hosted ones. */
export async function probeFiles(
  { egress, isHostAllowed, countPages }: Deps,
  projectId: string,
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
      probed.set(
        url,
        await probeFile(
          () => probe.open(url, signal),
          (file) => countPages(file, projectId),
        ),
      );
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await probe.close();
  }
  return { ...hosted, find: (url) => hosted.find(url) ?? probed.get(url) };
}

async function probeFile(
  open: () => Promise<ProbedMedia>,
  countPages: (file: CountedFile) => Promise<number | null>,
): Promise<UsableFile> {
  try {
    const file = await open();
    if (!file.ok) return { status: 'unreachable', why: file.why, facts: null };
    const { size, read } = file;
    const count = (contentType: string) => orUncounted(countPages({ contentType, size, read }));
    return { status: 'ready', facts: await withPages(await readMediaFile(file), count) };
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    return { status: 'unreachable', why: error.message, facts: null };
  }
}

/**
 * Null where too much of the file would have to be read, or its server does not answer range
 * requests.
 */
async function orUncounted(counting: Promise<number | null>): Promise<number | null> {
  try {
    return await counting;
  } catch (error) {
    if (!(error instanceof ProbeFailed)) throw error;
    return null;
  }
}
