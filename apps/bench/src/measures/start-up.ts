import type { Measure } from '../measure.ts';

export const start: Measure = {
  name: 'start',
  answers:
    'How long does a server process take from its start to its first 200 on /readyz, with a database that exists?',
  unit: 'ms',
  goals: [{ what: 'to its first answer', contender: 'server', atMost: 400 }],
  async open(installation) {
    return {
      contenders: [
        {
          name: 'server',
          async run() {
            const another = await installation.startServer();
            await another.stop();
            return { figure: another.startedInMs };
          },
        },
      ],
    };
  },
};
