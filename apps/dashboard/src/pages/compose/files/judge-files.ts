import { type HostedFiles, NOT_CONVERTED } from '@fanfare/rules';
import { networkName } from '../../../icons/network-mark.tsx';
import { changeMedia, type Form, isLocal, type Media } from '../form.ts';
import type { ComposerProblem } from '../judge.ts';
import { rulesOf } from '../network-rules.ts';
import type { KnownFiles } from './known-file.ts';

/** The form with public addresses for files that have none yet, for what judges their shape. */
export const asUploaded = (form: Form): Form =>
  changeMedia(form, (item) => (isLocal(item.url) ? { ...item, url: 'https://example.com/on-its-way' } : item));

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

/** Every item of the form, and the words of a request for its place. */
const itemsOf = ({ media, targets }: Form): { readonly item: Media; readonly path: string }[] => [
  ...media.map((item, at) => ({ item, path: `mediaItems[${at}]` })),
  ...targets.flatMap(({ own }, i) =>
    (own?.media ?? []).map((item, at) => ({ item, path: `platforms[${i}].mediaItems[${at}]` })),
  ),
];

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
    (own ?? form).media.flatMap(({ url }, at) => {
      const file = files.get(url);
      if (!file || (file.facts && rulesOf(platform))) return [];
      const here = { path: `platforms[${i}].mediaItems[${at}]`, accountId };
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
