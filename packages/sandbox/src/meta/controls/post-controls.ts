import { readPostNumbers } from '../../post-numbers.ts';
import { BadControl, type JsonObject, readText, readWhole, refuseUnknown } from '../../read-json.ts';
import type { Simulator } from '../../simulator.ts';
import type { PerPerson } from '../per-person.ts';
import type { MetaPost } from '../posts.ts';
import type { MetaState } from '../state.ts';
import { readNumbers } from './control-numbers.ts';
import { readAnybody } from './person-controls.ts';

/** Controls of one post. */
export function createPostControls<Post extends MetaPost>(
  deps: MetaState<Post> & {
    /** Name of a number in `metrics`, the same for all networks → metric of this network. */
    readonly metricNames: Readonly<Record<string, string>>;
  },
): Simulator['controls'] {
  const { metricNames } = deps;
  function requirePost(body: JsonObject, field: string): Post {
    const post = deps.posts.find(readText(body, field));
    if (!post) throw new BadControl('no such post');
    return post;
  }
  return {
    /** Numbers of one post: `{ id, values: { views: 9120 } }`. */
    insights(body) {
      refuseUnknown(body, ['id', 'values']);
      const post = requirePost(body, 'id');
      post.insights = { ...post.insights, ...readNumbers(body) };
    },
    /**
     * The same by common names: `{ platformPostId, views?, likes?, comments?, shares?, saves? }`.
     */
    metrics(body) {
      const numbers = readPostNumbers(body, Object.keys(metricNames));
      const post = requirePost(body, 'platformPostId');
      const named = Object.entries(numbers).map(([name, value]) => [metricNames[name] ?? name, value ?? 0] as const);
      post.insights = { ...post.insights, ...Object.fromEntries(named) };
      return numbers;
    },
    /** The person deletes a post: `{ platformPostId }`. Calls about it answer 100/33. */
    'delete-post'(body) {
      refuseUnknown(body, ['platformPostId']);
      deps.posts.remove(requirePost(body, 'platformPostId').id);
    },
  };
}

/** A control that sets the quotas of a moving day; a field that is absent keeps its value. */
export function createQuotaControl<Quota extends Readonly<Record<keyof Quota, number>>>(deps: {
  readonly world: MetaState<MetaPost>['world'];
  readonly quota: PerPerson<Quota>;
  readonly fields: readonly (string & keyof Quota)[];
}): (body: JsonObject) => Quota {
  return (body) => {
    refuseUnknown(body, ['username', ...deps.fields]);
    const username = readAnybody(deps.world, body);
    let quota = deps.quota.of(username ?? '');
    for (const field of deps.fields) {
      if (body[field] !== undefined) quota = { ...quota, [field]: readWhole(body, field, { min: 0, max: 10_000 }) };
    }
    deps.quota.set(quota, username);
    return quota;
  };
}
