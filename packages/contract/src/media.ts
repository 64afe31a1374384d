import { z } from 'zod';

export const MediaItemSchema = z.object({
  type: z.enum(['image', 'video']),
  url: z.string(),
  coverUrl: z.string().optional(),
  thumbOffsetMs: z.number().int().min(0).optional(),
  altText: z.string().max(1000).optional(),
});

export type MediaItem = z.infer<typeof MediaItemSchema>;
