import { z } from 'zod';

/** One status to be made, and the key under which the server makes it once. */
const StatusToPost = z.object({
  key: z.string(),
  text: z.string(),
  mediaIds: z.array(z.string()),
  inReplyTo: z.string().nullable(),
});
export type StatusToPost = z.output<typeof StatusToPost>;

/**
 * The handle of the write. It holds everything `send` needs: after a crash the handle is all that
 * is left, and sending the same status under the same key is what shows whether it is there.
 */
export function toHandle(status: StatusToPost): string {
  return JSON.stringify(status);
}

export function fromHandle(handle: string | null): StatusToPost {
  if (handle === null) throw new RangeError('A status is sent by its handle.');
  return StatusToPost.parse(JSON.parse(handle));
}
