import type { Knex } from 'knex';

/** The media of a form, as a request has them; `media` is SQL. */
const itemsOf = (media: string) => `(
        select coalesce(jsonb_agg(jsonb_build_object('type', m->'type', 'url', m->'url')
          || jsonb_strip_nulls(jsonb_build_object('altText', nullif(m->>'altText', ''), 'title', nullif(m->>'title', ''),
            'coverUrl', nullif(m->>'coverUrl', '')))), '[]')
        from jsonb_array_elements(case when jsonb_typeof(${media}) = 'array' then ${media} else '[]' end) m)`;

/** Drafts of the public API, and the scope of keys that write them (docs/adr/0082). */
export const up = (knex: Knex): Promise<void> =>
  knex.raw(`
    alter table drafts
      -- The form as the composer keeps it; null for a draft that the API wrote last.
      alter column body drop not null,
      -- The same as a request for POST /posts, complete or not.
      add column request jsonb not null default '{}',
      add column note text,
      -- The API key that made it; null for a person.
      add column created_by_key uuid,
      -- Idempotency-Key and body of the call that made it, as media have them.
      add column create_key text,
      add column create_sha256 bytea,
      add constraint drafts_create_key_key unique (project_id, create_key);
    create index drafts_by_change on drafts (updated_at);

    -- Drafts of before, as requests. The rules said by 2026-11-28 what a network has; the form stays.
    update drafts d set request = jsonb_build_object(
      'content', coalesce(d.body->'content', '""'),
      'mediaItems', ${itemsOf("d.body->'media'")},
      'platforms', (
        select coalesce(jsonb_agg(
          case when jsonb_typeof(d.body->'options') = 'object' then jsonb_strip_nulls(d.body->'options') else '{}' end
          || jsonb_build_object('platform', t->'platform', 'accountId', t->'accountId')
          || case when jsonb_typeof(t->'own') = 'object'
               then jsonb_build_object('content', coalesce(t->'own'->'content', '""'), 'mediaItems', ${itemsOf("t->'own'->'media'")})
               else '{}' end
          || jsonb_strip_nulls(jsonb_build_object(
            'firstComment', case when t->>'platform' in ('instagram', 'threads', 'linkedin')
              then nullif(coalesce(t#>>'{own,firstComment}', d.body->>'firstComment'), '') end,
            'spaceSlug', case when t->>'platform' = 'hub' then t->>'spaceSlug' end,
            'aiGenerated', case when d.body->'aiGenerated' = 'true' and t->>'platform' in ('instagram', 'x') then true end,
            'link', case when d.body->'linkCard' = 'false' and t->>'platform' = 'linkedin' then 'none' end))), '[]')
        from jsonb_array_elements(case when jsonb_typeof(d.body->'targets') = 'array' then d.body->'targets' else '[]' end) t
        where jsonb_typeof(t) = 'object'))
    where jsonb_typeof(d.body) = 'object';

    alter table api_keys drop constraint api_keys_scope_check;
    alter table api_keys add constraint api_keys_scope_check
      check (scope in ('all', 'publish', 'draft', 'read')) not valid;
  `);
