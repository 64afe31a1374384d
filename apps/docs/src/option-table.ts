import { fieldNames, PLATFORMS, type Platform, TARGET_OPTIONS, type TargetOptionName } from '@fanfare/contract';
import { type Author, checkContent, type Draft, judgeOptions } from '@fanfare/rules';
import { code, table } from './markdown.ts';
import { RULEBOOKS } from './rulebooks.ts';

type Schema = Parameters<typeof fieldNames>[0];
type Row = { readonly name: string; readonly cell: (platform: Platform) => string };

/** A value that no schema takes. */
const BROKEN = Number.NaN;
/** An account that pays X for longer posts. */
const PREMIUM: Author = { subscription: 'Premium' };
/** Platforms whose accounts look up whom a post can mention. A test asks the mock. */
export const MENTIONING: readonly Platform[] = ['linkedin'];

/**
 * Every option and every value of one that only some platforms have, and what each platform does.
 */
export function optionTable(): string {
  const rows = [...shared(), ...blocks(), ...others()];
  return table(
    ['', ...PLATFORMS.map((platform) => RULEBOOKS[platform].title)],
    rows.map(({ name, cell }) => [name, ...PLATFORMS.map(cell)]),
  );
}

const optionsOf = (platform: Platform): Readonly<Record<string, Schema>> => RULEBOOKS[platform].rules.options ?? {};
const isBlock = (name: string, platform: Platform): boolean => name === platform || platform === 'hub';

/**
 * Options that platforms share by one name; below each, values and fields that not all of these
 * take.
 */
function shared(): Row[] {
  const names = new Set(
    PLATFORMS.flatMap((platform) => Object.keys(optionsOf(platform)).filter((name) => !isBlock(name, platform))),
  );
  return [...names].flatMap((name) => [
    { name: code(name), cell: (platform) => judged(platform, { [name]: BROKEN }) },
    ...partsOf(name).flatMap(({ shown, isTakenBy }): Row[] => {
      const having = PLATFORMS.filter((platform) => name in optionsOf(platform));
      if (having.every((platform) => isTakenBy(optionsOf(platform)[name]!))) return [];
      const taken = having.filter((platform) => isTakenBy(optionsOf(platform)[name]!));
      return [{ name: code(shown), cell: (platform) => (taken.includes(platform) ? 'sent' : 'warning') }];
    }),
  ]);
}

type Part = { readonly shown: string; readonly isTakenBy: (schema: Schema) => boolean };

/** Values of an option that is a word, and fields of one that is an object or a list of objects. */
function partsOf(name: string): readonly Part[] {
  const schema: Schema = TARGET_OPTIONS[name as TargetOptionName];
  const values: readonly string[] = 'options' in schema ? (schema.options as readonly string[]) : [];
  return [
    ...values.map((value) => ({
      shown: `${name}: '${value}'`,
      isTakenBy: (own: Schema) => own.safeParse(value).success,
    })),
    ...fieldsOf(schema).map((field) => ({
      shown: `${name}: { ${field} }`,
      isTakenBy: (own: Schema) => fieldsOf(own).includes(field),
    })),
  ];
}

/** Fields of an object, or of the entries of a list. */
const fieldsOf = (schema: Schema): readonly string[] => {
  const bare =
    'innerType' in schema && typeof schema.innerType === 'function' ? (schema.innerType() as Schema) : schema;
  return fieldNames('element' in bare ? (bare.element as Schema) : bare);
};

/** Fields of the blocks that belong to one platform, or to one kind of hub. */
const blocks = (): Row[] =>
  PLATFORMS.flatMap((owner) =>
    Object.entries(optionsOf(owner))
      .filter(([name]) => isBlock(name, owner))
      .flatMap(([block, schema]) =>
        fieldNames(schema).map((field) => ({
          name: code(`${block}: { ${field} }`),
          cell: (platform: Platform) => judged(platform, { [block]: { [field]: BROKEN } }),
        })),
      ),
  );

/**
 * Says what a platform does with an option whose value is broken: it has a rule for it, or ignores
 * it.
 */
function judged(platform: Platform, asked: Readonly<Record<string, unknown>>): string {
  const { violations, warnings } = judgeOptions(asked, RULEBOOKS[platform].rules);
  const [broken] = violations;
  if (broken) return `sent, ${code(broken.rule)}`;
  if (warnings.length === 0) throw new Error(`${platform} neither takes nor ignores ${JSON.stringify(asked)}.`);
  return 'warning';
}

/** Content that is no option, but that not every platform takes. */
function others(): Row[] {
  const pdf = { type: 'document', url: 'https://example.com/menu.pdf' } as const;
  return [
    {
      name: `A document in ${code('mediaItems')}`,
      cell: (platform) =>
        takenOr(refusal(platform, { media: [pdf] }), refusal(platform, { media: [pdf, { ...pdf, title: 'Menu' }] })),
    },
    {
      name: `${code('@[Name](urn)')} in the text, with a look-up`,
      cell: (platform) => (MENTIONING.includes(platform) ? 'sent' : 'as it is written'),
    },
    {
      name: 'A text above the limit of accounts without X Premium',
      cell(platform) {
        const { text } = RULEBOOKS[platform].rules.limits;
        const content = 'a'.repeat(text.max + 1);
        return takenOr(refusal(platform, { content }, PREMIUM), refusal(platform, { content }));
      },
    },
    {
      name: `${code('POST /posts/:id/unpublish')}`,
      cell: (platform) => (RULEBOOKS[platform].rules.limits.supports.unpublish ? 'sent' : code('unsupported')),
    },
  ];
}

const takenOr = (refused: string | null, broken: string | null): string =>
  refused === null ? ['sent', ...(broken === null ? [] : [code(broken)])].join(', ') : `refused, ${code(refused)}`;

/** The rule that a post breaks; null for none. */
function refusal(platform: Platform, part: Partial<Draft>, author: Author = {}): string | null {
  const draft: Draft = {
    ...{ content: 'A text.', media: [], firstComment: null, aiGenerated: false, spaceSlug: null },
    ...part,
  };
  const found = checkContent(draft, RULEBOOKS[platform].rules, author);
  return found.find(({ path }) => part.content === undefined || path === 'content')?.rule ?? null;
}
