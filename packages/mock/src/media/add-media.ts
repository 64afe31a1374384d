import { type CreateMediaBody, LIMITS, type MediaFromUrlBody } from '@fanfare/contract';
import {
  canonicalJson,
  MEDIA_REFUSALS,
  planOf,
  readIdempotencyHeader,
  refuseStorage,
  UNNAMED_FILE,
} from '@fanfare/rules';
import type { RequestContext } from '../http/handlers.ts';
import type { MockState } from '../mock-state.ts';
import { orRefuse, RequestRefusal } from '../request-refusal.ts';
import type { Project } from '../world.ts';
import { bytesAt } from './bytes-at.ts';
import { filesOf } from './hosted-files.ts';
import type { StoredMedia } from './media-world.ts';

/** The file of a request: new, or that of an earlier request with its key. */
export type MadeMedia = { readonly media: StoredMedia; readonly isNew: boolean; readonly isMismatch: boolean };

type NewFile = Pick<StoredMedia, 'filename' | 'contentType' | 'bytes'> & {
  readonly sha256?: string | undefined;
  /** The bytes of a copy; absent where they are to come. */
  readonly copy?: Uint8Array<ArrayBuffer>;
};

/** A file that comes in one call, as a repeated key is compared. */
type SmallFile = { readonly filename: string | undefined; readonly bytes: number };

/** Makes the file of a request unless its key made one before. `fileOf` reads what is announced. */
export function makeMedia<Body extends CreateMediaBody | MediaFromUrlBody | SmallFile>(
  state: MockState,
  { caller, idempotencyKeys, body }: Pick<RequestContext, 'caller' | 'idempotencyKeys'> & { readonly body: Body },
  fileOf: (body: Body) => NewFile,
): MadeMedia {
  const { key: idempotencyKey } = orRefuse(readIdempotencyHeader(idempotencyKeys));
  const request = canonicalJson(body);
  const original = filesOf(state, caller.project).find(
    (media) => idempotencyKey !== null && media.idempotencyKey === idempotencyKey,
  );
  if (original) return { media: original, isNew: false, isMismatch: original.request !== request };
  const file = fileOf(body);
  refuseTooMuch(state, caller.project, file.bytes);
  const media = toStored(state, { ...file, projectId: caller.project.id, idempotencyKey, request });
  state.world.media.set(media.id, media);
  return { media, isNew: true, isMismatch: false };
}

/**
 * Bytes of an address about which nothing was said: a JPEG of one grey block that says it is 1080 ×
 * 1350.
 */
const PICTURE =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/wAALCAVGBDgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==';

const pictureBytes = (): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(PICTURE), (character) => character.charCodeAt(0));

/** The file at a public address. A private one is never fetched. */
export function copyOf(
  state: Pick<MockState, 'remoteFiles' | 'isHostAllowed'>,
  { url, filename }: MediaFromUrlBody,
): NewFile {
  const address = new URL(url);
  const said = bytesAt(state, url);
  const copy = said === undefined ? pictureBytes() : said;
  if (copy === null)
    return orRefuse(MEDIA_REFUSALS.unreachable(`The file at ${address.host} could not be fetched.`)) as never;
  const last = address.pathname.split('/').at(-1) ?? '';
  const name = filename ?? (last.slice(0, LIMITS.mediaFilenameChars.value) || UNNAMED_FILE);
  return { filename: name, contentType: 'application/octet-stream', bytes: copy.length, copy };
}

function refuseTooMuch(state: MockState, project: Project, bytes: number): void {
  const own = filesOf(state, project);
  const kept = own.filter(({ status }) => status !== 'refused');
  const stored = {
    bytes: kept.reduce((sum, media) => sum + media.bytes, 0),
    files: own.length,
    openUploads: own.filter(({ status }) => status === 'awaiting_upload').length,
  };
  const refusal = refuseStorage(planOf(project.plan), stored, bytes);
  if (refusal) throw new RequestRefusal(refusal);
}

function toStored(
  { world, ids, clock }: MockState,
  { sha256, copy, ...file }: NewFile & Pick<StoredMedia, 'projectId' | 'idempotencyKey' | 'request'>,
): StoredMedia {
  const last = [...world.media.values()].at(-1);
  const expiresAtMs = clock.now() + LIMITS.mediaUploadSeconds.value * 1_000;
  return {
    ...file,
    id: ids.typeId('med'),
    position: (last?.position ?? 0) + 1,
    key: ids.uuid().replaceAll('-', ''),
    announcedSha256: sha256 ?? null,
    createdAtMs: clock.now(),
    status: 'awaiting_upload',
    upload: copy ? null : { token: ids.token(43), expiresAtMs },
    received: copy ?? new Uint8Array(0),
    ...{ sha256: null, facts: null, error: null, checking: null },
  };
}
