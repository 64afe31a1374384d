import { mutantsOf } from '../mutant.ts';

const of = (network: string) => ({
  source: `packages/networks/${network}/src`,
  tests: `packages/networks/${network}/test`,
});

export const NETWORKS = [
  ...mutantsOf(of('x'), [
    ['a link weighs 24', 'text-length.ts', 'const LINK_WEIGHT = 23;', 'const LINK_WEIGHT = 24;', 'text-length.test.ts'],
    ['a text is counted as it was typed', 'text-length.ts', "text.normalize('NFC')", 'text', 'text-length.test.ts'],
    [
      'a link costs 64 units',
      'rules.ts',
      'const UNITS_WITH_LINK = 65;',
      'const UNITS_WITH_LINK = 64;',
      'rules.test.ts',
    ],
    [
      'a post from before the attempt is found',
      'reconcile-publish.ts',
      'if (!(createdAt >= intendedAt - CLOCK_TOLERANCE_MS)) return false;',
      '',
      'reconcile.test.ts',
    ],
    [
      'a post with other media is found',
      'reconcile-publish.ts',
      '.length !== input.media.length) return false;',
      '.length < 0) return false;',
      'reconcile.test.ts',
    ],
  ]),
  ...mutantsOf(of('linkedin'), [
    [
      "another author's post is found",
      'reconcile-publish.ts',
      'if (post.author !== undefined && post.author !== author) return false;',
      '',
      'reconcile.test.ts',
    ],
  ]),
  ...mutantsOf(of('meta'), [
    [
      'anybody signs a removal',
      'read-signed-request.ts',
      'given.length !== due.length || !timingSafeEqual(given, due)',
      'given.length !== due.length',
      'read-signed-request.test.ts',
    ],
    [
      'an old removal is carried out',
      'read-signed-request.ts',
      'options.now - issuedAt > (options.maxAgeMs ?? MAX_AGE_MS)',
      'false',
      'read-signed-request.test.ts',
    ],
    [
      'a spam verdict proves that nothing is live',
      'publishing-errors.ts',
      "  outcome: 'unknown',\n",
      '',
      'to-graph-error.test.ts',
    ],
    [
      'a refused publish proves that nothing is live',
      'graph-errors.ts',
      'return [421, 425, 426, 429].includes(status);',
      'return status >= 400 && status <= 499;',
      'to-graph-error.test.ts',
    ],
    [
      'a container is sent without end',
      'reconcile-container.ts',
      'attempt.sends < MAX_SENDS && ',
      '',
      'reconcile-container.test.ts',
    ],
  ]),
  ...mutantsOf({ ...of('adapter'), tests: 'packages/networks' }, [
    [
      'two posts alike are one',
      'find-once.ts',
      'if (another !== undefined) return null;',
      '',
      'x/test/reconcile.test.ts',
    ],
    [
      'two comments alike are one',
      'find-once.ts',
      'if (another !== undefined) return null;',
      '',
      'linkedin/test/reconcile-comment.test.ts',
    ],
  ]),
  ...mutantsOf(of('adapter'), [
    [
      'a time-out of a publish is a refusal',
      'to-network-error.ts',
      ' && status !== 408',
      '',
      'to-network-error.test.ts',
    ],
    [
      'a refused read leaves a publish in doubt',
      'to-network-error.ts',
      "if (effect !== 'public') return 'rejected';",
      '',
      'to-network-error.test.ts',
    ],
    [
      'an unknown outcome offers the same call again',
      'to-network-error.ts',
      "outcome === 'unknown' ? undefined : waitMsOf",
      'waitMsOf',
      'to-network-error.test.ts',
    ],
    [
      'a token is printed in an error',
      'to-network-error.ts',
      'withoutSecrets(refusal.text, call.secrets ?? [])',
      'refusal.text',
      'to-network-error.test.ts',
    ],
    [
      'a Retry-After of an hour holds a run for an hour',
      'retry-after.ts',
      'Math.min(MOST_MS, Math.max(LEAST_MS, waitMs))',
      'Math.max(LEAST_MS, waitMs)',
      'retry-after.test.ts',
    ],
  ]),
];
