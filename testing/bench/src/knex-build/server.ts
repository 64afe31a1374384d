import { createHash, randomUUID } from 'node:crypto';
import express from 'express';
import knex from 'knex';

/**
 * The same endpoints as most teams would write them: Express, and the query builder of Knex on the
 * same tables. It has no validation beyond what it needs, no rate limit, no log and no events, so
 * it does less than the server.
 */
const db = knex({ client: 'pg', connection: process.env.DATABASE_URL!, pool: { min: 20, max: 20 } });
const app = express().use(express.json({ limit: '1mb' }));

app.get('/readyz', (_req, res) => void res.send('ok'));

app.use('/api/v1', async (req, res, next) => {
  const key = req.get('Authorization')?.slice('Bearer '.length) ?? '';
  const row = await db('api_keys')
    .join('projects', 'projects.id', 'api_keys.project_id')
    .where({ key_sha256: createHash('sha256').update(key).digest(), revoked_at: null })
    .first('api_keys.id', 'projects.id as project_id', 'projects.plan');
  if (!row) return void res.status(401).json({ error: 'unauthorized' });
  res.locals.projectId = row.project_id;
  next();
});

type Wanted = { readonly accountId: string; readonly platform: string };

app.post('/api/v1/posts', async (req, res) => {
  const { projectId } = res.locals;
  const { content, idempotencyKey, publishAt, platforms } = req.body as {
    content: string;
    idempotencyKey: string;
    publishAt: string;
    platforms: Wanted[];
  };
  if (!content || !idempotencyKey || !Array.isArray(platforms)) return void res.status(400).json({ error: 'invalid' });
  const used = await db('idempotency_keys').where({ project_id: projectId, key: idempotencyKey }).first();
  if (used) return void res.status(200).json(await read(projectId, used.post_id));
  const id = randomUUID();
  const bodySha256 = createHash('sha256').update(JSON.stringify(req.body)).digest();
  await db.transaction(async (tx) => {
    await tx('idempotency_keys').insert({
      project_id: projectId,
      key: idempotencyKey,
      post_id: id,
      body_sha256: bodySha256,
    });
    await tx('posts').insert({ project_id: projectId, id, content, media: '[]', publish_at: publishAt });
    for (const [position, target] of platforms.entries()) {
      const account = await tx('accounts').where({ project_id: projectId, id: target.accountId }).first();
      if (!account) throw new Error('unknown account');
      const targetId = randomUUID();
      const period = `${publishAt.slice(0, 7)}-01`;
      await tx('targets').insert({
        project_id: projectId,
        id: targetId,
        post_id: id,
        account_id: account.id,
        platform: target.platform,
        position,
        run_at: publishAt,
      });
      await tx('quota_periods')
        .insert({ project_id: projectId, period_start: period, allowance: 0, overage: true, reserved: 1 })
        .onConflict(['project_id', 'period_start'])
        .merge({ reserved: tx.raw('quota_periods.reserved + 1') });
      await tx('reservations').insert({
        project_id: projectId,
        subject: `target:${targetId}`,
        kind: 'publish',
        period_start: period,
        units: 1,
        state: 'held',
      });
    }
  });
  res.status(202).json(await read(projectId, id));
});

app.get('/api/v1/posts/:id', async (req, res) => {
  const post = await read(res.locals.projectId, req.params.id);
  if (post) res.json(post);
  else res.status(404).json({ error: 'not_found' });
});

app.get('/api/v1/posts', async (req, res) => {
  const { projectId } = res.locals;
  const posts = await db('posts')
    .where({ project_id: projectId })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(Number(req.query.limit ?? 25))
    .offset(Number(req.query.offset ?? 0));
  const targets = await db('targets')
    .where({ project_id: projectId })
    .whereIn(
      'post_id',
      posts.map(({ id }) => id),
    )
    .orderBy('position');
  res.json({
    posts: posts.map((post) => ({ ...post, targets: targets.filter(({ post_id }) => post_id === post.id) })),
  });
});

async function read(projectId: string, id: string): Promise<object | null> {
  const post = await db('posts').where({ project_id: projectId, id }).first();
  if (!post) return null;
  const targets = await db('targets').where({ project_id: projectId, post_id: id }).orderBy('position');
  return { post: { ...post, targets } };
}

app.listen(Number(process.env.PORT), '127.0.0.1');
