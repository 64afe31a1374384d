import type { Account, HubType, KeyScope, OAuthPlatform, Post } from '@fanfare/contract';
import type { PlanName } from '@fanfare/rules';
import type {
  Abandonment,
  ConnectEnd,
  Consent,
  Declinable,
  FileName,
  HubScript,
  HubUser,
  Removal,
  Script,
  ServiceFault,
  WalkOptions,
  WireAnswer,
  WireRequest,
  World,
} from './implementation.ts';

/** Options of a call beside its route. */
export type CallOptions = {
  /** Sent as JSON; a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A project and its key, and how a caller uses them. */
export type Project = {
  readonly apiKey: string;
  /** `path` is below /api/v1: `call('GET', '/posts?limit=2')`. */
  call(method: string, path: string, options?: CallOptions): Promise<WireAnswer>;
  /** Connects an account through the pages. Every call without a `username` is a new person. */
  connect(platform: OAuthPlatform, how?: ConnectOptions): Promise<Account>;
  /** Connects a new person on a hub of this type by key, or the one who is given. */
  connectHub(type: HubType, how?: HubConnectOptions): Promise<Account>;
  /** Accounts on all four networks, of different people. */
  connectAll(): Promise<Readonly<Record<OAuthPlatform, Account>>>;
  /** Creates a post with a new key and returns it; throws unless it was accepted. */
  publish(body: Readonly<Record<string, unknown>>): Promise<Post>;
  /**
   * Lets time pass until every target has its final status and its public address, which Instagram
   * and Threads return a moment later. By default at most half a minute of real time.
   */
  settled(postId: string, options?: { readonly withinMs?: number }): Promise<Post>;
  /**
   * Ends the account's credential at its network, lets the service find out by a publish, which
   * fails and stays in the list of posts, and returns the resulting account: `expired` when it
   * lapsed, `revoked` when its user removed the service. Only X does not distinguish the two.
   */
  lapse(account: Account, how: 'expired' | 'revoked'): Promise<Account>;
};

export type ConnectOptions = {
  /** The person who connects: the same name is the same profile again. */
  readonly username?: string;
  readonly profileId?: string;
  /** Pages that a LinkedIn member administers. */
  readonly pages?: readonly string[];
  /** Permissions that a user of Instagram or Threads declines. */
  readonly without?: readonly Declinable[];
};

export type HubConnectOptions = {
  readonly user?: HubUser;
  readonly profileId?: string;
  readonly defaultSpaceSlug?: string;
};

/** Values of a statement: everything it makes is its own. */
export type Api = {
  readonly baseUrl: string;
  project(plan?: PlanName): Promise<Project>;
  /** Projects of one workspace, on these plans. */
  workspace(...plans: readonly [PlanName, ...PlanName[]]): Promise<readonly Project[]>;
  /**
   * A project by each of its two keys, and how the second is revoked. Its scope is `all` unless
   * given.
   */
  keyring(
    scope?: KeyScope,
  ): Promise<{ readonly first: Project; readonly second: Project; revokeSecond(): Promise<void> }>;
  /** A raw request below the address of the service, for what `Project.call` cannot send. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** A unique name, in a form that every network accepts. */
  newName(): string;
  newKey(): string;
  /** Follows a connect link to its end. */
  walk(authUrl: string, consent: Consent, options?: WalkOptions): Promise<ConnectEnd>;
  /** Makes a connect link older. The statement runs alone. */
  ageLink(authUrl: string, ms: number): Promise<void>;
  /**
   * Breaks a service and calls `broken` with a project in it; then repairs the service and calls
   * `repaired`. On the server the database is really broken; in the mocks it is a fault of every
   * route. The statement runs alone.
   */
  breakService(
    code: ServiceFault,
    during: { broken(project: Project): Promise<void>; repaired(project: Project): Promise<void> },
  ): Promise<void>;
  /**
   * Makes a scheduled post one that no process publishes, or whose process is gone, so that its
   * targets fail with that code. On the server its rows are changed, and the server finds out
   * within ten seconds; a mock is scripted. Schedule the post at least eight seconds ahead.
   */
  abandon(post: Post, how: Abandonment): Promise<void>;
  /**
   * Scripts what the network does next for this account. `src/implementations/sandbox-script.ts`
   * lists the codes that each network of the server can return; Threads and Instagram return most.
   * A failing first comment of Instagram takes 13 seconds.
   *
   * @example
   * await api.script(threads, { of: 'publish', code: 'content_rejected' });
   */
  script(account: Account, script: Script): Promise<void>;
  /**
   * A new person on a hub of this type, who may publish there, or only read. On the server all hubs
   * of a type are one.
   */
  hubUser(type: HubType, may?: 'publish' | 'read'): Promise<HubUser>;
  /** Makes a key that connects that person: a new API key, with the fields that go with it. */
  hubKey(user: HubUser): Promise<{ hubUrl: string; type: HubType; username: string; apiKey: string }>;
  /** The same by a new one-time connect code. */
  hubCode(user: HubUser): Promise<{ hubUrl: string; connectCode: string }>;
  /** Adds a space to the person's hub; make its slug with `newName`. */
  addSpace(user: HubUser, space: { readonly slug: string; readonly name: string }): Promise<void>;
  /**
   * Makes the hub fail. Without an answer, or with nonsense, it does so to the next caller on the
   * server: the statement runs alone.
   */
  scriptHub(user: HubUser, script: HubScript): Promise<void>;
  /**
   * The network reports that the user removed the service or wants their data deleted, or the
   * operator removes the profile. The account is gone when this returns.
   */
  remove(account: Account, by: { readonly project: Project; readonly how: Removal }): Promise<void>;
  /** Waits until the project no longer has this account. */
  gone(project: Project, account: Account): Promise<void>;
  /** A moment of the service's own time, from now on; negative for the past. ISO 8601. */
  in(ms: number): Promise<string>;
  /** Lets time pass. Keep it short: on the server it is real time. */
  pass(ms: number): Promise<void>;
  file(name: FileName): string;
  /** The same tools on another world, such as that of `inside.other`. */
  on(world: World): Api;
};

/** Time limit of a wait, long enough for a slow machine. */
const SETTLE_TIMEOUT_MS = 120_000;
const LOOK_EVERY_MS = 200;

/**
 * X takes names of at most 15 characters; a service that lives longer than one run has seen others.
 */
const RUN = `s${Date.now().toString(36).slice(-6)}`;
let names = 0;

/** The tools of statements, on any implementation. `onAnswer` sees every answer of the API. */
export function createApi(world: World, onAnswer: (request: WireRequest, answer: WireAnswer) => void): Api {
  const send = async (request: WireRequest): Promise<WireAnswer> => {
    const answer = await world.send(request);
    onAnswer(request, answer);
    return answer;
  };
  const newName = (): string => `${RUN}${(names++).toString(36)}`;
  const newKey = (): string => `key-${newName()}`;
  const api: Api = {
    baseUrl: world.baseUrl,
    send,
    newName,
    newKey,
    walk: (authUrl, consent, options) => world.walk(authUrl, consent, options),
    ageLink: (authUrl, ms) => world.ageLink(authUrl, ms),
    abandon: (post, how) => world.abandon(post, how),
    script: (account, script) => world.script(account, script),
    hubUser: (type, may = 'publish') => world.hubUser(type, newName(), may),
    hubKey: async (user) => ({ ...user, apiKey: await world.hubKey(user) }),
    hubCode: async (user) => ({ hubUrl: user.hubUrl, connectCode: await world.hubCode(user) }),
    addSpace: (user, space) => world.addSpace(user, space),
    scriptHub: (user, script) => world.scriptHub(user, script),
    in: async (ms) => new Date((await world.now()) + ms).toISOString(),
    pass: (ms) => world.pass(ms),
    file: (name) => world.file(name),
    on: (other) => createApi(other, onAnswer),
    workspace: async (...plans) =>
      (await world.workspace(plans)).map(({ apiKey }) => projectOf({ api, world }, apiKey)),
    async keyring(scope = 'all') {
      const { apiKey, second } = await world.keyring(scope);
      const [one, other] = [projectOf({ api, world }, apiKey), projectOf({ api, world }, second)];
      return { first: one, second: other, revokeSecond: () => world.revokeKey(second) };
    },
    async breakService(code, { broken, repaired }) {
      const { apiKey, send, repair } = await world.breakService(code);
      const ill = { ...world, send };
      const project = projectOf({ api: api.on(ill), world: ill }, apiKey);
      await broken(project).finally(repair);
      await repaired(project);
    },
    async remove(account, { project, how }) {
      await world.remove(account, how);
      await api.gone(project, account);
    },
    async gone(project, account) {
      const giveUpAt = performance.now() + SETTLE_TIMEOUT_MS;
      while ((await project.call('GET', `/accounts/${account.id}`)).status !== 404) {
        if (performance.now() > giveUpAt) throw new Error(`${account.id} was not removed.`);
        await world.pass(LOOK_EVERY_MS);
      }
    },
    project: async (plan = 'self_hosted') => projectOf({ api, world }, (await world.project(plan)).apiKey),
  };
  return api;
}

function projectOf({ api, world }: { readonly api: Api; readonly world: World }, apiKey: string): Project {
  const call: Project['call'] = (method, path, { body, headers = {} } = {}) => {
    const lines: [string, string][] = [['Authorization', `Bearer ${apiKey}`]];
    if (body !== undefined) lines.push(['Content-Type', 'application/json']);
    for (const [name, value] of Object.entries(headers)) {
      const at = lines.findIndex(([known]) => known.toLowerCase() === name.toLowerCase());
      if (at >= 0) lines[at] = [name, value];
      else lines.push([name, value]);
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return api.send({ method, path: `/api/v1${path}`, headers: lines, ...(text !== undefined && { body: text }) });
  };
  const postOf = ({ status, body }: WireAnswer): Post => {
    if (status >= 300) throw new Error(`A post was expected, the answer is ${status}: ${JSON.stringify(body)}`);
    return (body as { post: Post }).post;
  };
  const project: Project = {
    apiKey,
    call,
    async connect(platform, { username = api.newName(), profileId, pages, without } = {}) {
      const redirectUrl = 'http://127.0.0.1/connected';
      const started = await call('POST', '/accounts/connect', {
        body: { platform, redirectUrl, ...(profileId !== undefined && { profileId }) },
      });
      if (started.status !== 200) throw new Error(`No connect link: ${JSON.stringify(started.body)}`);
      const { authUrl } = started.body as { authUrl: string };
      const consent: Consent = { outcome: 'approve', username, ...(pages && { pages }), ...(without && { without }) };
      const { redirectedTo, page } = await api.walk(authUrl, consent);
      const accountId = redirectedTo?.searchParams.get('accountId');
      if (!accountId) throw new Error(`${platform} was not connected: ${redirectedTo ?? page?.text}`);
      return accountOf(await call('GET', `/accounts/${accountId}`));
    },
    async connectHub(type, { user, ...fields } = {}) {
      const key = await api.hubKey(user ?? (await api.hubUser(type)));
      const answer = await call('POST', '/accounts/connect-hub', { body: { ...key, ...fields } });
      if (answer.status >= 300) throw new Error(`${type} was not connected: ${JSON.stringify(answer.body)}`);
      return accountOf(answer);
    },
    async connectAll() {
      const [instagram, threads, x, linkedin] = await Promise.all([
        project.connect('instagram'),
        project.connect('threads'),
        project.connect('x'),
        project.connect('linkedin'),
      ]);
      return { instagram, threads, x, linkedin };
    },
    publish: async (body) => postOf(await call('POST', '/posts', { body: { idempotencyKey: api.newKey(), ...body } })),
    async settled(postId, { withinMs = SETTLE_TIMEOUT_MS } = {}) {
      const giveUpAt = performance.now() + withinMs;
      const lookEveryMs = Math.max(LOOK_EVERY_MS, withinMs / 150);
      for (;;) {
        const post = postOf(await call('GET', `/posts/${postId}`));
        const isSettled = post.targets.every(({ status }) => status !== 'pending');
        const isTold = post.targets.every(({ status, url }) => status === 'failed' || url !== null);
        if (isSettled && isTold) return post;
        if (performance.now() > giveUpAt) throw new Error(`${postId} did not settle: ${JSON.stringify(post)}`);
        const dueInMs = post.publishAt === null ? 0 : Date.parse(post.publishAt) - (await world.now());
        await world.pass(Math.max(dueInMs, lookEveryMs));
      }
    },
    async lapse(account, how) {
      await world.lapse(account, how);
      const { id: accountId, platform } = account;
      await project.publish({
        content: 'Is anybody there?',
        mediaItems: [{ type: 'image', url: world.file('harbour.jpg') }],
        platforms: [{ platform, accountId }],
      });
      return accountOf(await call('GET', `/accounts/${accountId}`));
    },
  };
  return project;
}

const accountOf = ({ body }: WireAnswer): Account => (body as { account: Account }).account;
