import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'wouter';
import popup from './popup.module.css';
import { usePopupHome } from './popup-home.ts';

/** A button and its list. Arrow keys, letters and Escape work in the list. */
export function Menu({
  trigger,
  openAtOnce = false,
  children,
}: {
  readonly trigger: ReactElement;
  /** For a menu whose code was loaded because somebody pressed the button. */
  readonly openAtOnce?: boolean;
  readonly children: ReactNode;
}) {
  const home = usePopupHome();
  return (
    <Base.Root defaultOpen={openAtOnce}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={home}>
        <Base.Positioner sideOffset={6} align="start" className={popup.positioner}>
          <Base.Popup className={popup.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type ItemProps = {
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly children: ReactNode;
};

/** Something to do. */
export function MenuItem({ icon, danger, children, onSelect }: ItemProps & { readonly onSelect: () => void }) {
  return (
    <Base.Item className={`${popup.item} ${danger ? popup.danger : ''}`} onClick={onSelect}>
      {icon}
      <span className={popup.text}>{children}</span>
    </Base.Item>
  );
}

/** A page of the dashboard to go to. */
export function MenuLink({ href, ...item }: ItemProps & { readonly href: string }) {
  const [, navigate] = useLocation();
  return <MenuItem {...item} onSelect={() => navigate(href)} />;
}

/** One of several, of which one is chosen. */
export function MenuChoice<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint?: string }[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={onChange} aria-label={label}>
      {options.map((option) => (
        <Base.RadioItem key={option.value} value={option.value} closeOnClick className={popup.item}>
          <span className={popup.text}>
            {option.label}
            {option.hint && <span className={popup.hint}>{option.hint}</span>}
          </span>
          <Base.RadioItemIndicator className={popup.mark}>
            <Check aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export const MenuLabel = ({ children }: { readonly children: ReactNode }) => (
  <div className={popup.label}>{children}</div>
);

export const MenuSeparator = () => <Base.Separator className={popup.separator} />;
