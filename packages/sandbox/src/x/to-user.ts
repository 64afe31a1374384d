import type { JsonObject } from '../read-json.ts';
import type { XPerson, XWorld } from './world.ts';

/** A person as the API shows them; `id`, `name` and `username` always, the rest on request. */
export function toUser(world: XWorld, person: XPerson, fields: ReadonlySet<string>): JsonObject {
  const isPaying = person.tier !== 'None';
  const posts = world.state.posts.ofAuthor(person.id);
  const all: JsonObject = {
    created_at: '2020-01-01T00:00:00.000Z',
    description: '',
    profile_image_url: `${world.urlOf('x', 'web')}/profile_images/${person.id}_normal.png`,
    protected: person.isProtected,
    public_metrics: {
      followers_count: 0,
      following_count: 0,
      tweet_count: posts.length,
      listed_count: 0,
      like_count: 0,
      media_count: 0,
    },
    subscription_type: person.tier,
    url: '',
    verified: isPaying,
    verified_type: isPaying ? 'blue' : 'none',
  };
  const asked = Object.entries(all).filter(([name]) => fields.has(name));
  return { id: person.id, name: person.name, username: person.username, ...Object.fromEntries(asked) };
}
