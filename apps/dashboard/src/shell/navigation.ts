import {
  AtSign,
  CalendarDays,
  ChartNoAxesColumn,
  House,
  type LucideIcon,
  PenLine,
  Rows3,
  ScrollText,
  SlidersHorizontal,
  Webhook,
} from 'lucide-react';

export type Destination = { readonly href: string; readonly label: string; readonly Icon: LucideIcon };

/** Destinations of the navigation, in its two groups. */
export const WORK: readonly Destination[] = [
  { href: '/', label: 'Home', Icon: House },
  { href: '/posts', label: 'Posts', Icon: Rows3 },
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

/** Whether a page is the destination or below it. */
export function leadsTo({ href }: Destination, location: string): boolean {
  if (href === '/') return location === '/';
  const root = `/${href.split('/')[1]}`;
  return location === root || location.startsWith(`${root}/`);
}
