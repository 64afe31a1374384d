import type { MediaFacts } from '@fanfare/media-file';
import type { MediaFile } from '@fanfare/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addMedia, addressesOf, changeMedia, type Form, type Media, mediaOf, newMedia } from '../form.ts';
import { createUploads, type Uploads } from './create-uploads.ts';
import type { ComposerFiles } from './files-context.ts';
import { hostedName, type KnownFile, type KnownFiles } from './known-file.ts';
import { MEDIA_KEY, useRecentFiles } from './queries.ts';

/** Media that a post has at most. */
export const MOST_ITEMS = 10;

type Deps = {
  readonly form: Form;
  /** The form as it is now, which may be another one than at the last render. */
  readonly now: () => Form;
  readonly change: (form: Form) => void;
};

type Files = Pick<ComposerFiles, 'known' | 'upload' | 'take' | 'refusal'> & {
  readonly uploads: Uploads;
  /** News of the uploads so far, for people who do not see them. */
  readonly said: readonly string[];
  /** Replaces the addresses of files that are uploaded by now. */
  readonly withHosted: (form: Form) => Form;
};

/** Files of a composer: those on their way, those it has uploaded, and others of the project. */
export function useFiles(deps: Deps): Files {
  const queries = useQueryClient();
  const [learned, setLearned] = useState<KnownFiles>(new Map());
  const [said, setSaid] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<Files['refusal']>(null);
  // Addresses on the server by those in this page.
  const hosted = useRef(new Map<string, string>());
  const learn = (url: string, file: KnownFile): void => setLearned((all) => new Map(all).set(url, file));
  const say = (sentence: string): void => setSaid((all) => [...all, sentence]);
  // Uploads outlive the render that started them.
  const latest = useRef(deps);
  useEffect(() => {
    latest.current = deps;
  });
  const change = (make: (form: Form) => Form): void => latest.current.change(make(latest.current.now()));

  const [uploads] = useState(() =>
    createUploads({
      onRead(url, { name }, facts) {
        learn(url, { name, facts, problems: [] });
        change((form) =>
          changeMedia(form, (item) => (item.url === url ? { ...item, type: typeOf(facts.type) } : item)),
        );
      },
      onReady(url, media, facts) {
        learn(media.url, { name: media.filename, facts: withPages(facts, media), problems: media.problems });
        hosted.current.set(url, media.url);
        change((form) => form);
        say(`${media.filename} is uploaded.`);
        void queries.invalidateQueries({ queryKey: MEDIA_KEY });
      },
      onFailed: ({ name }, message) => say(`${name} is not uploaded. ${message}`),
    }),
  );
  useEffect(() => () => uploads.keepOnly(new Set()), [uploads]);

  // A draft that is opened again has only the addresses of its files.
  const isUnknown = [...addressesOf(deps.form)].some((url) => hostedName(url) !== null && !learned.has(url));
  const { data: recent } = useRecentFiles(isUnknown);
  const known = useMemo(
    () => new Map([...(recent ?? []).map((media) => [media.url, toKnown(media)] as const), ...learned]),
    [recent, learned],
  );

  /** Adds as many as the post can have. */
  function add<Given>(given: readonly Given[], scope: string, toItem: (one: Given) => Media): void {
    change((form) => {
      const free = Math.max(0, MOST_ITEMS - mediaOf(form, scope).length);
      setRefusal(given.length <= free ? null : { scope, message: tooMany(given.length - free) });
      return addMedia(form, scope, given.slice(0, free).map(toItem));
    });
  }
  return {
    known,
    uploads,
    said,
    refusal,
    withHosted: (form) =>
      [...addressesOf(form)].some((url) => hosted.current.has(url))
        ? changeMedia(form, (item) => ({ ...item, url: hosted.current.get(item.url) ?? item.url }))
        : form,
    upload: (files, scope) =>
      add(files, scope, (file) => {
        const url = uploads.add(file);
        learn(url, { name: file.name, facts: null, problems: [] });
        return newMedia(typeOf(file.type), url);
      }),
    take: (files, scope) =>
      add(files, scope, (media) => {
        learn(media.url, toKnown(media));
        return newMedia(typeOf(media.contentType), media.url);
      }),
  };
}

const toKnown = ({ filename, problems }: MediaFile): KnownFile => ({ name: filename, facts: null, problems });

/** The facts of a file, with the pages that the server counted. */
const withPages = (facts: MediaFacts, media: MediaFile): MediaFacts =>
  facts.type === 'document' ? { ...facts, pages: media.facts?.pages ?? null } : facts;

/**
 * The kind of an item by its type: `video`, `video/mp4`, `image/png`, `document`,
 * `application/pdf`.
 */
const typeOf = (contentType: string): Media['type'] =>
  contentType.startsWith('video') ? 'video' : /^(?:document|application)/.test(contentType) ? 'document' : 'image';

const tooMany = (count: number): string =>
  `A post has at most ${MOST_ITEMS} pictures and videos. ${count === 1 ? 'One was' : `${count} were`} not added.`;
