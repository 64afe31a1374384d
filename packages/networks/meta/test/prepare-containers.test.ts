import { type Call, type HostedCopy, NetworkError } from '@fanfare/network';
import { describe, expect, it } from 'vitest';
import { type ContainerPlan, prepareContainers } from '../src/prepare-containers.ts';
import { CREATE, created, STATUS, state, testApi } from './container-api.ts';
import { graphError, noAnswer, type Script, scriptNetwork } from './scripted-network.ts';

const single: ContainerPlan = { items: [{ params: { url: 'a' }, video: false, mediaIndex: 0 }], parent: null };
const video: ContainerPlan = { items: [{ params: { url: 'v' }, video: true, mediaIndex: 0 }], parent: null };
const carousel: ContainerPlan = {
  items: [
    { params: { url: 'a' }, video: false, mediaIndex: 0 },
    { params: { url: 'b' }, video: true, mediaIndex: 1 },
    { params: { url: 'c' }, video: false, mediaIndex: 2 },
  ],
  parent: { text: 'Hello' },
};

/**
 * Creates `c-<url>` for an item and `c-parent` for the parent, unless the script says otherwise.
 */
const creating: Script = {
  [CREATE]: (params) => created(params.children === undefined ? `c-${params.url}` : 'c-parent'),
  [STATUS('c-a')]: state('finished'),
  [STATUS('c-b')]: state('finished'),
  [STATUS('c-c')]: state('finished'),
  [STATUS('c-v')]: state('finished'),
  [STATUS('c-parent')]: state('finished'),
};

const failure = async (run: Promise<unknown>): Promise<NetworkError> => {
  const error = await run.then(
    () => new Error('expected a failure'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NetworkError)) throw error;
  return error;
};

describe('prepareContainers', () => {
  it('waits for an image too and hands over its container', async () => {
    const { call, seen } = scriptNetwork({
      ...creating,
      [STATUS('c-a')]: [state('in_progress'), state('in_progress'), state('finished')],
    });
    const startedAt = call.clock.now();
    expect(await prepareContainers(call, testApi, single)).toEqual({ handle: 'c-a', body: null });
    expect(seen.map(({ call: name, params, effect }) => [name, params, effect])).toEqual([
      [CREATE, { url: 'a', access_token: 'TOKEN-CANARY' }, 'hidden'],
      ...Array(3).fill([STATUS('c-a'), { fields: 'state', access_token: 'TOKEN-CANARY' }, 'read']),
    ]);
    expect(call.clock.now() - startedAt).toBe(3000);
  });

  it('lets a finished container settle where the network needs it', async () => {
    const { call } = scriptNetwork(creating);
    const startedAt = call.clock.now();
    await prepareContainers(call, { ...testApi, settleMs: 2000 }, single);
    expect(call.clock.now() - startedAt).toBe(2000);
  });

  it('joins the items of a carousel in array order, whichever is ready first', async () => {
    const { call, seen, steps } = scriptNetwork({
      ...creating,
      [STATUS('c-a')]: [state('in_progress'), state('in_progress'), state('in_progress'), state('finished')],
    });
    expect(await prepareContainers(call, testApi, carousel)).toEqual({ handle: 'c-parent', body: null });
    expect(steps).toEqual([0, 1, 2, 3]);
    expect(seen.filter((one) => one.call === CREATE).at(-1)?.params).toEqual({
      text: 'Hello',
      children: 'c-a,c-b,c-c',
      access_token: 'TOKEN-CANARY',
    });
  });

  it('creates a container again when the network could not fetch the file, and no more than three times', async () => {
    const { call, seen } = scriptNetwork({ ...creating, [CREATE]: [graphError(9004, 2207052), created('c-a')] });
    expect((await prepareContainers(call, testApi, single)).handle).toBe('c-a');
    expect(seen.filter((one) => one.call === CREATE)).toHaveLength(2);

    const broken = scriptNetwork({ ...creating, [CREATE]: graphError(9004, 2207052) });
    const error = await failure(prepareContainers(broken.call, testApi, single));
    expect(broken.seen).toHaveLength(3);
    expect([error.code, error.outcome, error.facts.mediaIndex, error.facts.retryAfterMs]).toEqual([
      'media_unreachable',
      'rejected',
      0,
      undefined,
    ]);
  });

  it('creates a container again after a lost answer, since it is not visible', async () => {
    const { call } = scriptNetwork({ ...creating, [CREATE]: [noAnswer('hidden'), created('c-a')] });
    expect((await prepareContainers(call, testApi, single)).handle).toBe('c-a');
  });

  it('sends a refused file once', async () => {
    const { call, seen } = scriptNetwork({ ...creating, [CREATE]: graphError(36003, 2207009) });
    const error = await failure(prepareContainers(call, testApi, single));
    expect([error.code, error.facts.mediaIndex, seen.length]).toEqual(['media_rejected', 0, 1]);
  });

  it('leaves throttling to the caller that runs the target', async () => {
    const { call, seen } = scriptNetwork({ ...creating, [CREATE]: graphError(4) });
    const error = await failure(prepareContainers(call, testApi, single));
    expect([error.code, error.facts.retryAfterMs, seen.length]).toEqual(['rate_limited', 60_000, 1]);
  });

  it('makes a new container, under a new number, when the network’s own download failed later', async () => {
    const script: Script = {
      ...creating,
      [CREATE]: [created('c-1'), created('c-2')],
      [STATUS('c-1')]: state('error', 'FAILED_DOWNLOADING_VIDEO'),
      [STATUS('c-2')]: state('finished'),
    };
    const { call, steps, journal } = scriptNetwork(script);
    expect((await prepareContainers(call, testApi, video)).handle).toBe('c-2');
    expect(steps).toEqual([0, 1]);

    const again = scriptNetwork(script, { journal });
    expect((await prepareContainers(again.call, testApi, video)).handle).toBe('c-2');
    expect(again.steps).toEqual([]);
  });

  it('numbers a second container of a carousel item separately from its siblings and the parent', async () => {
    const { call, steps, seen } = scriptNetwork({
      ...creating,
      [CREATE]: [created('c-1'), created('c-b'), created('c-c'), created('c-a'), created('c-parent')],
      [STATUS('c-1')]: state('error', 'UNKNOWN'),
    });
    expect((await prepareContainers(call, testApi, carousel)).handle).toBe('c-parent');
    expect(steps).toEqual([0, 1, 2, 4, 3]);
    expect(seen.filter((one) => one.call === CREATE).at(-1)?.params.children).toBe('c-a,c-b,c-c');
  });

  it('fails after three containers of one item', async () => {
    const { call, steps } = scriptNetwork({ ...creating, [STATUS('c-v')]: state('error', 'FAILED_PROCESSING_VIDEO') });
    const error = await failure(prepareContainers(call, testApi, video));
    expect(steps).toEqual([0, 1, 2]);
    expect(error.facts).toEqual({
      code: 'media_processing_failed',
      outcome: 'rejected',
      message: 'Threads could not process the video.',
      networkCode: 'ERROR',
      networkMessage: 'FAILED_PROCESSING_VIDEO',
      mediaIndex: 0,
      remedy: 'Use MP4 or MOV, H.264 or HEVC, AAC sound, 23 to 60 frames per second, up to 5 minutes and 1 GB.',
      credential: undefined,
    });
  });

  it('replaces a container that expired before it was published', async () => {
    const { call, steps } = scriptNetwork(
      { ...creating, [STATUS('old')]: state('expired') },
      { journal: new Map([[0, 'old']]) },
    );
    expect((await prepareContainers(call, testApi, single)).handle).toBe('c-a');
    expect(steps).toEqual([1]);
  });

  it('never publishes a container that was published by another run', async () => {
    const { call } = scriptNetwork({ ...creating, [STATUS('c-a')]: state('published') });
    const error = await failure(prepareContainers(call, testApi, single));
    expect([error.code, error.outcome]).toEqual(['outcome_unknown', 'unknown']);
  });

  it('names the item of a carousel that failed and stops waiting for the others', async () => {
    const { call, seen } = scriptNetwork({
      ...creating,
      [STATUS('c-b')]: state('error', 'INVALID_DURATION'),
      [STATUS('c-c')]: state('in_progress'),
    });
    const startedAt = call.clock.now();
    const error = await failure(prepareContainers(call, testApi, carousel));
    expect([error.code, error.facts.mediaIndex]).toEqual(['media_rejected', 1]);
    expect(call.clock.now() - startedAt).toBeLessThan(5000);
    expect(seen.some((one) => one.params.children !== undefined)).toBe(false);
  });

  it.each([
    ['a video after 240 s', video, 'c-v', 240_000],
    ['an image after 60 s', single, 'c-a', 60_000],
  ] as const)('stops waiting for %s', async (_, plan, id, atMostMs) => {
    const { call } = scriptNetwork({ ...creating, [STATUS(id)]: state('in_progress') });
    const startedAt = call.clock.now();
    const error = await failure(prepareContainers(call, testApi, plan));
    expect([error.code, error.outcome, error.facts.mediaIndex]).toEqual(['media_processing_timeout', 'rejected', 0]);
    const waitedMs = call.clock.now() - startedAt;
    expect(waitedMs).toBeGreaterThan(atMostMs - 6000);
    expect(waitedMs).toBeLessThanOrEqual(atMostMs);
  });

  it('keeps polling through glitches on a new container, but not forever', async () => {
    const glitch = graphError(100, 33);
    const passing = scriptNetwork({ ...creating, [STATUS('c-a')]: [glitch, noAnswer('read'), state('finished')] });
    expect((await prepareContainers(passing.call, testApi, single)).handle).toBe('c-a');

    const lasting = scriptNetwork({ ...creating, [STATUS('c-a')]: glitch });
    const error = await failure(prepareContainers(lasting.call, testApi, single));
    expect([error.code, error.facts.networkCode]).toEqual(['network_unavailable', '100/33']);
    expect(lasting.seen.filter((one) => one.call === STATUS('c-a'))).toHaveLength(5);
  });

  it('reports at once that the token was refused during the wait', async () => {
    const { call, seen } = scriptNetwork({ ...creating, [STATUS('c-a')]: graphError(190, 463) });
    const error = await failure(prepareContainers(call, testApi, single));
    expect([error.code, error.facts.credential, seen.length]).toEqual(['credential_rejected', 'expired', 2]);
  });

  it('reads an error that comes with HTTP 200', async () => {
    const { call } = scriptNetwork({ ...creating, [CREATE]: graphError(190, 458, 'words', 200) });
    const error = await failure(prepareContainers(call, testApi, single));
    expect([error.code, error.facts.credential]).toEqual(['credential_rejected', 'revoked']);
  });
});

describe('prepareContainers with copies', () => {
  const draft = { content: '', media: [], firstComment: null, aiGenerated: false, spaceSlug: null };
  const plan: ContainerPlan = {
    items: [
      { params: { image_url: 'a' }, video: false, mediaIndex: 0 },
      { params: { video_url: 'v', cover_url: 'c' }, video: true, mediaIndex: 1 },
    ],
    parent: { text: 'Hello' },
    draft,
  };
  /** Containers of originals fail, those of copies are ready. */
  const script = (refusal: Script[string] = graphError(9004, 2207052)): Script => ({
    [CREATE]: ({ image_url, video_url, children }) => {
      if (children !== undefined) return created('c-parent');
      if (image_url === 'a')
        return typeof refusal === 'function' ? refusal({}) : (refusal as ReturnType<typeof graphError>);
      return created(image_url ?? `c-${video_url}`);
    },
    [STATUS('copy-a')]: state('finished'),
    [STATUS('c-v')]: state('error', 'FAILED_DOWNLOADING_VIDEO'),
    [STATUS('c-copy-v')]: state('finished'),
    [STATUS('c-parent')]: state('finished'),
  });
  const copying = (
    network: ReturnType<typeof scriptNetwork>,
    hostCopy: (url: string) => HostedCopy = (url) => ({ url: `copy-${url}` }),
  ): Call => ({ ...network.call, media: { ...network.call.media, hostCopy: async ({ url }) => hostCopy(url) } });

  it('makes the containers again with copies, under numbers of their own, and never again once they stand', async () => {
    const first = scriptNetwork(script());
    expect((await prepareContainers(copying(first), testApi, plan)).handle).toBe('c-parent');
    // Two items and a parent: rounds of three numbers, those of copies behind three rounds.
    expect([...first.steps].sort((a, b) => a - b)).toEqual([0, 1, 2, 4, 7, 9, 10]);
    expect(
      first.seen.filter(({ call }) => call === CREATE).map(({ params: { access_token: _, ...params } }) => params),
    ).toContainEqual({
      ...{ video_url: 'copy-v', cover_url: 'copy-c' },
    });
    const again = scriptNetwork(script(), { journal: first.journal });
    expect((await prepareContainers(copying(again), testApi, plan)).handle).toBe('c-parent');
    expect(again.steps).toEqual([0]);
  });

  it('copies the file alone that the network names', async () => {
    const copied: string[] = [];
    const reel: ContainerPlan = { ...plan, items: [plan.items[1]!], parent: null };
    const network = scriptNetwork({
      [CREATE]: ({ cover_url, video_url }) =>
        cover_url === 'c'
          ? graphError(9004, 2207052, 'could not be fetched from this URI: c')
          : created(`c-copy-${video_url}`),
      [STATUS('c-copy-v')]: state('finished'),
    });
    await prepareContainers(
      copying(network, (url) => ({ url: `${copied.push(url)}` })),
      testApi,
      reel,
    );
    expect(copied).toEqual(['c']);
  });

  it.each([
    ['has none', null, 'media_unreachable', /^Serve the file under a public address/],
    ['has no room', 'No room.', 'media_unreachable', / No room\.$/],
  ])('leaves the error of the network where the service %s', async (_what, why, code, remedy) => {
    const error = await failure(
      prepareContainers(
        copying(scriptNetwork(script()), () => ({ url: null, remedy: why })),
        testApi,
        { ...plan, items: [plan.items[0]] },
      ),
    );
    expect([error.code, error.facts.networkCode, error.facts.remedy]).toEqual([
      code,
      '9004/2207052',
      expect.stringMatching(remedy),
    ]);
  });

  it('says so when the network cannot fetch the copy either', async () => {
    const network = scriptNetwork({ [CREATE]: graphError(9004, 2207052) });
    const error = await failure(
      prepareContainers(copying(network), testApi, { ...plan, items: [plan.items[0]], parent: null }),
    );
    expect([error.code, error.facts.message, error.facts.mediaIndex, network.seen.length]).toEqual([
      'media_unreachable',
      'Threads could not fetch the media file from its address. It could not fetch the copy that this service hosts either.',
      0,
      6,
    ]);
  });

  it('asks for no copy after another error', async () => {
    const call = copying(scriptNetwork(script(graphError(36003, 2207009))), () => {
      throw new Error('No copy is wanted.');
    });
    const error = await failure(prepareContainers(call, testApi, { ...plan, items: [plan.items[0]] }));
    expect(error.code).toBe('media_rejected');
  });
});
