import { AA_TEXT, type Accent, accentOf, contrastProblem, readColour } from '@fanfare/design-tokens';
import { type InstallationLogo, readInstallationLogo } from './installation-logo.ts';

/** Name and look of an installation. */
export type Installation = {
  readonly name: string;
  readonly logo: InstallationLogo | null;
  readonly colour: InstallationColour | null;
};

export type InstallationColour = { readonly hex: string; readonly accent: Accent };

export const DEFAULT_NAME = 'Fanfare';
const NAME_CHARACTERS = 60;

type Read<Value> = { readonly value: Value } | { readonly problem: string };
type Settings = Readonly<
  Partial<Record<'INSTALLATION_NAME' | 'INSTALLATION_LOGO' | 'INSTALLATION_COLOUR', string | undefined>>
>;

/** Reads name, logo and colour. Returns a sentence per problem, without values except colours. */
export function readInstallation(settings: Settings): { installation: Installation } | { problems: readonly string[] } {
  const name = readName(settings.INSTALLATION_NAME);
  const logo = readSetting(settings.INSTALLATION_LOGO, readInstallationLogo);
  const colour = readSetting(settings.INSTALLATION_COLOUR, readInstallationColour);
  if ('value' in name && 'value' in logo && 'value' in colour)
    return { installation: { name: name.value, logo: logo.value, colour: colour.value } };
  const problems = Object.entries({ INSTALLATION_NAME: name, INSTALLATION_LOGO: logo, INSTALLATION_COLOUR: colour });
  return { problems: problems.flatMap(([setting, read]) => ('problem' in read ? `${setting}: ${read.problem}` : [])) };
}

const readSetting = <Value>(text: string | undefined, read: (text: string) => Read<Value>): Read<Value | null> =>
  text === undefined ? { value: null } : read(text);

/** Requires one line without direction marks: mails have it in a header, pages beside text. */
function readName(text: string = DEFAULT_NAME): Read<string> {
  const name = text.normalize('NFC').trim();
  const characters = [...name].length;
  if (characters === 0 || characters > NAME_CHARACTERS)
    return { problem: `Must have 1 to ${NAME_CHARACTERS} characters, not ${characters}.` };
  if (/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name))
    return {
      problem: 'Must be one line without control characters and without those that turn the direction of text.',
    };
  return { value: name };
}

function readInstallationColour(text: string): Read<InstallationColour> {
  const hex = readColour(text);
  if (hex === null) return { problem: 'Must be one colour as #rrggbb, for example #0f766e.' };
  const accent = accentOf(hex);
  const problem = contrastProblem(accent);
  if (problem === null) return { value: { hex, accent } };
  const { scheme, ground, ratio, better } = problem;
  return {
    problem: `${problem.text} on ${ground} has a contrast of ${floor(ratio)}:1 in ${scheme} mode; text needs ${AA_TEXT}:1 (WCAG 2.2, 1.4.3). Take a ${scheme === 'light' ? 'darker' : 'lighter'} colour: ${better} is the nearest that has it.`,
  };
}

/** Rounds down: 4.499 is not enough and must not look as if it were. */
const floor = (ratio: number): string => (Math.floor(ratio * 100) / 100).toFixed(2);
