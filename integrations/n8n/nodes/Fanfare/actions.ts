import { type IDataObject, type IExecuteFunctions, NodeOperationError, sleep } from 'n8n-workflow';
import { type Answer, part, send } from './api.ts';
import { type Account, chooseAccounts } from './choose-accounts.ts';
import { describeFailedTargets } from './describe-failure.ts';
import { againOf } from './failed-targets.ts';
import { keyOf } from './idempotency-key.ts';
import { mediaItemsOf, uploadBinary } from './media.ts';
import type { MediaEntry } from './media-entries.ts';
import { momentOf } from './moment.ts';
import { isSettled, type Post } from './post.ts';
import { optionsOf } from './target-options.ts';

/** One item of a run, and what all items of the run share. */
export type Work = {
  readonly context: IExecuteFunctions;
  readonly itemIndex: number;
  /** Reads the accounts of the project, once a run. */
  readonly accounts: () => Promise<readonly Account[]>;
};

/** A run of one operation: its results, or an exception. */
export type Action = (work: Work) => Promise<IDataObject | IDataObject[]>;

type PostOptions = {
  readonly idempotencyKey?: string;
  readonly firstComment?: string;
  readonly convert?: boolean;
  readonly ignoreUnusedBinary?: boolean;
  readonly onFailedTargets?: 'fail' | 'continue';
};

/** Publishing a video takes up to four minutes. */
const PUBLISH_TIMEOUT_MS = 300_000;
const SETTLE_READS = 720;
const PAUSE_MS = 5000;

const text = ({ context, itemIndex }: Work, name: string): string =>
  String(context.getNodeParameter(name, itemIndex, '') ?? '').trim();
const postOptions = ({ context, itemIndex }: Work): PostOptions =>
  context.getNodeParameter('options', itemIndex, {}) as PostOptions;

/** The key that the item gives, or the one of its place in the execution. */
function idempotencyKeyOf(work: Work): string {
  const given = String(postOptions(work).idempotencyKey ?? '').trim();
  if (given !== '') return given;
  const { context, itemIndex } = work;
  return keyOf({
    executionId: context.getExecutionId(),
    nodeId: context.getNode().id,
    runIndex: Number(context.evaluateExpression('{{ $runIndex }}', itemIndex)),
    itemIndex,
  });
}

/** The request of a post, with its binary data uploaded. */
async function requestOf(work: Work, idempotencyKey: string): Promise<IDataObject> {
  const { context, itemIndex } = work;
  const { firstComment, convert, ignoreUnusedBinary = false } = postOptions(work);
  const chosen = chooseAccounts(context.getNodeParameter('accounts', itemIndex, []), await work.accounts());
  const values = context.getNodeParameter('targetOptions.value', itemIndex, null) as IDataObject | null;
  const entries = context.getNodeParameter('media.items', itemIndex, []) as MediaEntry[];
  const mediaItems = await mediaItemsOf(context, itemIndex, {
    entries,
    ignoreUnused: ignoreUnusedBinary,
    idempotencyKey,
  });
  return {
    content: String(context.getNodeParameter('text', itemIndex, '') ?? ''),
    ...(mediaItems.length > 0 && { mediaItems }),
    ...(convert === false && { convert }),
    platforms: chosen.map(({ id, platform }) => ({
      accountId: id,
      platform,
      ...(firstComment && { firstComment }),
      ...optionsOf(platform, values ?? {}),
    })),
  };
}

type Created = { post: Post; replayed: boolean; warnings: unknown[] };

/** Makes a post, waits for its result, and fails when a target did, unless the item goes on. */
async function create(work: Work, body: IDataObject, idempotencyKey: string): Promise<IDataObject> {
  const { context, itemIndex } = work;
  const call = {
    method: 'POST',
    path: '/posts',
    body,
    idempotencyKey,
    timeoutMs: PUBLISH_TIMEOUT_MS,
    itemIndex,
  } as const;
  const { data, headers }: Answer<Created> = await send(context, call);
  if (headers['idempotency-mismatch'] !== undefined)
    throw new NodeOperationError(
      context.getNode(),
      `The idempotency key ${idempotencyKey} was used before with another request: nothing was published`,
      { itemIndex, description: `Its post is ${data.post.id}. Give what is new a key of its own.` },
    );
  const post = data.post.publishAt === null ? await settled(work, data.post) : data.post;
  const failed = post.targets.some(({ status }) => status === 'failed');
  if (failed && postOptions(work).onFailedTargets !== 'continue') {
    const { message, description } = describeFailedTargets(post);
    throw new NodeOperationError(context.getNode(), message, { itemIndex, description });
  }
  return { ...data, post, idempotencyKey } as unknown as IDataObject;
}

/**
 * The post once every target has its result: a repeated request meets one that is being published.
 */
async function settled({ context, itemIndex }: Work, post: Post): Promise<Post> {
  let last = post;
  for (let reads = 0; !isSettled(last) && reads < SETTLE_READS; reads++) {
    if (reads > 0) await sleep(PAUSE_MS);
    const { data } = await send<{ post: Post }>(context, { method: 'GET', path: `/posts/${part(post.id)}`, itemIndex });
    last = data.post;
  }
  return last;
}

async function publishAt(work: Work): Promise<string> {
  return momentOf(text(work, 'publishAt'), work.context.getTimezone());
}

async function list(work: Work, path: string, key: string, query: IDataObject): Promise<IDataObject[]> {
  const { context, itemIndex } = work;
  const all = context.getNodeParameter('returnAll', itemIndex, false) as boolean;
  const limit = all ? Number.POSITIVE_INFINITY : (context.getNodeParameter('limit', itemIndex, 50) as number);
  const found: IDataObject[] = [];
  for (let cursor: unknown; found.length < limit; ) {
    const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== '' && value !== undefined));
    const page = {
      ...given,
      limit: Math.min(100, limit - found.length),
      ...(cursor ? { cursor: String(cursor) } : {}),
    };
    const { data } = await send<IDataObject>(context, { method: 'GET', path, query: page, itemIndex });
    found.push(...(data[key] as IDataObject[]));
    cursor = data.nextCursor;
    if (!cursor) break;
  }
  return found;
}

const ofPost =
  (method: 'GET' | 'POST', end: string): Action =>
  async (work) => {
    const path = `/posts/${part(text(work, 'postId'))}${end}`;
    return (await send<IDataObject>(work.context, { method, path, itemIndex: work.itemIndex })).data;
  };

/** The action of each operation, by resource. */
export const ACTIONS: Readonly<Record<string, Readonly<Record<string, Action>>>> = {
  post: {
    publish: async (work) => {
      const key = idempotencyKeyOf(work);
      return create(work, await requestOf(work, key), key);
    },
    schedule: async (work) => {
      const key = idempotencyKeyOf(work);
      return create(work, { ...(await requestOf(work, key)), publishAt: await publishAt(work) }, key);
    },
    check: async (work) => {
      const body = await requestOf(work, idempotencyKeyOf(work));
      const { context, itemIndex } = work;
      return (await send<IDataObject>(context, { method: 'POST', path: '/posts/validate', body, itemIndex })).data;
    },
    get: ofPost('GET', ''),
    getAll: async (work) => list(work, '/posts', 'posts', work.context.getNodeParameter('filters', work.itemIndex, {})),
    cancel: ofPost('POST', '/cancel'),
    retryFailed: async (work) => {
      const { context, itemIndex } = work;
      const path = `/posts/${part(text(work, 'postId'))}`;
      const { data } = await send<{ post: Post }>(context, { method: 'GET', path, itemIndex });
      const unknown = context.getNodeParameter('includeOutcomeUnknown', itemIndex, false) as boolean;
      const again = againOf(data.post, unknown);
      return again
        ? create(work, again.body, again.idempotencyKey)
        : ({ ...data, nothingToRetry: true } as unknown as IDataObject);
    },
    getMetrics: ofPost('GET', '/metrics'),
  },
  media: {
    upload: async (work) => {
      const { context, itemIndex } = work;
      const media = await uploadBinary(context, itemIndex, {
        property: text(work, 'binaryPropertyName'),
        filename: text(work, 'fileName'),
        idempotencyKey: `${idempotencyKeyOf(work)}.file`,
      });
      return { media };
    },
  },
  account: {
    getAll: async ({ context, itemIndex }) => {
      const query = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
      const { data } = await send<{ accounts: IDataObject[] }>(context, {
        method: 'GET',
        path: '/accounts',
        query,
        itemIndex,
      });
      return data.accounts;
    },
  },
};
