import type { Command } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

export function addMediaCommands(program: Command, act: Act): void {
  program
    .command('media')
    .summary('upload pictures, videos and documents')
    .description('Files that Fanfare hosts.')
    .command('upload')
    .summary('upload files and print the address of each')
    .description(
      'Uploads files and prints the address of each, and the rules of networks that it breaks. Use the addresses in "mediaItems" of a post. An upload that broke off goes on where it was, also with the same command again.',
    )
    .argument('<files...>')
    .action((files) => act(async (context) => (await import('./run-upload.ts')).runUpload(context, files)));
}
