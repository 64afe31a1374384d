import { Readable } from 'node:stream';
import type { Request } from 'express';
import { readMultipart } from '../../read-multipart.ts';
import { sniffMedia } from '../../sniff-media.ts';
import { readVideoFacts } from '../../video-facts.ts';
import type { Caller } from '../admit.ts';
import { mayReadAs, mayWriteAs, writerRefusal } from '../page-roles.ts';
import { listAt, textAt, valueAt } from '../restli/body-path.ts';
import { forbiddenMedia, illegalArgument, invalidValue, notFound, refusal, schemaRefusal } from '../restli/refusals.ts';
import { empty, json, type Reply } from '../restli/reply.ts';
import { readJson } from '../restli/request-body.ts';
import { rawQuery, textParameter } from '../restli/restli-query.ts';
import { type Schema, schemaProblems } from '../restli/restli-schema.ts';
import { secret } from '../urns.ts';
import type { Media, World } from '../world.ts';
import { receiveCaptions } from './captions.ts';
import { acceptFile, lookAt, newMedia, newUpload } from './media.ts';

// Microsoft Learn, LinkedIn Videos API, checked 2026-11.
const PART_BYTES = 4_194_304;
const MIN_BYTES = 75_000;
const MAX_BYTES = 500 * 1024 * 1024;
const MIN_MS = 3_000;
const MAX_MS = 30 * 60_000;

const initializeSchema: Schema = {
  fields: {
    initializeUploadRequest: {
      fields: {
        owner: 'string',
        fileSizeBytes: 'integer',
        uploadCaptions: 'boolean',
        uploadThumbnail: 'boolean',
        purpose: 'string',
      },
      optional: ['uploadCaptions', 'uploadThumbnail', 'purpose'],
    },
  },
  optional: [],
};

const finalizeSchema: Schema = {
  fields: {
    finalizeUploadRequest: {
      fields: { video: 'string', uploadToken: 'string', uploadedPartIds: { items: 'string' } },
      optional: [],
    },
  },
  optional: [],
};

type Part = { bytes: Buffer | null; etag: string | null };

/** The parts of unfinished videos, and the announced number of bytes. */
const pending = new WeakMap<
  Media,
  { readonly parts: readonly Part[]; readonly announcedBytes: number; readonly hasCaptions: boolean }
>();

/** `POST /rest/videos?action=…` */
export async function actOnVideos(world: World, caller: Caller, req: Request): Promise<Reply> {
  const action = textParameter(rawQuery(req), 'action');
  if (action === undefined) return illegalArgument("Parameter 'action' is required");
  const body = await readJson(req);
  if (!body.ok) return body.reply;
  if (action === 'initializeUpload') return startVideo(world, caller, body.value);
  if (action === 'finalizeUpload') return finalizeVideo(world, caller, body.value);
  return illegalArgument('Invalid query parameters passed to request');
}

function startVideo(world: World, caller: Caller, body: unknown): Reply {
  const problems = schemaProblems(initializeSchema, body);
  if (problems.length > 0) return schemaRefusal(problems);
  const wanted = valueAt(body, 'initializeUploadRequest');
  const owner = textAt(wanted, 'owner');
  const refused = writerRefusal(world, caller, { urn: owner, as: 'owner', path: '/initializeUploadRequest/owner' });
  if (refused) return refused;
  const announcedBytes = Number(valueAt(wanted, 'fileSizeBytes'));
  if (announcedBytes <= 0 || announcedBytes > MAX_BYTES) return invalidValue('fileSizeBytes', announcedBytes);

  const video = newMedia(world, 'video', owner);
  const parts = Array.from(
    { length: Math.ceil(announcedBytes / PART_BYTES) },
    (): Part => ({ bytes: null, etag: null }),
  );
  pending.set(video, { parts, announcedBytes, hasCaptions: valueAt(wanted, 'uploadCaptions') === true });
  const expiresAt = world.context.clock.now() + world.settings.videoUrlLifeMs;
  // The addresses are signed: a video's bytes need no token, unlike an image's.
  const address = (name: string, receive: (bytes: Buffer) => Reply) =>
    newUpload(world, { media: video, name, kind: 'video', bearerId: null, expiresAt, receive });
  return json(200, {
    value: {
      uploadUrlsExpireAt: expiresAt,
      video: video.urn,
      uploadInstructions: parts.map((part, index) => ({
        uploadUrl: address(`uploaded-video/part${index}`, (bytes) => receivePart(world, part, bytes)),
        firstByte: index * PART_BYTES,
        lastByte: Math.min((index + 1) * PART_BYTES, announcedBytes) - 1,
      })),
      uploadToken: '',
      ...(valueAt(wanted, 'uploadCaptions') === true && {
        captionsUploadUrl: newUpload(world, {
          media: video,
          name: 'uploaded-captions/0',
          kind: 'video',
          method: 'POST',
          bearerId: caller.member.id,
          expiresAt,
          receive: async (bytes, headers) =>
            receiveCaptions(video, await readMultipart(Readable.from([bytes]), headers)),
        }),
      }),
      ...(valueAt(wanted, 'uploadThumbnail') === true && {
        thumbnailUploadUrl: address('uploaded-thumbnail/0', (bytes) => receiveCover(world, video, bytes)),
      }),
    },
  });
}

function finalizeVideo(world: World, caller: Caller, body: unknown): Reply {
  const problems = schemaProblems(finalizeSchema, body);
  if (problems.length > 0) return schemaRefusal(problems);
  const wanted = valueAt(body, 'finalizeUploadRequest');
  const video = world.media.get(textAt(wanted, 'video'));
  const upload = video && pending.get(video);
  if (video?.kind !== 'video' || !upload) return refusal(400, 'INVALID_VIDEO_ID', 'This Video ID is invalid');
  if (!mayWriteAs(world, caller.member.id, video.owner)) return forbiddenMedia('video');
  const token = textAt(wanted, 'uploadToken');
  if (token !== '') return invalidValue('uploadToken', token);
  const received = upload.parts.flatMap(({ bytes }) => (bytes ? [bytes] : []));
  // Announced subtitles are awaited like the parts.
  if (received.length < upload.parts.length || (upload.hasCaptions && video.captionsLanguage === null)) {
    return refusal(400, 'MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload');
  }
  const ids = listAt(wanted, 'uploadedPartIds');
  const inOrder = ids.length === upload.parts.length && upload.parts.every(({ etag }, index) => etag === ids[index]);
  if (!inOrder) return invalidValue('uploadedPartIds', ids);
  const bytes = Buffer.concat(received);
  if (bytes.byteLength !== upload.announcedBytes) {
    return illegalArgument(`uploaded ${bytes.byteLength} bytes but fileSizeBytes is ${upload.announcedBytes}`);
  }
  pending.delete(video);
  acceptFile(world, video, {
    bytes,
    contentType: sniffMedia(bytes) ?? 'application/octet-stream',
    failure: videoFailure(bytes),
  });
  return empty(200);
}

/** `GET /rest/videos/{urn}`: unlike images, members may read their own. */
export function showVideo(world: World, caller: Caller, urn: string): Reply {
  const video = world.media.get(urn);
  if (video?.kind !== 'video') return notFound();
  if (!mayReadAs(world, caller.member.id, video.owner)) return forbiddenMedia('video');
  const { status, failure } = lookAt(world, video);
  return json(200, {
    id: video.urn,
    owner: video.owner,
    status,
    ...(status === 'AVAILABLE' && {
      downloadUrl: video.file?.blob.url,
      ...(video.coverUrl && { thumbnail: video.coverUrl }),
    }),
    ...(failure !== null && { processingFailureReason: failure }),
  });
}

/** Says why LinkedIn cannot show a video, or null. Processing finds it, not the upload. */
export function videoFailure(bytes: Buffer): string | null {
  const facts = sniffMedia(bytes) === 'video/mp4' ? readVideoFacts(bytes) : null;
  if (!facts) return 'Unsupported codec';
  if (bytes.byteLength < MIN_BYTES || bytes.byteLength > MAX_BYTES) return 'Unsupported file size';
  return facts.durationMs < MIN_MS || facts.durationMs > MAX_MS ? 'Unsupported duration' : null;
}

function receivePart(world: World, part: Part, bytes: Buffer): Reply {
  const { settings } = world;
  part.bytes = bytes;
  part.etag = `/ambry-video/signedId/${secret(world, 30)}.bin`;
  let etag = part.etag;
  if (settings.wrongEtags > 0) {
    settings.wrongEtags -= 1;
    etag = `/ambry-video/signedId/${secret(world, 30)}.bin`;
  }
  return empty(200, { etag: settings.quotedEtags ? `"${etag}"` : etag });
}

function receiveCover(world: World, video: Media, bytes: Buffer): Reply {
  const contentType = sniffMedia(bytes);
  if (contentType !== 'image/jpeg' && contentType !== 'image/png') {
    return json(415, { message: 'Unsupported thumbnail format', status: 415 });
  }
  video.coverUrl = world.context.blobs.put(bytes, contentType).url;
  return empty(201);
}
