import type { Command } from '@commander-js/extra-typings';
import { addPostOptions } from '../post/post-options.ts';
import { readCount } from '../posts/posts-commands.ts';
import type { Act } from '../program.ts';

export function addDraftCommands(program: Command, act: Act): void {
  const drafts = program
    .command('drafts')
    .summary('save posts for a person to look at, list and publish them')
    .description('Posts that somebody shall look at before they are published.');
  drafts
    .command('list', { isDefault: true })
    .description('list drafts that are not published, newest first')
    .option('--published', 'those that are published')
    .option('--limit <count>', 'how many at most', readCount, 25)
    .action((options) => act(async (context) => (await import('./show-drafts.ts')).listDrafts(context, options)));
  addPostOptions(
    drafts
      .command('save')
      .summary('save a post as a draft')
      .description(
        'Saves a post as a draft, complete or not, and prints the page on which a person publishes it. Publishes nothing. A key of the scope draft is enough. The same command on the same day saves one draft.',
      )
      .argument('[text]', 'text of the post; - reads it from stdin'),
  )
    .option('--note <text>', 'what you want to say to whoever reads the draft')
    .action((text, options) =>
      act(async (context) => (await import('./save-draft.ts')).saveDraft(context, { text, ...options })),
    );
  drafts
    .command('get')
    .description('show a draft, and what keeps it from being published')
    .argument('<id>')
    .action((id) => act(async (context) => (await import('./show-drafts.ts')).getDraft(context, id)));
  drafts
    .command('publish')
    .summary('publish a draft')
    .description(
      'Publishes a draft as it is, and waits for every network unless it has a time. The draft has a key of its own: it becomes one post, whoever publishes it.',
    )
    .argument('<id>')
    .action((id) => act(async (context) => (await import('./publish-draft.ts')).publishDraft(context, id)));
  drafts
    .command('delete')
    .description('delete a draft; the post that it became stays')
    .argument('<id>')
    .action((id) => act(async (context) => (await import('./show-drafts.ts')).deleteDraft(context, id)));
}
