import { type AccountCall, NetworkError } from '@fanfare/network';
import { z } from 'zod';
import { callGraph, type Graph } from './graph.ts';
import { repeatGraph } from './repeat-graph.ts';
import { permalinkSchema } from './wire.ts';

const answerSchema = z.object({ permalink: permalinkSchema });

/** The public address of a post, or null: missing on copyright flags or a failed read. */
export async function readPermalink(call: AccountCall, graph: Graph, platformPostId: string): Promise<string | null> {
  try {
    const { permalink } = await repeatGraph(call, () =>
      callGraph(call, graph, {
        method: 'GET',
        path: encodeURIComponent(platformPostId),
        params: { fields: 'permalink' },
        token: call.credential.accessToken,
        effect: 'read',
        answer: answerSchema,
      }),
    );
    return permalink;
  } catch (error) {
    if (error instanceof NetworkError) return null;
    throw error;
  }
}
