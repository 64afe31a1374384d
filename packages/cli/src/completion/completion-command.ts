import { Argument, type Command } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

const AFTER = `
bash:  eval "$(fanfare-cli completion bash)"   in ~/.bashrc
zsh:   eval "$(fanfare-cli completion zsh)"    in ~/.zshrc, after compinit
fish:  fanfare-cli completion fish > ~/.config/fish/completions/fanfare-cli.fish
`;

export function addCompletionCommand(program: Command, act: Act): void {
  program
    .command('completion')
    .summary('print a script that completes commands and options in your shell')
    .description('Prints a script that completes commands and options. It asks nothing of the service.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish'] as const))
    .addHelpText('after', AFTER)
    .action((shell) =>
      act(async ({ process }) => {
        const { completionScript } = await import('./completion-script.ts');
        process.stdout.write(completionScript(shell, program));
        return 0;
      }),
    );
}
