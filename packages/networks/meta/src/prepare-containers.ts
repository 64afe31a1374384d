import { type Call, type CopyRequest, NetworkError, PROCESSING_LIMIT_MS, type Prepared } from '@fanfare/network';
import {
  awaitContainer,
  type ContainerApi,
  type ContainerParams,
  containerError,
  createContainer,
} from './container.ts';
import { type Copied, copyFiles, ofCopies } from './send-copies.ts';

export type PlannedContainer = {
  readonly params: ContainerParams;
  readonly video: boolean;
  /** Index into the draft's media; absent on a text post. */
  readonly mediaIndex?: number;
};

/** The parts of a post: one container, or the items of a carousel and their parent. */
export type ContainerPlan = {
  readonly items: readonly [PlannedContainer, ...PlannedContainer[]];
  /** Parameters of the parent except `children`; null when the single item is the post. */
  readonly parent: ContainerParams | null;
  /** The post, for copies of files that the network cannot fetch. Without it none are sent. */
  readonly draft?: CopyRequest['draft'];
};

/**
 * Containers for an item: the first and two more after failed downloads, and as many with copies.
 */
const ROUNDS = 3;
const PAUSE_BETWEEN_ROUNDS_MS = 2000;
const STILL_LIMIT_MS = 60_000;
const PARENT_LIMIT_MS = 90_000;

function alreadyPublished(network: string): NetworkError {
  return new NetworkError({
    code: 'outcome_unknown',
    outcome: 'unknown',
    message: `${network} says that the prepared post is already published, and this service has no record of publishing it.`,
    remedy: 'Look at the profile before sending the target again.',
  });
}

type Item = PlannedContainer & Pick<ContainerPlan, 'draft'> & { readonly atMostMs: number };
/** The ordinal of the step of a round, on every run. */
type Ordinal = (round: number) => number;

/**
 * Brings a container to FINISHED, in the end with copies of files that the network cannot fetch.
 */
async function readyContainer(
  call: Call,
  waiting: AbortSignal,
  api: ContainerApi,
  item: Item,
  ordinal: Ordinal,
): Promise<string> {
  const asGiven = { params: item.params, warnings: [] };
  const { draft, mediaIndex } = item;
  if (draft === undefined || mediaIndex === undefined) return tryRounds(call, waiting, api, item, asGiven, ordinal);
  try {
    return await tryRounds(call, waiting, api, item, asGiven, ordinal);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    const copied = await copyFiles(call, waiting, api.graph.network, { ...item, draft, mediaIndex }, error);
    return await tryRounds(call, waiting, api, item, copied, (round) => ordinal(ROUNDS + round)).catch(
      (again: unknown) => {
        throw ofCopies(again);
      },
    );
  }
}

async function tryRounds(
  call: Call,
  waiting: AbortSignal,
  api: ContainerApi,
  item: Item,
  { params, warnings }: Copied,
  ordinal: Ordinal,
): Promise<string> {
  const startedAt = call.clock.now();
  const io = { ...call, signal: waiting };
  for (let round = 0; ; round++) {
    const id = await call.step({
      kind: 'container',
      ordinal: ordinal(round),
      send: (warn) => {
        waiting.throwIfAborted();
        // The step of the first round keeps them.
        if (round === 0) warnings.forEach(warn);
        return createContainer(call, api, params, item.mediaIndex);
      },
    });
    const status = await awaitContainer(io, api, id, {
      atMostMs: Math.max(0, item.atMostMs - (call.clock.now() - startedAt)),
      video: item.video,
      mediaIndex: item.mediaIndex,
    });
    if (status.state === 'finished') return id;
    if (status.state === 'published') throw alreadyPublished(api.graph.network);
    const error = containerError(api.graph.network, status, item.mediaIndex);
    const { retryAfterMs, ...final } = error.facts;
    if (retryAfterMs === undefined || round + 1 === ROUNDS) throw new NetworkError(final);
    await io.clock.sleep(PAUSE_BETWEEN_ROUNDS_MS, waiting);
  }
}

/** All items at once, within the runner's limits. The first failure ends the others' wait. */
async function readyItems(
  call: Call,
  api: ContainerApi,
  plan: ContainerPlan,
  width: number,
): Promise<readonly string[]> {
  const others = new AbortController();
  const waiting = AbortSignal.any([call.signal, others.signal]);
  const failures: unknown[] = [];
  const ready = plan.items.map(async (item, position) => {
    const atMostMs = item.video ? PROCESSING_LIMIT_MS : STILL_LIMIT_MS;
    try {
      return await readyContainer(
        call,
        waiting,
        api,
        { ...item, draft: plan.draft, atMostMs },
        (round) => round * width + position,
      );
    } catch (error) {
      failures.push(error);
      others.abort(error);
      throw error;
    }
  });
  const settled = await Promise.allSettled(ready);
  if (failures.length > 0) throw failures[0];
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

/**
 * Does everything hidden about a post: creates its containers in array order of the media, waits
 * for each, then the carousel parent. The handle of what it returns is the container to publish.
 * Throws NetworkError; nothing is public when it does.
 */
export async function prepareContainers(call: Call, api: ContainerApi, plan: ContainerPlan): Promise<Prepared> {
  const width = plan.items.length + (plan.parent === null ? 0 : 1);
  const items = await readyItems(call, api, plan, width);
  const handle =
    plan.parent === null
      ? items[0]!
      : await readyContainer(
          call,
          call.signal,
          api,
          { params: { ...plan.parent, children: items.join(',') }, video: false, atMostMs: PARENT_LIMIT_MS },
          (round) => round * width + plan.items.length,
        );
  if (api.settleMs > 0) await call.clock.sleep(api.settleMs, call.signal);
  return { handle, body: null };
}
