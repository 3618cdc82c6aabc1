import type { LucideIconData } from 'lucide-react/types';
import { createElement } from 'react';
import { cx } from './cx.ts';

export * from './icons.ts';
export type { LucideIconData as LucideIcon };

export type IconProps = {
  of: LucideIconData;
  size?: 'md' | 'sm' | 'xs';
  filled?: boolean;
  className?: string;
};

const sizes = { md: 'icon', sm: 'icon icon-sm', xs: 'icon icon-xs' };

/** An icon, always decorative: adjacent text or the button's accessible name has the meaning. */
export function Icon({ of: { node }, size = 'md', filled = false, className }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx(sizes[size], filled && 'fill-current', className)}>
      {node.map(([shape, attributes]) => createElement(shape, attributes))}
    </svg>
  );
}
