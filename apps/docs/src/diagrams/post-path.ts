import { arrow, box, drawing, WIDTH, words } from './drawing.ts';

type Step = { readonly name: string; readonly what: readonly [string, string]; readonly where: string };

const STEPS: readonly Step[] = [
  {
    name: 'Record',
    what: ['Check everything. Store key, post, targets', 'and units in one statement.'],
    where: 'database',
  },
  {
    name: 'Intent',
    what: ['Commit a row that says what will be sent.', 'A second one is refused by the database.'],
    where: 'database',
  },
  { name: 'Send', what: ['One call that creates the post.', 'It is never sent again blindly.'], where: 'network' },
  {
    name: 'Settle',
    what: ['Store status, address and bill of the target,', 'exactly once.'],
    where: 'database',
  },
  {
    name: 'Event',
    what: ['The answer of the call, the list of events,', 'and signed webhooks.'],
    where: 'your app',
  },
];

const HEIGHT = 78;
const GAP = 30;
const TOP = 24;
const LEFT = 24;
const DOUBT = { y: 0, height: 96 };

/** How a post travels from the call to the events. */
export function postPath(): string {
  const shapes: string[] = [];
  let y = TOP;
  for (const [index, { name, what, where }] of STEPS.entries()) {
    const isSend = name === 'Send';
    shapes.push(
      box({
        x: LEFT,
        y,
        width: WIDTH - 2 * LEFT,
        height: HEIGHT,
        ...(isSend && { fill: 'accent-soft', stroke: 'accent' }),
      }),
      words(`${index + 1}  ${name}`, {
        x: LEFT + 18,
        y: y + 28,
        size: 17,
        bold: true,
        colour: isSend ? 'accent' : 'ink',
      }),
      words(where, { x: WIDTH - LEFT - 18, y: y + 28, size: 13, colour: 'quiet', anchor: 'end' }),
      words(what[0], { x: LEFT + 18, y: y + 49, size: 14, colour: 'quiet' }),
      words(what[1], { x: LEFT + 18, y: y + 67, size: 14, colour: 'quiet' }),
    );
    y += HEIGHT;
    if (isSend) {
      shapes.push(...lostAnswer(y + GAP));
      shapes.push(
        arrow([
          [70, y],
          [70, y + 2 * GAP + DOUBT.height],
        ]),
      );
      shapes.push(
        arrow([
          [300, y],
          [300, y + GAP],
        ]),
      );
      y += 2 * GAP + DOUBT.height;
    } else if (index < STEPS.length - 1) {
      shapes.push(
        arrow([
          [70, y],
          [70, y + GAP],
        ]),
      );
      y += GAP;
    }
  }
  return drawing({ height: y + TOP, title: 'How a post travels: record, intent, send, settle, event', shapes });
}

/** What happens between sending and settling when the network's answer does not arrive. */
function lostAnswer(y: number): readonly string[] {
  const x = 112;
  return [
    box({ x, y, width: WIDTH - LEFT - x, height: DOUBT.height, fill: 'unsure-soft', stroke: 'unsure' }),
    words('The answer is lost', { x: x + 16, y: y + 26, size: 15, bold: true, colour: 'unsure' }),
    words('Read the network: is the post there?', { x: x + 16, y: y + 48, size: 14 }),
    words('yes → published, no → failed', { x: x + 16, y: y + 67, size: 14 }),
    words('no clear result → outcome_unknown', { x: x + 16, y: y + 86, size: 14 }),
    arrow([
      [300, y + DOUBT.height],
      [300, y + DOUBT.height + GAP],
    ]),
  ];
}
