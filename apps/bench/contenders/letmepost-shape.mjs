// The work that letmepost does for a scheduled post, statement by statement and job by job (read in its fork Verkan39/letmepost.dev at d28bf71, 2026-06-16),
// written anew: Hono, Drizzle on postgres.js, BullMQ. It validates nothing, so it does less than letmepost.
import { createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Queue } from 'bullmq';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { integer, jsonb, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { drizzle } from 'drizzle-orm/postgres-js';
import { Hono } from 'hono';
import { Redis } from 'ioredis';
import postgres from 'postgres';

const { DATABASE_URL, KEYS, PORT, REDIS_PORT } = process.env;
const client = postgres(DATABASE_URL, { onnotice: () => undefined });
const db = drizzle(client);
const queue = new Queue('publish', {
  connection: new Redis({ host: '127.0.0.1', port: Number(REDIS_PORT), maxRetriesPerRequest: null }),
});

const schema = pgSchema('bench_letmepost');
const time = (name) => timestamp(name, { withTimezone: true });
const id = () => uuid('id').primaryKey().defaultRandom();
const organizationId = () => uuid('organization_id').notNull();
const apiKeys = schema.table('api_keys', {
  ...{ id: id(), organizationId: organizationId(), hashedKey: text('hashed_key').notNull() },
  ...{ lastUsedAt: time('last_used_at'), revokedAt: time('revoked_at') },
});
const accounts = schema.table('platform_accounts', {
  ...{
    id: id(),
    organizationId: organizationId(),
    platform: text('platform').notNull(),
    token: text('token').notNull(),
  },
});
const usage = schema.table('billing_usage', {
  ...{
    organizationId: organizationId(),
    period: text('period').notNull(),
    postsCount: integer('posts_count').notNull(),
  },
  updatedAt: time('updated_at').defaultNow(),
});
const posts = schema.table('posts', {
  ...{ id: id(), organizationId: organizationId(), accountId: uuid('account_id').notNull(), status: text('status') },
  ...{ text: text('text').notNull(), mediaRefs: jsonb('media_refs').notNull(), scheduledAt: time('scheduled_at') },
  createdAt: time('created_at').notNull().defaultNow(),
});
const records = schema.table('idempotency_records', {
  ...{ id: id(), organizationId: organizationId(), key: text('key').notNull(), requestHash: text('request_hash') },
  ...{
    responseBody: jsonb('response_body'),
    statusCode: integer('status_code'),
    createdAt: time('created_at').defaultNow(),
  },
});
const endpoints = schema.table('webhook_endpoints', {
  id: id(),
  organizationId: organizationId(),
  active: text('active'),
});

const hash = (value) => createHash('sha256').update(value).digest('hex');
const secret = randomBytes(32);
const app = new Hono();
app.get('/readyz', (c) => c.text('ok'));

app.post('/api/v1/posts', async (c) => {
  const hashed = hash(c.req.header('Authorization').slice('Bearer '.length));
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.hashedKey, hashed), isNull(apiKeys.revokedAt)))
    .limit(1);
  if (!key) return c.json({ error: 'unauthenticated' }, 401);
  // Not waited for.
  void db
    .update(apiKeys)
    .set({ lastUsedAt: new Date() })
    .where(eq(apiKeys.id, key.id))
    .catch(() => undefined);
  const raw = await c.req.text();
  const { content, idempotencyKey, platforms, publishAt } = JSON.parse(raw);
  const { organizationId } = key;
  const isSameKey = and(eq(records.organizationId, organizationId), eq(records.key, idempotencyKey));
  const [used] = await db.select().from(records).where(isSameKey).limit(1);
  if (used) return c.json(used.responseBody, used.statusCode);
  const resolved = await Promise.all(
    platforms.map(async ({ accountId }) => {
      const isIt = and(eq(accounts.id, accountId), eq(accounts.organizationId, organizationId));
      const [account] = await db.select().from(accounts).where(isIt).limit(1);
      return { ...account, token: decrypt(account.token) };
    }),
  );
  const scheduledAt = new Date(publishAt);
  const period = publishAt.slice(0, 7);
  await db
    .insert(usage)
    .values({ organizationId, period, postsCount: resolved.length })
    .onConflictDoUpdate({
      target: [usage.organizationId, usage.period],
      set: { postsCount: sql`${usage.postsCount} + excluded.posts_count`, updatedAt: sql`now()` },
    })
    .returning();
  const results = [];
  for (const account of resolved) {
    const values = {
      organizationId,
      accountId: account.id,
      status: 'queued',
      text: content,
      mediaRefs: [],
      scheduledAt,
    };
    const [row] = await db.insert(posts).values(values).returning();
    await queue.add(
      'publish',
      { postId: row.id, organizationId },
      {
        ...{ attempts: 3, backoff: { type: 'exponential', delay: 10_000 }, jobId: `publish-${row.id}` },
        delay: scheduledAt.getTime() - Date.now(),
      },
    );
    await db
      .select({ id: endpoints.id })
      .from(endpoints)
      .where(and(eq(endpoints.organizationId, organizationId), eq(endpoints.active, 'yes')));
    results.push({ accountId: account.id, platform: account.platform, postId: row.id, status: 'queued' });
  }
  const answer = { id: randomUUID(), status: 'queued', createdAt: new Date(), scheduledAt, results };
  await db
    .insert(records)
    .values({ organizationId, key: idempotencyKey, requestHash: hash(raw), responseBody: answer, statusCode: 202 });
  return c.json(answer, 202);
});

function decrypt(stored) {
  const decipher = createDecipheriv('aes-256-gcm', secret, Buffer.alloc(12));
  return decipher.update(Buffer.from(stored, 'base64')).toString();
}

await client.unsafe(`
  drop schema if exists bench_letmepost cascade;
  create schema bench_letmepost;
  set search_path = bench_letmepost;
  create table api_keys (id uuid primary key default gen_random_uuid(), organization_id uuid not null, hashed_key text not null unique, last_used_at timestamptz, revoked_at timestamptz);
  create table platform_accounts (id uuid primary key default gen_random_uuid(), organization_id uuid not null, platform text not null, token text not null);
  create table billing_usage (organization_id uuid not null, period text not null, posts_count int not null, updated_at timestamptz default now(), primary key (organization_id, period));
  create table posts (id uuid primary key default gen_random_uuid(), organization_id uuid not null, account_id uuid not null references platform_accounts, status text,
    text text not null, media_refs jsonb not null, scheduled_at timestamptz, created_at timestamptz not null default now());
  create index on posts (organization_id, created_at);
  create index on posts (account_id);
  create index on posts (status);
  create table idempotency_records (id uuid primary key default gen_random_uuid(), organization_id uuid not null, key text not null, request_hash text, response_body jsonb,
    status_code int, created_at timestamptz default now(), unique (organization_id, key));
  create index on idempotency_records (created_at);
  create table webhook_endpoints (id uuid primary key default gen_random_uuid(), organization_id uuid not null, active text);
  create index on webhook_endpoints (organization_id);`);
// One organisation and account for each key: the ids that the bench sends stay as they are.
for (const { apiKey, accountId, projectId } of JSON.parse(KEYS)) {
  await db.insert(apiKeys).values({ organizationId: projectId, hashedKey: hash(apiKey) });
  await db
    .insert(accounts)
    .values({ id: accountId, organizationId: projectId, platform: 'x', token: randomBytes(64).toString('base64') });
}
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
