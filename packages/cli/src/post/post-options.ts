import { type Command, InvalidArgumentError, Option } from '@commander-js/extra-typings';

/** A file or an address, and what it shows. */
export type GivenMedia = { readonly source: string; altText: string | null };

/** The options of `post` and `check` that describe a post. */
export type GivenPost = {
  readonly to?: readonly string[] | undefined;
  readonly media?: readonly GivenMedia[] | undefined;
  readonly at?: string | undefined;
  readonly zone?: string | undefined;
  readonly option?: readonly string[] | undefined;
  readonly firstComment?: string | undefined;
  readonly file?: string | undefined;
  readonly convert: boolean;
};

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Adds the options that describe a post. */
export function addPostOptions(command: Command<[string | undefined]>) {
  const given: GivenMedia[] = [];
  return command
    .addOption(
      new Option(
        '--to <accounts>',
        'accounts, with commas between them: ids, @name, platform:@name, or a platform that has one account',
      ).argParser(collect),
    )
    .addOption(
      new Option('--media <file>', 'picture, video or document: a file, or a public address; again for more').argParser(
        (source: string): readonly GivenMedia[] => {
          given.push({ source, altText: null });
          return given;
        },
      ),
    )
    .addOption(
      new Option('--alt <text>', 'description of the picture named before it, for screen readers').argParser(
        (text: string): string => {
          const last = given.at(-1);
          if (last === undefined)
            throw new InvalidArgumentError('It describes the --media before it: name that first.');
          last.altText = text;
          return text;
        },
      ),
    )
    .option('--at <time>', 'when to publish: 2026-12-01T09:00:00Z, "tomorrow 9:00", "monday 08:30", "in 2 hours"')
    .option('--zone <zone>', 'time zone of --at, such as Europe/Berlin (usual: that of this machine)')
    .option('--first-comment <text>', 'comment below the post, where the platform has one')
    .addOption(
      new Option(
        '--option <name=value>',
        'an option of the targets that have it, such as replyControl=following or x.communityId=123; again for more',
      ).argParser(collect),
    )
    .option('--file <request.json>', 'read the request from a file (- for stdin); other options add to it')
    .option('--no-convert', 'refuse a file that a platform does not take, instead of converting it');
}
