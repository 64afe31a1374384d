import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ADA, at, HARBOUR, type Linkedin, postBody, startLinkedin } from './linkedin-session.ts';

let li: Linkedin;
beforeAll(async () => {
  li = await startLinkedin();
});
beforeEach(() => li.reset());
afterAll(() => li.sandbox.close());

const refusal = (code: string, message: string) => ({ status: 400, code, message });

describe('the body', () => {
  const problem = (path: string, text: string) => ({ message: `ERROR :: ${path} :: ${text}\n`, status: 422 });

  it.each(['author', 'commentary', 'visibility', 'distribution', 'lifecycleState'])('requires %s', async (name) => {
    const { status, body } = await li.post(await li.connect('ada'), { [name]: undefined });
    expect([status, body]).toEqual([
      422,
      problem(`/${name}`, 'field is required but not found and has no default value'),
    ]);
    expect(await li.posts()).toEqual([]);
  });

  it('names every missing field, one per line', async () => {
    const { status, body } = await li.rest(await li.connect('ada'), 'POST', '/rest/posts', {
      commentary: 'x',
      distribution: {},
      lifecycleState: 'PUBLISHED',
    });
    const missing = (path: string) => `ERROR :: ${path} :: field is required but not found and has no default value\n`;
    expect([status, body]).toEqual([
      422,
      { message: missing('/author') + missing('/visibility') + missing('/distribution/feedDistribution'), status: 422 },
    ]);
  });

  it.each([
    ['an unknown field', { is_ai_generated: true }, '/is_ai_generated', 'unrecognized field found but not allowed'],
    ['an unknown visibility', { visibility: 'FRIENDS' }, '/visibility', '"FRIENDS" is not an enum symbol'],
    [
      'an unknown feed',
      { distribution: { feedDistribution: 'ALL' } },
      '/distribution/feedDistribution',
      '"ALL" is not an enum symbol',
    ],
    ['a text that is not text', { commentary: 5 }, '/commentary', '5 cannot be coerced to String'],
    [
      'a flag that is not a boolean',
      { isReshareDisabledByAuthor: 'no' },
      '/isReshareDisabledByAuthor',
      'no cannot be coerced to Boolean',
    ],
    [
      'targets that are not a list',
      { distribution: { feedDistribution: 'MAIN_FEED', targetEntities: {} } },
      '/distribution/targetEntities',
      'array type is not backed by a DataList',
    ],
    [
      'a distribution that is not an object',
      { distribution: 'MAIN_FEED' },
      '/distribution',
      'record type is not backed by a DataMap',
    ],
    ['an empty content', { content: {} }, '/content', 'DataMap should have at least one entry for a union type'],
    [
      'two contents',
      { content: { media: { id: 'a' }, article: { source: 's', title: 't' } } },
      '/content',
      'DataMap should have no more than one entry for a union type',
    ],
    [
      'an unknown content',
      { content: { carousel: {} } },
      '/content',
      '"carousel" is not a member type of union [poll, media, multiImage, article]',
    ],
    ['a content that is not an object', { content: 'x' }, '/content', 'union type is not backed by a DataMap or null'],
    [
      'an image without id',
      { content: { multiImage: { images: [{ altText: 'x' }] } } },
      '/content/multiImage/images/0/id',
      'field is required but not found and has no default value',
    ],
  ])('refuses %s', async (_what, fields, path, text) => {
    const { status, body } = await li.post(await li.connect('ada'), fields);
    expect([status, body]).toEqual([422, problem(path, text)]);
  });

  it('accepts fields that the sandbox does not evaluate', async () => {
    const distribution = {
      feedDistribution: 'MAIN_FEED',
      targetEntities: [{ geoLocations: ['urn:li:geo:103644278'] }],
      thirdPartyDistributionChannels: ['TWITTER'],
    };
    const fields = { author: HARBOUR, distribution };
    expect((await li.post(await li.connect('ada'), fields)).status).toBe(201);
  });

  it('has sensible defaults', async () => {
    const body = postBody({ distribution: { feedDistribution: 'MAIN_FEED' }, isReshareDisabledByAuthor: undefined });
    expect((await li.rest(await li.connect('ada'), 'POST', '/rest/posts', body)).status).toBe(201);
  });

  it('is published at once, and publicly for pages', async () => {
    const token = await li.connect('ada');
    expect((await li.post(token, { lifecycleState: 'DRAFT' })).body).toEqual(
      refusal('INVALID_VALUE_FOR_FIELD', "lifecycleState can't be set to DRAFT"),
    );
    expect((await li.post(token, { visibility: 'CONNECTIONS' })).status).toBe(201);
    expect((await li.post(token, { author: HARBOUR, visibility: 'CONNECTIONS' })).body).toEqual(
      refusal('INVALID_VALUE_FOR_FIELD', "visibility can't be set to CONNECTIONS"),
    );
  });

  it('counts 3,000 characters of text without its escapes', async () => {
    const token = await li.connect('ada');
    expect((await li.post(token, { commentary: '\\('.repeat(3_000) })).status).toBe(201);
    const { status, body } = await li.post(token, { commentary: `${'\\('.repeat(3_000)}x` });
    expect([status, body]).toEqual([
      400,
      refusal('FIELD_LENGTH_TOO_LONG', "commentary length 3001 can't exceeded maximum 3000 length"),
    ]);
    expect((await li.post(token, { commentary: 'é'.repeat(3_000) })).status).toBe(201);
    // Two UTF-16 units each.
    expect((await li.post(token, { commentary: '🌊'.repeat(1_501) })).status).toBe(400);
  });
});

describe('the media', () => {
  const foreign = {
    message:
      'com.linkedin.publishing.util.common.ResponseException: One or more of the assets is not owned by the author. All assets must be owned by the author',
    status: 400,
  };

  it('must belong to the author, also where one person may write as both', async () => {
    const token = await li.connect('ada');
    const [own, ofPage] = [await li.image(token, ADA), await li.image(token, HARBOUR)];
    const asPage = await li.post(token, { author: HARBOUR, content: { media: { id: own } } });
    expect([asPage.status, asPage.body]).toEqual([400, foreign]);
    const mixed = await li.post(token, { content: { multiImage: { images: [{ id: own }, { id: ofPage }] } } });
    expect([mixed.status, mixed.body]).toEqual([400, foreign]);
  });

  it('must exist, uploaded and of the right kind', async () => {
    const token = await li.connect('ada');
    const post = async (id: string) => (await li.post(token, { content: { media: { id } } })).body;
    expect(await post('urn:li:image:never')).toEqual(refusal('INVALID_IMAGE_ID', 'This Image ID is invalid'));
    expect(await post('urn:li:video:never')).toEqual(refusal('INVALID_VIDEO_ID', 'This Video ID is invalid'));
    expect(await post('urn:li:event:never')).toEqual(
      refusal(
        'INVALID_URN_TYPE',
        '/content/media/id value urn:li:event:never must be a urn:li:image or urn:li:video or urn:li:document URN',
      ),
    );
    const started = await li.rest(token, 'POST', '/rest/images?action=initializeUpload', {
      initializeUploadRequest: { owner: ADA },
    });
    expect(await post(String(at(started.body, 'value', 'image')))).toEqual(
      refusal('MEDIA_ASSET_WAITING_UPLOAD', 'Media asset is waiting upload'),
    );
    expect(await li.posts()).toEqual([]);
  });

  it.each([1, 21])('is not %d images in a multiImage', async (count) => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const images = Array.from({ length: count }, () => ({ id }));
    const { status, body } = await li.post(token, { content: { multiImage: { images } } });
    expect([status, body]).toEqual([
      400,
      refusal('ILLEGAL_ARGUMENT', `/content/multiImage/images must hold between 2 and 20 images, not ${count}`),
    ]);
  });

  it('may be 20 images, but no video among them', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const images = Array.from({ length: 20 }, () => ({ id }));
    expect((await li.post(token, { content: { multiImage: { images } } })).status).toBe(201);
    const withVideo = [{ id }, { id: 'urn:li:video:x' }];
    expect((await li.post(token, { content: { multiImage: { images: withVideo } } })).body).toEqual(
      refusal('INVALID_URN_TYPE', '/content/multiImage/images/1/id value urn:li:video:x must be a urn:li:image URN'),
    );
  });

  it('have texts of limited length', async () => {
    const token = await li.connect('ada');
    const id = await li.image(token, ADA);
    const alt = async (length: number) =>
      (await li.post(token, { content: { media: { id, altText: 'a'.repeat(length) } } })).body;
    expect(await alt(4_087)).toEqual(
      refusal('FIELD_LENGTH_TOO_LONG', "/content/media/altText length 4087 can't exceeded maximum 4086 length"),
    );
    expect(await alt(4_086)).toBeNull();
    const article = async (fields: object) =>
      (await li.post(token, { content: { article: { source: 'https://example.com', title: 't', ...fields } } })).body;
    expect(await article({ title: 't'.repeat(401) })).toEqual(
      refusal('FIELD_LENGTH_TOO_LONG', "/content/article/title length 401 can't exceeded maximum 400 length"),
    );
    expect(await article({ description: 'd'.repeat(4_087) })).toEqual(
      refusal('FIELD_LENGTH_TOO_LONG', "/content/article/description length 4087 can't exceeded maximum 4086 length"),
    );
    expect(await article({ title: ' ' })).toEqual(
      refusal('INVALID_VALUE_BLANK_FIELD', "/content/article/title can't be blank"),
    );
    expect(await article({ source: 'example.com' })).toEqual(
      refusal('INVALID_VALUE_FOR_FIELD', "/content/article/source can't be set to example.com"),
    );
    expect(await article({ thumbnail: 'urn:li:image:never' })).toEqual(
      refusal('INVALID_IMAGE_ID', 'This Image ID is invalid'),
    );
    expect(await article({ title: 't'.repeat(400), description: 'd'.repeat(4_086) })).toBeNull();
  });
});
