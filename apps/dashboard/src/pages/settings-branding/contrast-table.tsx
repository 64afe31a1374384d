import { type Accent, accentOf, COLOURS, contrast, type Scheme } from '@fanfare/design-tokens';
import { Table } from '../../parts/table.tsx';
import { useCurrent } from '../../session/current.ts';
import styles from './page.module.css';

const SCHEMES: Record<Scheme, string> = { light: 'Light', dark: 'Dark' };

/** Pairs of accent and text, and their contrast ratio. */
function rowsOf(accent: Pick<Accent, 'accent' | 'on-accent'>) {
  return (['light', 'dark'] as const).flatMap((scheme) => {
    const [main, on] = [accent.accent[scheme], accent['on-accent'][scheme]];
    const pair = (where: string, text: string, ground: string) => ({
      where: `${SCHEMES[scheme]}: ${where}`,
      colours: `${text} on ${ground}`,
      ratio: contrast(text, ground),
    });
    return [
      pair('words in the accent', main, COLOURS.paper[scheme]),
      pair('words on the ground of the page', main, COLOURS.ground[scheme]),
      pair('words on a button', on, main),
    ];
  });
}

/** The contrasts that the accent has, as the server checks them when it starts. */
export function ContrastTable() {
  const { colour } = useCurrent().session.installation;
  return (
    <Table
      label="Contrast"
      rows={rowsOf(colour === null ? COLOURS : accentOf(colour))}
      rowKey={({ where }) => where}
      columns={[
        { key: 'where', label: 'Where', cell: ({ where }) => where },
        { key: 'colours', label: 'Colours', cell: ({ colours }) => <code className={styles.value}>{colours}</code> },
        { key: 'ratio', label: 'Contrast', cell: ({ ratio }) => `${(Math.floor(ratio * 100) / 100).toFixed(2)}:1` },
      ]}
    />
  );
}
