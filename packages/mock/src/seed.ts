import { ACCOUNT_STATUSES, type AccountStatus, KEY_SCOPES, type Platform } from '@fanfare/contract';
import { PLANS, type PlanName, planOf, quotaPeriodOf } from '@fanfare/rules';
import { expiryReason } from './accounts/lapse-account.ts';
import { DECLINABLE, declinedBy } from './accounts/permissions.ts';
import { profileIdOf } from './accounts/profile-id.ts';
import { toAccount } from './accounts/to-account.ts';
import { mockApiKey } from './api-key.ts';
import {
  anything,
  checkEach,
  checkFields,
  checkFilled,
  checkImage,
  checkName,
  checkNumber,
  checkText,
  named,
  wrong,
} from './check-argument.ts';
import { hubKind, hubProfileId } from './hubs/hub-kinds.ts';
import type { AccountHub } from './hubs/hub-world.ts';
import { findHub, HUB_FIELDS, seedHub } from './hubs/seed-hub.ts';
import type { MockState } from './mock-state.ts';
import { NETWORKS } from './network-rules.ts';
import { POST, seedPost, TARGET } from './posts/seed-post.ts';
import { toPost } from './posts/to-post.ts';
import type { SeedAccount, SeedAccountHub, Seeding, SeedTarget } from './seed-types.ts';
import { seedWebhook } from './webhooks/seed-webhook.ts';
import { counterOf, type Project, type StoredAccount } from './world.ts';

export function createSeeding(state: MockState, firstProjectId: () => string): Seeding {
  const { world, ids, clock } = state;
  const projectOf = (id: string = firstProjectId()): Project => {
    const project = world.projects.get(id);
    if (!project) throw new RangeError(`There is no project ${id}.`);
    return project;
  };

  const seeding: Seeding = {
    project(seed = {}) {
      checkFields('seed.project(project)', seed, {
        name: checkText,
        plan: planNamed,
        workspaceId: checkText,
        logoUrl: checkImage,
      });
      const { name = 'Demo', logoUrl = null, plan = 'self_hosted', workspaceId = ids.typeId('ws') } = seed;
      requireProjectCapacity(state, workspaceId, plan);
      const project: Project = {
        id: ids.typeId('prj'),
        workspaceId,
        name,
        logoUrl,
        plan,
        counters: new Map(),
        eventPosition: 0,
      };
      world.projects.set(project.id, project);
      return { id: project.id, workspaceId, name, apiKey: seeding.key(project.id) };
    },

    key(projectId, scope = 'all') {
      const { id } = projectOf(projectId);
      checkName('seed.key(projectId, scope)', scope, KEY_SCOPES);
      const apiKey = mockApiKey(ids);
      world.keys.set(apiKey, { id: ids.typeId('key'), projectId: id, scope, isRevoked: false });
      return apiKey;
    },

    account(seed, projectId) {
      checkFields('seed.account(account)', seed, ACCOUNT);
      checkName('seed.account(account).platform', seed.platform, NETWORKS);
      const { platform, username = 'ada', status = 'active', ...given } = seed;
      const hub = seedAccountHub(state, seed);
      const account: StoredAccount = {
        id: ids.typeId('acc'),
        projectId: projectOf(projectId).id,
        platform,
        profileId: given.profileId ?? null,
        platformUserId:
          given.platformUserId ?? (hub ? hubProfileId(hub.type, hub.url, username) : profileIdOf(platform, username)),
        username: hub ? hubKind(hub.type).nameOf(hub.url, username) : username,
        status,
        statusReason: given.statusReason ?? reasonOf(status, platform),
        connectedAtMs: clock.now(),
        subscription: given.subscription ?? null,
        declined: declinedBy(platform, given.without),
        grant: status === 'revoked' ? null : Symbol('consent'),
        hub,
      };
      world.accounts.set(account.id, account);
      return toAccount(account);
    },

    hub(seed) {
      return seedHub(state, checkFields('seed.hub(hub)', seed, HUB_FIELDS)).url;
    },

    post(seed, projectId) {
      checkFields('seed.post(post)', seed, POST);
      checkEach((what, target: SeedTarget) => checkFields(what, target, TARGET))(
        'seed.post(post).targets',
        seed.targets,
      );
      if (seed.targets.length === 0) throw new RangeError('seed.post(post).targets: a post has at least one target.');
      return toPost(seedPost(state, projectOf(projectId), seed));
    },

    webhook(seed = {}, projectId) {
      return seedWebhook(state, projectOf(projectId), seed);
    },

    usage(usedUnits, projectId) {
      checkNumber('seed.usage(usedUnits)', usedUnits);
      counterOf(projectOf(projectId), quotaPeriodOf(new Date(clock.now())).start).used = usedUnits;
    },

    plan(plan, projectId) {
      projectOf(projectId).plan = planNamed('seed.plan(plan)', plan);
    },

    all(seed, projectId) {
      checkFields('seed.all(seed)', seed, {
        plan: planNamed,
        accounts: checkEach(anything),
        posts: checkEach(anything),
        webhooks: checkEach(anything),
        usedUnits: checkNumber,
        hubs: checkEach(anything),
      });
      const { plan, hubs = [], accounts = [], posts = [], webhooks = [], usedUnits } = seed;
      if (plan !== undefined) seeding.plan(plan, projectId);
      for (const hub of hubs) seeding.hub(hub);
      for (const account of accounts) seeding.account(account, projectId);
      for (const post of posts) seeding.post(post, projectId);
      for (const webhook of webhooks) seeding.webhook(webhook, projectId);
      if (usedUnits !== undefined) seeding.usage(usedUnits, projectId);
    },
  };
  return seeding;
}

/** The cap is that of the new project's plan. */
function requireProjectCapacity({ world }: MockState, workspaceId: string, plan: PlanName): void {
  const cap = planOf(plan).projects;
  const there = [...world.projects.values()].filter((project) => project.workspaceId === workspaceId).length;
  if (cap === null || there < cap) return;
  throw new RangeError(
    `The plan "${plan}" allows ${cap} project${cap === 1 ? '' : 's'} in a workspace, and ${workspaceId} has that many. Choose a larger plan, or leave out workspaceId to create a new workspace.`,
  );
}

const planNamed = named<PlanName>(Object.values(PLANS).map(({ name }) => name));

const ACCOUNT = {
  platform: named(NETWORKS),
  username: checkText,
  status: named(ACCOUNT_STATUSES),
  statusReason: checkText,
  profileId: checkFilled,
  platformUserId: checkText,
  subscription: checkText,
  without: checkEach(named(DECLINABLE)),
  hub: (what: string, hub: SeedAccountHub) =>
    checkFields(what, hub, { url: HUB_FIELDS.url, type: HUB_FIELDS.type, defaultSpaceSlug: checkText }),
};

/** Null for an account that is not on a hub. */
function seedAccountHub(state: MockState, { platform, status, hub: given }: SeedAccount): AccountHub | null {
  if (platform !== 'hub' && given !== undefined)
    throw wrong('seed.account(account).hub', given, 'for accounts of other platforms');
  if (platform !== 'hub') return null;
  if (status === 'expired') throw wrong('seed.account(account).status', status, 'for hub accounts, which never expire');
  const hub = findHub(state, given ?? {});
  if (!hub) throw wrong('seed.account(account).hub.type', given?.type, `the type of the hub at ${given?.url}`);
  const { type, url, name } = hub;
  return { type, url, name, defaultSpaceSlug: given?.defaultSpaceSlug ?? null, apiKey: null };
}

function reasonOf(status: AccountStatus, platform: Platform): string | null {
  if (status === 'active') return null;
  return status === 'expired' ? expiryReason(platform) : 'disconnected';
}
