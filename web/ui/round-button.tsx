import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { cx } from './cx.ts';

type Look = {
  /** What it does, for those who listen. */
  label: string;
  /** `glass` stands on a photograph. */
  variant?: 'surface' | 'bare' | 'glass';
  size?: 'lg' | 'md' | 'sm';
  children: ReactNode;
};

const variants = {
  surface: 'bg-surface text-ink shadow-e1 inset-ring inset-ring-line hover:bg-primary-soft hover:text-on-primary-soft',
  bare: 'text-ink hover:bg-primary-soft hover:text-on-primary-soft',
  glass: 'bg-glass text-ink backdrop-blur-md hover:bg-surface',
};
const sizes = { lg: 'size-16', md: 'size-12', sm: 'reach size-10' };

function look(variant: keyof typeof variants, size: keyof typeof sizes, className?: string): string {
  return cx(
    'inline-grid shrink-0 place-items-center rounded-full transition-[background-color,color,scale] active:scale-[.96]',
    'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none',
    variants[variant],
    sizes[size],
    className,
  );
}

/** A round button that shows one icon; `label` is its accessible name. */
export function RoundButton({
  label,
  variant = 'surface',
  size = 'md',
  className,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'>) {
  return <button {...rest} type={type} aria-label={label} className={look(variant, size, className)} />;
}

/** The same disc as a link. */
export function RoundLink({
  label,
  variant = 'surface',
  size = 'md',
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return <Link {...rest} aria-label={label} className={look(variant, size, className)} />;
}

/** The same disc as a link within the page, which the browser follows before the script runs. */
export function RoundAnchor({
  label,
  variant = 'surface',
  size = 'md',
  className,
  ...rest
}: Look & ComponentProps<'a'>) {
  return <a {...rest} aria-label={label} className={look(variant, size, className)} />;
}
