export { lengthsOf, readGuide } from './read-guide.ts';
export { type Run, runProgram, startProgram } from './run-program.ts';
export { shownIn } from './shown-in.ts';
export { type RunningMock, startMock } from './start-mock.ts';
export { type LivePost, type RunningService, startService } from './start-service.ts';
export { withoutAddresses, withoutChance } from './without-chance.ts';
