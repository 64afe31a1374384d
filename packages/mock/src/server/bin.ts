#!/usr/bin/env node
import { HELP, readArguments } from './read-arguments.ts';
import { serveMock } from './serve-mock.ts';

try {
  const { scenario, isFrozen, deliver, help, ...given } = readArguments(process.argv.slice(2));
  if (help) process.stdout.write(HELP);
  else {
    const now = isFrozen ? {} : { now: new Date().toISOString() };
    const clock = isFrozen ? 'frozen' : 'running';
    const { random: seed, start, ...options } = given;
    const called = deliver ? { deliver: 'fetch' as const } : {};
    const { mock, url } = await serveMock({ ...options, ...called, seed, clock, ...now, ...(start && { start }) });
    if (scenario) mock.scenario(scenario);
    process.stdout.write(`Fanfare mock on ${url}\nAPI key ${mock.apiKey}\nControls ${url}/__mock\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
