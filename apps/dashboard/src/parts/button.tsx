import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './button.module.css';

type Look = {
  /** One `primary` button a page. Default `secondary`. */
  readonly kind?: 'primary' | 'secondary' | 'quiet' | 'danger';
  readonly size?: 'small' | 'medium';
  readonly icon?: ReactNode;
};

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'disabled'> & {
    /** Something is under way: the button keeps its width and its focus, and does nothing. */
    readonly busy?: boolean;
    readonly disabled?: boolean;
  };

const classOf = ({ kind = 'secondary', size = 'medium' }: Look, more?: string): string =>
  [styles.button, styles[kind], styles[size], more].filter(Boolean).join(' ');

/** A button. Its words begin with a verb. An `icon` without children needs an `aria-label`. */
export function Button({ kind, size, icon, busy, disabled, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={classOf({ ...(kind && { kind }), ...(size && { size }) }, className)}
      data-icon-only={children === undefined || undefined}
      data-busy={busy || undefined}
      // A disabled button loses the focus of the person who pressed it.
      aria-disabled={busy || disabled || undefined}
      onClick={(event) => {
        if (busy || disabled) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

/** A link within the dashboard that looks like a button. */
export function ButtonLink({
  kind,
  size,
  icon,
  children,
  href,
}: Look & { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={href} className={classOf({ ...(kind && { kind }), ...(size && { size }) })}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
