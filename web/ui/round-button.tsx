import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

type Look = {
  label: string;
  variant?: 'surface' | 'primary' | 'bare' | 'glass';
  size?: 'lg' | 'md' | 'sm';
  children: ReactNode;
};

const variants = {
  surface: 'bg-surface text-ink shadow-e1 inset-ring inset-ring-line hover:bg-primary-soft hover:text-on-primary-soft',
  primary: 'bg-primary text-on-primary shadow-e1 inset-ring inset-ring-line hover:bg-primary-hover',
  bare: 'text-ink hover:bg-primary-soft hover:text-on-primary-soft',
  glass: 'bg-glass text-ink backdrop-blur-md hover:bg-surface',
};
const sizes = { lg: 'size-16', md: 'size-12', sm: 'reach size-10' };

const muted = 'cursor-not-allowed bg-sunken text-ink-3';

function look(variant: keyof typeof variants | 'muted', size: keyof typeof sizes, className?: string): string {
  return cx(
    'inline-grid shrink-0 place-items-center rounded-full transition-[background-color,color,scale]',
    variant === 'muted' ? muted : cx('active:scale-[.96]', variants[variant]),
    sizes[size],
    className,
  );
}

/** `isMuted`: pressing has no effect now, but the button keeps the focus. Its `onClick` must ignore presses. */
export function RoundButton({
  label,
  variant = 'surface',
  size = 'md',
  isMuted = false,
  className,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'> & { isMuted?: boolean }) {
  return (
    <button
      aria-disabled={isMuted || undefined}
      {...rest}
      type={type}
      aria-label={label}
      className={look(isMuted ? 'muted' : variant, size, className)}
    />
  );
}

export function RoundLink({
  label,
  variant = 'surface',
  size = 'md',
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} aria-label={label} className={look(variant, size, className)} />;
}

/** A round icon link within the page, which the browser follows before the script runs. */
export function RoundAnchor({ label, size = 'md', className, ...rest }: Omit<Look, 'variant'> & ComponentProps<'a'>) {
  return <a {...rest} aria-label={label} className={look('surface', size, className)} />;
}
