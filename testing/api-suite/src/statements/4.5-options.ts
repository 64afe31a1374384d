import type { Account, PlatformCapabilities, Post, TargetOptions } from '@fanfare/contract';
import { expect } from 'vitest';
import { CONTENT_RULE_CASES } from '../content-rule-cases.ts';
import { ANY, errorBody } from '../shapes.ts';
import type { Statement } from '../statement.ts';
import { targetEntry } from '../target-entry.ts';

const section = '4.5';
const BLOCKS = ['instagram', 'threads', 'x', 'linkedin', 'wordpress', 'micropub'] as const;

/** Every option with a value that its platform takes; a block has all of its fields. */
const OPTIONS: Readonly<Record<string, unknown>> = CONTENT_RULE_CASES.reduce<Record<string, unknown>>(
  (options, { keeps: { content: _c, mediaItems: _m, firstComment: _f, aiGenerated: _a, ...kept } }) => {
    for (const [name, value] of Object.entries(kept))
      options[name] = isBlock(name) ? { ...(options[name] as object), ...(value as object) } : value;
    return options;
  },
  {},
);

function isBlock(name: string): boolean {
  return BLOCKS.some((block) => block === name);
}

type Described = {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly enum?: readonly string[];
};

/** Options that platforms describe, those of a block as `x.communityId`. */
const describedBy = (platforms: readonly PlatformCapabilities[]): string[] =>
  platforms.flatMap(({ options }) =>
    Object.entries((options as Described).properties ?? {}).flatMap(([name, { properties }]) =>
      isBlock(name) ? Object.keys(properties ?? {}).map((field) => `${name}.${field}`) : [name],
    ),
  );

const namesOf = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]) =>
    isBlock(name) ? Object.keys(value as object).map((field) => `${name}.${field}`) : [name],
  );

/** Options of an account: those of its platform; of a hub, those of its kind. */
function ownOptions({ platform, hub }: Account, platforms: readonly PlatformCapabilities[]): string[] {
  if (hub) return [hub.type];
  const { options } = platforms.find((one) => one.platform === platform)!;
  return Object.keys((options as Described).properties ?? {});
}

export const optionStatements: readonly Statement[] = [
  {
    section,
    statement: 'whatever option a platform does not have is ignored there: warnings name each, and requested has none',
    async run(api) {
      const project = await api.project();
      const { platforms } = (await project.call('GET', '/platforms')).body as { platforms: PlatformCapabilities[] };
      // A new option needs an example here, as the kept side of a broken rule.
      expect(namesOf(OPTIONS).toSorted()).toEqual([...new Set(describedBy(platforms))].toSorted());
      const accounts = [
        ...Object.values(await project.connectAll()),
        await project.connectHub('wordpress'),
        await project.connectHub('micropub'),
      ];
      const foreign = accounts.map((account) => {
        const own = ownOptions(account, platforms);
        return Object.entries(OPTIONS).filter(([name]) => !own.includes(name));
      });
      const { status, body } = await project.call('POST', '/posts', {
        body: {
          content: 'Nothing of it fits.',
          mediaItems: [{ type: 'image', url: api.file('harbour.jpg') }],
          publishAt: await api.in(3_600_000),
          platforms: accounts.map((account, at) => targetEntry(account, Object.fromEntries(foreign[at]!))),
          idempotencyKey: api.newKey(),
        },
      });
      const { warnings, post } = body as { warnings: { path: string; message: string }[]; post: Post };
      expect({ status, warnings: warnings.toSorted(byPath) }).toEqual({
        status: 202,
        warnings: foreign
          .flatMap((options, at) =>
            options.map(([name]) => ({ path: `platforms[${at}].${name}`, message: ANY.sentence })),
          )
          .toSorted(byPath),
      });
      const sent = post.targets.map(({ requested }) =>
        Object.keys(OPTIONS).filter((name) => (requested as TargetOptions)[name as keyof TargetOptions] !== undefined),
      );
      expect(sent).toEqual(accounts.map(() => []));
    },
  },
  {
    section,
    statement: 'an unknown field in the block of its own platform is invalid_request, also in a dry run',
    async run(api) {
      const project = await api.project();
      const accounts = [
        ...Object.values(await project.connectAll()),
        await project.connectHub('wordpress'),
        await project.connectHub('micropub'),
      ];
      const block = ({ platform, hub }: Account) => hub?.type ?? platform;
      const platforms = accounts.map((account) => targetEntry(account, { [block(account)]: { pigeon: true } }));
      const details = accounts.map((account, at) => ({
        path: `platforms[${at}].${block(account)}.pigeon`,
        message: ANY.sentence,
      }));
      const refused = { status: 400, body: errorBody('invalid_request', details) };
      const post = { content: 'A pigeon.', platforms };
      expect(await project.call('POST', '/posts/validate', { body: post })).toMatchObject(refused);
      const request = { ...post, idempotencyKey: api.newKey() };
      expect(await project.call('POST', '/posts', { body: request })).toMatchObject(refused);
    },
  },
  {
    section,
    statement: 'a value or field of an option that only other platforms take is ignored, and warnings name it',
    async run(api) {
      const project = await api.project();
      const { platforms } = (await project.call('GET', '/platforms')).body as { platforms: PlatformCapabilities[] };
      const described = platforms.flatMap(({ platform, options }) =>
        Object.entries(PARTS).flatMap(([name, example]) => {
          const schema = (options as Described).properties?.[name];
          return schema ? [{ platform, name, example, taken: takenBy(schema) }] : [];
        }),
      );
      const asked = described.flatMap(({ platform, name, example, taken }) => {
        const all = new Set(described.filter((one) => one.name === name).flatMap((one) => one.taken));
        return [...all]
          .filter((part) => !taken.includes(part))
          .map((part) => ({ platform, part, path: example.path(part), target: example.target([...taken, part]) }));
      });
      expect(asked.map(({ platform, part }) => `${platform} ${part}`)).toEqual([
        'threads durationMinutes',
        'threads question',
        'threads subscribers',
        'threads verified',
        'x question',
        'x followers',
        'linkedin name',
      ]);
      const { threads, x, linkedin } = await project.connectAll();
      const accounts = [threads, x, linkedin];
      const { status, body } = await project.call('POST', '/posts/validate', {
        body: {
          content: '',
          platforms: asked.map(({ platform, target }, at) =>
            targetEntry(accounts.find((one) => one.platform === platform)!, { content: `Post ${at}.`, ...target }),
          ),
        },
      });
      const warnings = asked.map(({ path }, at) => ({ path: `platforms[${at}].${path}`, message: ANY.sentence }));
      expect({ status, body }).toMatchObject({ status: 200, body: { valid: true, violations: [], warnings } });
    },
  },
];

const byPath = (one: { readonly path: string }, other: { readonly path: string }): number =>
  one.path < other.path ? -1 : 1;

type Example = { readonly path: (part: string) => string; readonly target: (parts: readonly string[]) => object };

const POLL = { options: ['Yes', 'No'], question: 'Ready?', durationMinutes: 1_440 };
const CAPTION = { url: 'https://cdn.example.com/a.srt', language: 'en', name: 'English' };
const VIDEO = { type: 'video', url: 'https://cdn.example.com/a.mp4' };

/**
 * Options that platforms share and do not take alike, each with a target that sets these values or
 * fields.
 */
const PARTS: Readonly<Record<string, Example>> = {
  poll: { path: (part) => `poll.${part}`, target: (parts) => ({ poll: only(POLL, parts) }) },
  replyControl: { path: () => 'replyControl', target: (parts) => ({ replyControl: parts.at(-1) }) },
  captions: {
    path: (part) => `captions[0].${part}`,
    target: (parts) => ({ captions: [only(CAPTION, parts)], mediaItems: [VIDEO] }),
  },
};

const only = (whole: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => names.includes(name)));

/** Values of a word, fields of an object or of the entries of a list. */
const takenBy = ({ enum: values, properties, items }: Described): readonly string[] =>
  values ?? Object.keys(properties ?? items?.properties ?? {});
