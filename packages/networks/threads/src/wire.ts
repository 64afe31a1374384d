import { type ContainerStatus, idSchema } from '@fanfare/network-meta';
import { z } from 'zod';

export const profileSchema = z.object({ id: idSchema, username: z.string().min(1) });

/** Meta, Threads geo-gated content, 2024-08-19. */
export const geoGatingSchema = z.object({ is_eligible_for_geo_gating: z.boolean().optional() });

/** The only list of granted scopes. Meta, Threads changelog 2025-06-04. */
export const debugTokenSchema = z.object({
  data: z.object({ is_valid: z.boolean(), scopes: z.array(z.string()).optional() }),
});

/** Meta, Threads delete posts, checked 2026-11: `deleted_id` beside it. */
export const deletedSchema = z.object({ success: z.literal(true) });

/** Any post that there is. */
export const existingSchema = z.object({});

/** `status` of a container, not `status_code`. Meta, Threads troubleshooting, 2026-10. */
export const containerStatusSchema = z
  .object({
    status: z.enum(['IN_PROGRESS', 'FINISHED', 'PUBLISHED', 'ERROR', 'EXPIRED']),
    error_message: z.string().nullish(),
  })
  .transform(({ status, error_message }): ContainerStatus => {
    switch (status) {
      case 'IN_PROGRESS':
        return { state: 'in_progress' };
      case 'FINISHED':
        return { state: 'finished' };
      case 'PUBLISHED':
        return { state: 'published' };
      case 'EXPIRED':
        return { state: 'expired' };
      case 'ERROR':
        return { state: 'error', reason: error_message ?? null };
    }
  });
