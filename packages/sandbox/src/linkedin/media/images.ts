import type { Request } from 'express';
import { readImageFacts } from '../../image-facts.ts';
import type { Caller } from '../admit.ts';
import { mayReadAs, writerRefusal } from '../page-roles.ts';
import { textAt } from '../restli/body-path.ts';
import { forbiddenMedia, illegalArgument, notFound, schemaRefusal } from '../restli/refusals.ts';
import { empty, json, type Reply } from '../restli/reply.ts';
import { readJson } from '../restli/request-body.ts';
import { rawQuery, textParameter } from '../restli/restli-query.ts';
import { type Schema, schemaProblems } from '../restli/restli-schema.ts';
import type { Media, World } from '../world.ts';
import { acceptFile, lookAt, newMedia, newUpload } from './media.ts';

// Microsoft Learn, LinkedIn Images API, checked 2026-11.
const MAX_PIXELS = 36_152_320;
const MAX_GIF_FRAMES = 250;
/** A token with w_member_social alone may upload images but not read them. */
const readScopes = ['w_organization_social', 'r_organization_social', 'r_member_social'];

const initializeSchema: Schema = {
  fields: { initializeUploadRequest: { fields: { owner: 'string' }, optional: [] } },
  optional: [],
};

/** `POST /rest/images?action=initializeUpload` */
export async function startImage(world: World, caller: Caller, req: Request): Promise<Reply> {
  if (textParameter(rawQuery(req), 'action') !== 'initializeUpload')
    return illegalArgument("Parameter 'action' is required");
  const body = await readJson(req);
  if (!body.ok) return body.reply;
  const problems = schemaProblems(initializeSchema, body.value);
  if (problems.length > 0) return schemaRefusal(problems);
  const owner = textAt(body.value, 'initializeUploadRequest', 'owner');
  const refusal = writerRefusal(world, caller, { urn: owner, as: 'owner', path: '/initializeUploadRequest/owner' });
  if (refusal) return refusal;

  const image = newMedia(world, 'image', owner);
  const expiresAt = world.context.clock.now() + world.settings.imageUrlLifeMs;
  const uploadUrl = newUpload(world, {
    media: image,
    name: 'uploaded-image/0',
    kind: 'image',
    bearerId: caller.member.id,
    expiresAt,
    receive: (bytes) => receiveImage(world, image, bytes),
  });
  return json(200, { value: { uploadUrlExpiresAt: expiresAt, uploadUrl, image: image.urn } });
}

/** `GET /rest/images/{urn}` */
export function showImage(world: World, caller: Caller, urn: string): Reply {
  if (!readScopes.some((scope) => caller.scopes.has(scope))) return forbiddenMedia('image');
  const image = world.media.get(urn);
  if (image?.kind !== 'image') return notFound();
  if (!mayReadAs(world, caller.member.id, image.owner)) return forbiddenMedia('image');
  const { status } = lookAt(world, image);
  const downloadUrl = status === 'AVAILABLE' ? image.file?.blob.url : undefined;
  return json(200, { id: image.urn, owner: image.owner, status, ...(downloadUrl && { downloadUrl }) });
}

/** The bytes are always accepted; processing finds out that they are no valid picture. */
function receiveImage(world: World, image: Media, bytes: Buffer): Reply {
  const contentType = readImageFacts(bytes)?.type ?? 'application/octet-stream';
  acceptFile(world, image, { bytes, contentType, failure: imageFailure(bytes) });
  return empty(201);
}

/** Says why LinkedIn cannot show an image, or null. */
export function imageFailure(bytes: Buffer): string | null {
  const facts = readImageFacts(bytes);
  const fits =
    facts !== null &&
    facts.type !== 'image/webp' &&
    facts.width * facts.height < MAX_PIXELS &&
    facts.frames <= MAX_GIF_FRAMES;
  return fits ? null : 'Unsupported image';
}
