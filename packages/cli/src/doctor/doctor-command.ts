import type { Command } from '@commander-js/extra-typings';
import type { Act } from '../program.ts';

export function addDoctorCommand(program: Command, act: Act): void {
  program
    .command('doctor')
    .summary('check the key, the address, the accounts and this machine')
    .description(
      'Checks what publishing needs and says how to fix what is wrong. Changes nothing. The exit code is 0 when there is no problem.',
    )
    .action(() => act(async (context) => (await import('./run-doctor.ts')).runDoctor(context)));
}
