import { type Check, statusOfRefusal } from './book.ts';
import { loadClient } from './install-clients.ts';
import { CALLBACK, type SandboxDoor } from './sandbox-door.ts';

type Call = {
  readonly resourcePath: string;
  readonly accessToken: string;
  readonly versionString?: string;
  readonly pathKeys?: Readonly<Record<string, string>>;
  readonly queryParams?: Readonly<Record<string, unknown>>;
};
type Entity = Readonly<Record<string, unknown>>;
type Response<T> = Promise<{ readonly status: number; readonly data: T }>;

/** The part of LinkedIn's own client that is used here. */
type Library = {
  readonly AuthClient: new (
    params: Readonly<Record<'clientId' | 'clientSecret' | 'redirectUrl', string>>,
  ) => {
    generateMemberAuthorizationUrl(scopes: readonly string[], state: string): string;
    exchangeAuthCodeForAccessToken(code: string): Promise<{ readonly access_token: string; readonly scope: string }>;
    /** Its types say the body alone comes; in fact the whole answer does. */
    introspectAccessToken(token: string): Response<{ readonly status?: string }>;
  };
  readonly RestliClient: new () => {
    get(call: Call): Response<Entity>;
    batchGet(call: Call & { ids: readonly (string | number)[] }): Response<{ readonly results: Entity }>;
    finder(call: Call & { finderName: string }): Response<{ readonly elements: readonly Entity[] }>;
    create(call: Call & { entity: Entity }): Promise<{ readonly status: number; readonly createdEntityId: string }>;
    action(call: Call & { actionName: string; data: Entity }): Response<{ readonly value: Entity }>;
    partialUpdate(call: Call & { patchSetObject: Entity }): Response<unknown>;
    delete(call: Call): Response<unknown>;
  };
};

const versionString = '202607';
const HARBOUR = 'urn:li:organization:90314427';
const scopes = [
  'openid',
  'profile',
  'r_basicprofile',
  'w_member_social',
  'rw_organization_admin',
  'w_organization_social',
  'r_organization_social',
  'r_member_postAnalytics',
];

/** `linkedin-api-client`, LinkedIn's own. */
export async function runLinkedinApiClient(door: SandboxDoor, check: Check): Promise<void> {
  const { AuthClient, RestliClient } = await loadClient<Library>('linkedin-api-client');
  const auth = new AuthClient({
    clientId: 'sandbox-linkedin-app',
    clientSecret: 'sandbox-linkedin-secret',
    redirectUrl: CALLBACK,
  });
  const rest = new RestliClient();
  let accessToken = '';
  const versioned = (resourcePath: string, more: Partial<Call> = {}) => ({
    resourcePath,
    accessToken,
    versionString,
    ...more,
  });
  const post = async (more: Entity) => {
    const entity = {
      author: HARBOUR,
      commentary: 'Fresh beans',
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      ...more,
    };
    return (await rest.create({ ...versioned('/posts'), entity })).createdEntityId;
  };
  const kindOf = (id: string) => /^urn:li:[a-zA-Z]+/.exec(decodeURIComponent(id))?.[0] ?? id;

  await check('generateMemberAuthorizationUrl (commas), exchange', `${scopes.length} scopes`, async () => {
    const back = await door.allow(auth.generateMemberAuthorizationUrl(scopes, 'st'));
    const answer = await auth.exchangeAuthCodeForAccessToken(back.searchParams.get('code') ?? '');
    accessToken = answer.access_token;
    return `${answer.scope.split(',').length} scopes`;
  });
  await check(
    'introspectAccessToken',
    'active',
    async () => (await auth.introspectAccessToken(accessToken)).data.status ?? '',
  );
  await check('get /userinfo', 'Ada Park', async () => {
    return String((await rest.get({ resourcePath: '/userinfo', accessToken })).data.name);
  });
  let me = '';
  await check('get /me', 'ada', async () => {
    const { data } = await rest.get({ resourcePath: '/me', accessToken });
    me = `urn:li:person:${String(data.id)}`;
    return String(data.vanityName);
  });
  await check('finder roleAssignee of /organizationAcls', '2 pages', async () => {
    const queryParams = { role: 'ADMINISTRATOR', state: 'APPROVED' };
    const call = { ...versioned('/organizationAcls', { queryParams }), finderName: 'roleAssignee' };
    return `${(await rest.finder(call)).data.elements.length} pages`;
  });
  await check('batchGet of /organizations', '2 names', async () => {
    const { data } = await rest.batchGet({ ...versioned('/organizations'), ids: [90314427, 71120956] });
    return `${Object.keys(data.results).length} names`;
  });
  await check('create /posts as a member', 'urn:li:share', async () => kindOf(await post({ author: me })));
  let page = '';
  await check('create /posts as a page', 'urn:li:share', async () => {
    page = await post({});
    return kindOf(page);
  });
  await check('create /posts, the same again', '422', async () => statusOfRefusal(post({})));
  await check('get /posts/{id} of a page', 'Fresh beans', async () => {
    const id = decodeURIComponent(page);
    return String((await rest.get(versioned('/posts/{id}', { pathKeys: { id } }))).data.commentary);
  });
  await check('finder author of /posts', '1 post', async () => {
    const call = { ...versioned('/posts', { queryParams: { author: HARBOUR } }), finderName: 'author' };
    return `${(await rest.finder(call)).data.elements.length} post`;
  });
  await check('get /posts/{id} of a member (closed)', '403', async () => {
    const own = await post({ author: me, commentary: 'Mine' });
    const call = versioned('/posts/{id}', { pathKeys: { id: decodeURIComponent(own) } });
    return statusOfRefusal(rest.get(call));
  });
  let image = '';
  await check('action initializeUpload of /images, PUT', '201', async () => {
    const data = { initializeUploadRequest: { owner: HARBOUR } };
    const { value } = (await rest.action({ ...versioned('/images'), actionName: 'initializeUpload', data })).data;
    image = String(value.image);
    const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/octet-stream' };
    const put = await fetch(String(value.uploadUrl), {
      method: 'PUT',
      body: new Uint8Array(door.sample('harbour.jpg')),
      headers,
    });
    return String(put.status);
  });
  await check('create /posts with it at once', '400: Media asset is waiting upload', async () => {
    return post({ commentary: 'Look', content: { media: { id: image, altText: 'Boats' } } });
  });
  await check('create /posts with it 5 s later', 'image: Boats', async () => {
    await door.advance(5_000);
    await post({ commentary: 'Look', content: { media: { id: image, altText: 'Boats' } } });
    const [shown] = (await door.newest('linkedin'))?.media ?? [];
    return `${shown?.type}: ${shown?.altText}`;
  });
  await check('create /posts with an article', 'card: Menu', async () => {
    const article = { source: 'https://example.com/menu', title: 'Menu', thumbnail: image };
    await post({ commentary: 'What there is', content: { article } });
    return `card: ${(await door.newest('linkedin'))?.card?.title}`;
  });
  await check('create /socialActions/{id}/comments', '201', async () => {
    const pathKeys = { id: decodeURIComponent(page) };
    const entity = { actor: HARBOUR, object: decodeURIComponent(page), message: { text: 'First (here)' } };
    return String((await rest.create({ ...versioned('/socialActions/{id}/comments', { pathKeys }), entity })).status);
  });
  await check('finder organizationalEntity of …ShareStatistics', '1 row', async () => {
    const queryParams = { organizationalEntity: HARBOUR };
    const call = {
      ...versioned('/organizationalEntityShareStatistics', { queryParams }),
      finderName: 'organizationalEntity',
    };
    return `${(await rest.finder(call)).data.elements.length} row`;
  });
  await check('get /memberCreatorPostAnalytics, q=entity', 'REACTION', async () => {
    const own = decodeURIComponent(await post({ author: me, commentary: 'Counted' }));
    const queryParams = { entity: { share: own }, queryType: 'REACTION', aggregation: 'TOTAL' };
    const call = { ...versioned('/memberCreatorPostAnalytics', { queryParams }), finderName: 'entity' };
    return String((await rest.finder(call)).data.elements[0]?.metricType);
  });
  await check('partialUpdate of /posts (not simulated)', '404', async () => {
    const call = { ...versioned('/posts/{id}', { pathKeys: { id: decodeURIComponent(page) } }) };
    return statusOfRefusal(rest.partialUpdate({ ...call, patchSetObject: { commentary: 'New' } }));
  });
  await check('delete /posts/{id}', '204', async () => {
    const call = versioned('/posts/{id}', { pathKeys: { id: decodeURIComponent(page) } });
    return String((await rest.delete(call)).status);
  });
  await check('a version that has ended', '426', async () => {
    return statusOfRefusal(rest.get({ ...versioned('/organizations/90314427'), versionString: '202405' }));
  });
}
