import {
  AtSign,
  CalendarDays,
  ChartNoAxesColumn,
  FileText,
  House,
  type LucideIcon,
  PenLine,
  Rows3,
  ScrollText,
  SlidersHorizontal,
  Webhook,
} from 'lucide-react';

export type Destination = { readonly href: string; readonly label: string; readonly Icon: LucideIcon };

const DRAFTS: Destination = { href: '/drafts', label: 'Drafts', Icon: FileText };

/** Destinations of the navigation, in its two groups. */
export const WORK: readonly Destination[] = [
  { href: '/', label: 'Home', Icon: House },
  { href: '/posts', label: 'Posts', Icon: Rows3 },
  DRAFTS,
  { href: '/compose', label: 'Compose', Icon: PenLine },
  { href: '/calendar', label: 'Calendar', Icon: CalendarDays },
];

export const SET_UP: readonly Destination[] = [
  { href: '/accounts', label: 'Accounts', Icon: AtSign },
  { href: '/webhooks', label: 'Webhooks', Icon: Webhook },
  { href: '/requests', label: 'Requests', Icon: ScrollText },
  { href: '/usage', label: 'Usage', Icon: ChartNoAxesColumn },
  { href: '/settings/keys', label: 'Settings', Icon: SlidersHorizontal },
];

/** The same on a phone: in the bar, and behind “More”. */
export const BAR = WORK.filter((destination) => destination !== DRAFTS);
export const MORE: readonly Destination[] = [DRAFTS, ...SET_UP];

/** Whether a page is the destination or below it. */
export function leadsTo({ href }: Destination, location: string): boolean {
  if (href === '/') return location === '/';
  const root = `/${href.split('/')[1]}`;
  return location === root || location.startsWith(`${root}/`);
}
