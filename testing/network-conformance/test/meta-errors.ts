import type { DocumentedError } from '@fanfare/network-conformance';
import { CONTAINER_NAMES, DOCUMENTED, EDGES, graphErrorRow } from '@fanfare/network-meta/testing/documented';
import { controlOf } from './sandbox-network.ts';

type Network = 'instagram' | 'threads';
type Code = DocumentedError['becomes'];

const GENERAL = 'Meta, Graph API error handling, 2026-10';
const INSTAGRAM = 'Meta, Instagram Platform error codes, 2026-10';
const THREADS = 'Meta, Threads troubleshooting, 2026-10';
const PRODUCTION = 'gitroomhq/postiz-app, provider source 2026-08-21';

function sourceOf(network: Network, code: number, subcode: number | null): string {
  const { source } = graphErrorRow(code, subcode);
  if (source !== undefined) return source;
  if (subcode === null || subcode < 1_000_000) return code < 0 || code === 24 ? INSTAGRAM : GENERAL;
  if (subcode >= 4_279_000) return THREADS;
  if (subcode >= 2_207_076) return PRODUCTION;
  return network === 'threads' ? THREADS : INSTAGRAM;
}

/**
 * Subcodes 2207xxx are Instagram's and 4279xxx those of Threads; two of the former were seen on
 * both.
 */
const isOf = (network: Network, code: number, subcode: number | null): boolean => {
  if (subcode === null || subcode < 1_000_000) return true;
  const threads = subcode >= 4_279_000;
  if (subcode === 2_207_051) return network === 'threads' ? code === 368 : code === 4;
  if (subcode === 2_207_052) return network === 'threads' ? code === 1 : code === 9004;
  return (network === 'threads') === threads;
};

/** One Graph error from the simulator itself: its envelope, its headers, on the selected call. */
function ordered(
  network: Network,
  edge: string,
  operation: string,
  error: { code: number; subcode: number | null; message?: string; status?: number },
  becomes: Code,
): DocumentedError {
  const { code, subcode, message, status = 400 } = error;
  const words = message === undefined ? '' : `: ${message}`;
  return {
    edge,
    documented: `${code}${subcode === null ? '' : `/${subcode}`}${words}`,
    status,
    source: sourceOf(network, code, subcode),
    becomes,
    provoke: async ({ testNetwork }) => {
      const body = {
        operation,
        code,
        message: message ?? 'Something.',
        status,
        times: 40,
        ...(subcode !== null && { subcode }),
      };
      await controlOf(testNetwork)(`/${network}/api-error`, body);
    },
  };
}

/** The simulator cannot produce errors on the token endpoints: the suite answers instead. */
function planted(
  network: Network,
  edge: string,
  [code, subcode, message]: readonly [number, number | null, string],
  becomes: Code,
): DocumentedError {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode !== null && { error_subcode: subcode }),
    fbtrace_id: 'A',
  };
  return {
    edge,
    documented: `${code}${subcode === null ? '' : `/${subcode}`}: ${message}`,
    status: 400,
    body: { error },
    source: sourceOf(network, code, subcode),
    becomes,
  };
}

const ofNetwork = (network: Network) => DOCUMENTED.filter(([code, subcode]) => isOf(network, code, subcode));

/** Code of a call that contains nothing of the post: a refused value is a fault of this service. */
const ofOwnCall = (becomes: Code): Code => (becomes === 'content_rejected' ? 'internal_error' : becomes);

/** Errors that are no failure when counts are read, and errors that then blame the post. */
function ofMetrics(code: number, subcode: number | null, message: string, becomes: Code): Code {
  if (subcode === 2_108_006 || /Not enough viewers|for this media product type/.test(message)) return 'success';
  if (code === 100 && subcode === 33) return 'content_rejected';
  return ofOwnCall(becomes);
}

/** The code exchange has an envelope of its own. */
const exchange = (words: string, becomes: Code): DocumentedError => ({
  edge: 'exchange',
  documented: words,
  status: 400,
  body: { error_type: 'OAuthException', code: 400, error_message: words },
  source: 'Meta, Business login for Instagram, 2026-03; Threads, get access tokens, 2026-10',
  becomes,
});

/** Every error Meta documents for the edges of one of its networks, or was seen to give there. */
export function metaErrors(network: Network): readonly DocumentedError[] {
  const { comments = [], replies = [], insights = [], refresh = [] } = EDGES;
  const known = ofNetwork(network);
  return [
    ...known.map(([code, subcode, becomes]) => ordered(network, 'container', 'create', { code, subcode }, becomes)),
    ...known.map(([code, subcode, becomes]) => ordered(network, 'publish', 'publish', { code, subcode }, becomes)),
    ...(network === 'instagram'
      ? comments.map(([code, subcode, message, becomes]) =>
          ordered(network, 'comment', 'comment', { code, subcode, message }, becomes),
        )
      : replies.map(([code, subcode, message, becomes]) =>
          // Threads answers this one with a 500 (seen in production, 2026-10).
          ordered(
            network,
            'reply',
            'create',
            { code, subcode, message, status: message.startsWith('Param text') ? 500 : 400 },
            becomes,
          ),
        )),
    ...insights
      .filter(([code, subcode]) => network === 'instagram' || (code !== 10 && subcode === null) || subcode === 33)
      .map(([code, subcode, message, becomes]) =>
        ordered(network, 'metrics', 'insights', { code, subcode, message }, ofMetrics(code, subcode, message, becomes)),
      ),
    ...refresh.map(([code, subcode, message, becomes]) =>
      planted(network, 'refresh', [code, subcode, message], ofOwnCall(becomes)),
    ),
    exchange('Invalid authorization code', 'credential_rejected'),
    exchange('This authorization code has been used', 'credential_rejected'),
    exchange('Invalid platform app', 'internal_error'),
    exchange('Error validating client secret', 'internal_error'),
    exchange('redirect_uri is not identical', 'internal_error'),
    ...containerErrors(network),
  ];
}

/** The error of a container that ends in ERROR: a subcode on Instagram, a word on Threads. */
function containerErrors(network: Network): readonly DocumentedError[] {
  const named: readonly (readonly [string, Code])[] =
    network === 'threads'
      ? CONTAINER_NAMES.map(([name, becomes]) => [name, becomes] as const)
      : ofNetwork('instagram').flatMap(([, subcode, becomes]) =>
          subcode !== null && subcode >= 2_207_000 && becomes.startsWith('media_')
            ? [[String(subcode), becomes] as const]
            : [],
        );
  return named.map(([error, becomes]) => ({
    edge: 'video',
    documented: `status ERROR, ${error}`,
    status: 200,
    source: sourceOf(network, 0, network === 'threads' ? 4_279_000 : Number(error)),
    becomes,
    provoke: async ({ testNetwork }) =>
      void (await controlOf(testNetwork)(`/${network}/processing`, { outcome: 'error', error, times: 40 })),
  }));
}
