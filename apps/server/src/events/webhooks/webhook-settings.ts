import type { CreateWebhookBody, UpdateWebhookBody } from '@fanfare/contract';
import type { EndpointSettings } from './webhook-endpoints.table.ts';

/** Maps an empty list or text to null: no filter, no note. */
export function toSettings(body: CreateWebhookBody): EndpointSettings {
  return { url: body.url, enabled: body.enabled, ...filtersOf(body) };
}

/** Settings after a change; absent fields stay. */
export function changeSettings(before: EndpointSettings, body: UpdateWebhookBody): EndpointSettings {
  const { events, platforms, profileId, description } = before;
  return {
    url: body.url ?? before.url,
    enabled: body.enabled ?? before.enabled,
    ...filtersOf({
      events: body.events ?? events ?? [],
      platforms: body.platforms ?? platforms ?? [],
      profileId: body.profileId ?? profileId ?? '',
      description: body.description ?? description ?? '',
    }),
  };
}

type Filters = Pick<EndpointSettings, 'events' | 'platforms' | 'profileId' | 'description'>;

const filtersOf = (given: { readonly [Name in keyof Filters]: NonNullable<Filters[Name]> }): Filters => ({
  events: given.events.length > 0 ? given.events : null,
  platforms: given.platforms.length > 0 ? given.platforms : null,
  profileId: given.profileId || null,
  description: given.description || null,
});
