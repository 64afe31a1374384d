import { type Call, findErrorRow, NetworkError, type NetworkIo, waitUntil } from '@fanfare/network';
import type { ZodType, ZodTypeDef } from 'zod';
import { callGraph, type Graph } from './graph.ts';
import { type MetaNetwork, TABLES } from './graph-errors.ts';
import { mayPassSoon, repeatGraph } from './repeat-graph.ts';
import { createdSchema } from './wire.ts';

/** Parameters of one container, ready for the form. */
export type ContainerParams = Readonly<Record<string, string>>;

export type ContainerStatus = { readonly state: 'in_progress' } | SettledContainer;
export type SettledContainer = { readonly state: 'finished' } | { readonly state: 'published' } | FailedContainer;
export type FailedContainer =
  | { readonly state: 'expired' }
  | { readonly state: 'error'; readonly reason: string | null };

/** The spelling of the container flow both share: create, wait, publish, read back. */
export type ContainerApi = {
  readonly graph: Graph;
  /** Creates a container and lists posts; `{edge}_publish` publishes. */
  readonly edge: 'media' | 'threads';
  readonly status: { readonly fields: string; readonly answer: ZodType<ContainerStatus, ZodTypeDef, unknown> };
  /** The field of a post that holds its text. */
  readonly textField: 'caption' | 'text';
  /** Pause between FINISHED and publish. */
  readonly settleMs: number;
};

/** Meta downloads an image before it answers, so a container may take longer. */
const CREATE_TIMEOUT_MS = 60_000;

/** Failed reads in a row: a new container can answer 100/33 (gitroomhq/postiz-app#1562). */
const MISSES_ALLOWED = 4;

/**
 * Images and texts are ready within seconds, videos in tens of seconds. Meta's own pace is one look
 * a minute for at most five; publishers in production look every 2 to 30 s.
 */
const everyMs = (video: boolean) => (look: number) => {
  const pace = video ? [3000] : [1000, 2000, 3000];
  return pace[look] ?? 5000;
};

const withoutRetry = (error: NetworkError): NetworkError =>
  new NetworkError({ ...error.facts, retryAfterMs: undefined });

/**
 * Creates a container: nothing anybody can see. Errors that may pass are tried again here, up to 3
 * calls in all, so a media error that comes out is final. Throws NetworkError.
 */
export async function createContainer(
  call: Call,
  api: ContainerApi,
  params: ContainerParams,
  mediaIndex: number | undefined,
): Promise<string> {
  try {
    const { id } = await repeatGraph(call, () =>
      callGraph(call, api.graph, {
        method: 'POST',
        path: `${encodeURIComponent(call.account.platformUserId)}/${api.edge}`,
        params,
        token: call.credential.accessToken,
        effect: 'hidden',
        timeoutMs: CREATE_TIMEOUT_MS,
        mediaIndex,
        answer: createdSchema,
      }),
    );
    return id;
  } catch (error) {
    throw error instanceof NetworkError && error.code.startsWith('media_') ? withoutRetry(error) : error;
  }
}

export function readContainer(
  io: NetworkIo & Pick<Call, 'credential'>,
  api: ContainerApi,
  id: string,
): Promise<ContainerStatus> {
  return callGraph(io, api.graph, {
    method: 'GET',
    path: encodeURIComponent(id),
    params: { fields: api.status.fields },
    token: io.credential.accessToken,
    effect: 'read',
    answer: api.status.answer,
  });
}

/** Waits for the end of a container. Throws NetworkError, also `media_processing_timeout`. */
export async function awaitContainer(
  io: NetworkIo & Pick<Call, 'credential'>,
  api: ContainerApi,
  id: string,
  wait: { readonly atMostMs: number; readonly video: boolean; readonly mediaIndex: number | undefined },
): Promise<SettledContainer> {
  let misses = 0;
  const look = async (): Promise<SettledContainer | null> => {
    try {
      const status = await readContainer(io, api, id);
      misses = 0;
      return status.state === 'in_progress' ? null : status;
    } catch (error) {
      misses += 1;
      if (!mayPassSoon(error) || misses > MISSES_ALLOWED || io.signal.aborted) throw error;
      return null;
    }
  };
  return waitUntil(io, look, { everyMs: everyMs(wait.video), atMostMs: wait.atMostMs, mediaIndex: wait.mediaIndex });
}

/**
 * The error of a container that ended in ERROR or EXPIRED. Instagram puts a subcode into a sentence
 * ("… failed with error code 2207082"); Threads gives a name. `retryAfterMs` is set when a new
 * container may fare better.
 */
export function containerError(
  network: MetaNetwork,
  status: FailedContainer,
  mediaIndex: number | undefined,
): NetworkError {
  const reason = status.state === 'error' ? status.reason : null;
  const subcode = /\b(?:2207|4279)\d{3}\b/.exec(reason ?? '')?.[0];
  const codes = status.state === 'expired' ? ['EXPIRED'] : [`/${subcode}`, reason ?? ''];
  const row = findErrorRow(TABLES[network].rows, { status: 200, codes, text: '', own: true }, 'container');
  return new NetworkError({
    code: row.code,
    outcome: 'rejected',
    message: row.message,
    retryAfterMs: row.retry === 'reset' ? undefined : row.retry,
    networkCode: subcode ?? (status.state === 'error' ? 'ERROR' : 'EXPIRED'),
    networkMessage: reason ?? undefined,
    mediaIndex,
    remedy: row.remedy,
    credential: row.credential,
  });
}
