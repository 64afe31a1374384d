import type { Request } from 'express';
import { tokenHolder } from '../admit.ts';
import { refusal } from '../restli/refusals.ts';
import { json, type Reply } from '../restli/reply.ts';
import { readBytes } from '../restli/request-body.ts';
import { rawQuery, textParameter } from '../restli/restli-query.ts';
import type { World } from '../world.ts';

const nouns = { image: 'Image', video: 'Video', document: 'Document' } as const;

/**
 * `PUT /dms-uploads/…`, and `POST` for subtitles: accepts a file once, before its address expires.
 */
export async function receiveUpload(world: World, req: Request): Promise<Reply> {
  const upload = world.uploads.get(textParameter(rawQuery(req), 'ut') ?? '');
  if (upload?.path !== req.path || (upload.method ?? 'PUT') !== req.method)
    return json(403, { message: 'Invalid upload signature', status: 403 });
  if (upload.bearerId !== null) {
    const holder = tokenHolder(world, req);
    if (!holder.ok) return holder.reply;
    if (holder.value.member.id !== upload.bearerId)
      return json(403, { message: 'Invalid upload signature', status: 403 });
  }
  const bytes = await readBytes(req);
  if (!bytes.ok) return bytes.reply;
  if (upload.used || world.context.clock.now() >= upload.expiresAt) {
    return refusal(400, 'EXPIRED_UPLOAD_URL', `The ${nouns[upload.kind]} upload URL is expired`);
  }
  const reply = await upload.receive(bytes.value, req.headers);
  // A refused file leaves the address usable.
  upload.used = reply.status < 300;
  return reply;
}
