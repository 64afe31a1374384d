import { type HostedFiles, NOT_CONVERTED } from '@fanfare/rules';
import { networkName } from '../../../icons/network-mark.tsx';
import { changeMedia, type Form, isLocal, type Media, type Words } from '../form.ts';
import type { ComposerProblem } from '../judge.ts';
import { rulesOf } from '../network-rules.ts';
import type { KnownFiles } from './known-file.ts';

/** The address of a file that has none yet. */
export const ON_ITS_WAY = 'https://example.com/on-its-way';

/** The form with public addresses for files that have none yet, for what judges their shape. */
export const asUploaded = (form: Form): Form =>
  changeMedia(form, (item) => (isLocal(item.url) ? { ...item, url: ON_ITS_WAY } : item));

/** The files whose bytes this page has read: the rules of files judge them. */
export const readHere = (files: KnownFiles): HostedFiles => ({
  isHosted: () => false,
  find: (url) => {
    const facts = files.get(url)?.facts;
    return facts ? { status: 'ready', facts } : undefined;
  },
  conversion: {
    // The server says of its files whether it converts; others are on their way to it.
    offFor: (url) => {
      const problems = files.get(url)?.problems ?? [];
      const isOff = problems.length > 0 && problems.every(({ fixedBy }) => fixedBy === undefined);
      return isOff ? NOT_CONVERTED.notInstalled : null;
    },
  },
});

type Found = { readonly item: Media; readonly path: string };

const itemsAt = (media: readonly Media[], place: string): Found[] =>
  media.map((item, at) => ({ item, path: `${place}mediaItems[${at}]` }));

/** The items of the posts that follow the first of a chain, at their place in a target. */
const itemsOfChain = ({ thread }: Words, target: number): Found[] =>
  thread.flatMap(({ media }, i) => itemsAt(media, `platforms[${target}].thread[${i + 1}].`));

/** Every item of the form, and the words of a request for its place. */
function itemsOf(form: Form): Found[] {
  const sharing = form.targets.findIndex(({ own, platform }) => own === null && hasChains(platform));
  return [
    ...itemsAt(form.media, ''),
    ...(sharing < 0 ? [] : itemsOfChain(form, sharing)),
    ...form.targets.flatMap(({ own }, i) =>
      own ? [...itemsAt(own.media, `platforms[${i}].`), ...itemsOfChain(own, i)] : [],
    ),
  ];
}

const hasChains = (platform: string): boolean =>
  Object.hasOwn(rulesOf(platform)?.options ?? { thread: true }, 'thread');

/** Problems of files that are still on their way. */
export const findNotUploaded = (form: Form, files: KnownFiles): ComposerProblem[] =>
  itemsOf(form)
    .filter(({ item }) => isLocal(item.url))
    .map(({ item, path }) => {
      const message = `${files.get(item.url)?.name ?? 'A file'} is not uploaded yet.`;
      return { rule: null, message, path, accountId: null };
    });

/** Problems that the server found, for files and networks that this page cannot judge. */
const foundByServer = (form: Form, files: KnownFiles) =>
  form.targets.flatMap(({ platform, accountId, own }, i) =>
    [
      ...itemsAt((own ?? form).media, `platforms[${i}].`),
      ...(hasChains(platform) ? itemsOfChain(own ?? form, i) : []),
    ].flatMap(({ item: { url }, path }) => {
      const file = files.get(url);
      if (!file || (file.facts && rulesOf(platform))) return [];
      const here = { path, accountId };
      return file.problems
        .filter((problem) => problem.platform === platform)
        .map((problem) => ({ ...here, ...problem }));
    }),
  );

/** Problems that the server found and that keep a post from its network. */
export const findRefused = (form: Form, files: KnownFiles): ComposerProblem[] =>
  foundByServer(form, files).filter(({ fixedBy }) => fixedBy === undefined);

/** Problems that the server found and fixes when it sends the file. */
export const findConverted = (form: Form, files: KnownFiles): ComposerProblem[] =>
  foundByServer(form, files)
    .filter(({ fixedBy }) => fixedBy !== undefined)
    .map(({ platform, path, accountId }) => {
      const message = `It is converted to what ${networkName(platform)} takes.`;
      return { rule: 'conversion', message, path, accountId };
    });
