import type { Knex } from 'knex';

/** Every filter of the list of posts has an index in each of its orders (docs/adr/0029). */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The status of a post whose targets have all settled. Null: it is derived from the targets. The relay sets it with the event of the post.
    alter table posts add column settled_as text check (settled_as in ('published', 'partial', 'failed'));
    -- Of the post; they never change. A list by account is read in its order from one index.
    alter table targets add column post_created_at timestamptz(3) not null default now(), add column post_publish_at timestamptz(3);
    update targets t set post_created_at = p.created_at, post_publish_at = p.publish_at
    from posts p where p.project_id = t.project_id and p.id = t.post_id;
    update posts p set settled_as = case when s.published = 0 then 'failed' when s.published = s.targets then 'published' else 'partial' end
    from (select project_id, post_id, count(*) as targets, count(*) filter (where status = 'published') as published
          from targets group by project_id, post_id having bool_and(done)) s
    where p.project_id = s.project_id and p.id = s.post_id and p.cancelled_at is null;

    create index posts_settled on posts (project_id, settled_as, created_at desc, id desc) where settled_as is not null;
    create index posts_settled_by_publish_at on posts (project_id, settled_as, publish_at, id) where settled_as is not null and publish_at is not null;
    create index posts_open_at_once on posts (project_id, created_at desc, id desc)
      where settled_as is null and cancelled_at is null and publish_at is null;
    create index posts_open_scheduled on posts (project_id, created_at desc, id desc)
      where settled_as is null and cancelled_at is null and publish_at is not null;
    create index posts_open_by_publish_at on posts (project_id, publish_at, id)
      where settled_as is null and cancelled_at is null and publish_at is not null;
    create index posts_cancelled on posts (project_id, created_at desc, id desc) where cancelled_at is not null;
    create index posts_cancelled_by_publish_at on posts (project_id, publish_at, id) where cancelled_at is not null and publish_at is not null;
    drop index targets_of_account;
    create index targets_of_account on targets (project_id, account_id, post_created_at desc, post_id desc);
    create index targets_of_account_by_publish_at on targets (project_id, account_id, post_publish_at, post_id) where post_publish_at is not null;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index targets_of_account, targets_of_account_by_publish_at;
    create index targets_of_account on targets (project_id, account_id);
    alter table targets drop column post_created_at, drop column post_publish_at;
    drop index posts_cancelled, posts_cancelled_by_publish_at;
    alter table posts drop column settled_as;
  `);
}
