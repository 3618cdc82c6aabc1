import type { LucideIconData } from 'lucide-react/types';
import { createElement } from 'react';
import { cx } from './cx.ts';

export * from './icons.ts';
export type { LucideIconData as LucideIcon };

export type IconProps = {
  of: LucideIconData;
  size?: 'md' | 'sm' | 'xs';
  /** Fills the drawing: a like that is given, a tab that is chosen. */
  filled?: boolean;
  className?: string;
};

const sizes = { md: 'icon', sm: 'icon icon-sm', xs: 'icon icon-xs' };

/** An icon at 24, 18 or 15 px. Always decorative: the text beside it, or its button's accessible name, carries the meaning. */
export function Icon({ of: { node }, size = 'md', filled = false, className }: IconProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={cx(sizes[size], filled && 'fill-current', className)}>
      {node.map(([shape, attributes]) => createElement(shape, attributes))}
    </svg>
  );
}
