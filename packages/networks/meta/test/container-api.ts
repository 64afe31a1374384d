import { z } from 'zod';
import type { ContainerApi, ContainerStatus } from '../src/container.ts';

/** A network with its own container fields, so that these tests hold for both real ones. */
export const testApi: ContainerApi = {
  graph: { network: 'Threads', baseUrl: 'https://graph.test/v1' },
  edge: 'threads',
  status: {
    fields: 'state',
    answer: z
      .object({
        state: z.enum(['in_progress', 'finished', 'published', 'expired', 'error']),
        reason: z.string().nullish(),
      })
      .transform(
        ({ state, reason }): ContainerStatus => (state === 'error' ? { state, reason: reason ?? null } : { state }),
      ),
  },
  textField: 'text',
  settleMs: 0,
};

export const USER = 'https://graph.test/v1/17841400000000001';
export const CREATE = `POST ${USER}/threads`;
export const PUBLISH = `POST ${USER}/threads_publish`;
export const TIMELINE = `GET ${USER}/threads`;
export const STATUS = (id: string): string => `GET https://graph.test/v1/${id}`;

export const state = (name: string, reason?: string): { json: unknown } => ({ json: { state: name, reason } });
export const created = (id: string): { json: unknown } => ({ json: { id } });
