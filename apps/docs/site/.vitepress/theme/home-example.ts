import { defineComponent, h } from 'vue';
import { NETWORK_MARKS } from '../../../../../packages/design-tokens/src/network-marks.ts';

const REQUEST = `POST /api/v1/posts
{
  "content": "First coffee at seven.",
  "platforms": [
    { "platform": "instagram", "accountId": "acc_…" },
    { "platform": "threads", "accountId": "acc_…" },
    { "platform": "x", "accountId": "acc_…" },
    { "platform": "linkedin", "accountId": "acc_…" },
    { "platform": "hub", "accountId": "acc_…" }
  ]
}`;

const RESULTS: readonly (readonly [keyof typeof NETWORK_MARKS, string, string])[] = [
  ['instagram', 'Instagram', 'published'],
  ['threads', 'Threads', 'published'],
  ['x', 'X', 'rate_limited'],
  ['linkedin', 'LinkedIn', 'published'],
  ['hub', 'WordPress', 'published'],
];

/** The front page's picture: a call, and the result of each target. */
export const HomeExample = defineComponent(
  () => () =>
    h('figure', { class: 'home-example' }, [
      h('pre', { tabindex: 0, 'aria-label': 'A call' }, h('code', REQUEST)),
      h('figcaption', '201 · partial'),
      h(
        'ul',
        RESULTS.map(([mark, name, result]) =>
          h('li', [
            h('svg', { viewBox: '0 0 24 24', 'aria-hidden': true, innerHTML: NETWORK_MARKS[mark] }),
            h('span', name),
            h('span', { class: ['result', result === 'published' ? 'good' : 'bad'] }, result),
          ]),
        ),
      ),
    ]),
);
