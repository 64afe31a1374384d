import { readFileSync } from 'node:fs';
import { type Dockerfile, DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';

/** Facts of the last stage of a Dockerfile. */
export type ImageConfig = {
  readonly user: { readonly uid: number; readonly gid: number };
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly stopSignal: NodeJS.Signals;
  /** Copies from folders of the build to folders of the image. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
};

/** Throws with all mistakes of the linter, and all broken rules of this project. */
export function readDockerfile(file: string): ImageConfig {
  const text = readFileSync(file, 'utf8');
  const dockerfile = DockerfileParser.parse(text);
  const mistakes = [
    ...validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`),
    ...unpinned(dockerfile).map((base) => `${base} is not pinned by digest`),
  ];
  if (mistakes.length > 0) throw new Error(`${file}\n${mistakes.join('\n')}`);
  const last = dockerfile.getInstructions().map((one) => one.getKeyword());
  const stage = dockerfile.getInstructions().slice(last.lastIndexOf('FROM'));
  const textOf = (keyword: string): string => {
    const found = stage.filter((one) => one.getKeyword() === keyword).at(-1);
    if (!found) throw new Error(`${file}: the last stage has no ${keyword}.`);
    return found.getArgumentsContent() ?? '';
  };
  const [uid, gid] = /^(\d+):(\d+)$/.exec(textOf('USER'))?.slice(1).map(Number) ?? [];
  if (!uid || !gid)
    throw new Error(`${file}: USER must be two numbers that are not 0, so that Kubernetes can check it.`);
  return {
    user: { uid, gid },
    folder: textOf('WORKDIR'),
    env: Object.fromEntries([...textOf('ENV').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!])),
    command: [...JSON.parse(textOf('ENTRYPOINT')), ...JSON.parse(textOf('CMD'))],
    healthCheck: JSON.parse(/CMD\s+(\[.*\])$/s.exec(textOf('HEALTHCHECK'))?.[1] ?? 'null'),
    stopSignal: textOf('STOPSIGNAL') as NodeJS.Signals,
    copies: stage
      .filter((one) => one.getKeyword() === 'COPY')
      .map((one) => {
        const [from, to] = one
          .getArguments()
          .map((argument) => argument.getValue())
          .slice(-2);
        return { from: from!, to: to! };
      }),
  };
}

/** Finds bases without a digest. Each is an argument, so that a mirror can replace it. */
const unpinned = (dockerfile: Dockerfile): readonly string[] =>
  dockerfile
    .getInitialARGs()
    .flatMap((argument) => argument.getProperty()?.getValue() ?? [])
    .filter((base) => !/@sha256:[0-9a-f]{64}$/.test(base));
