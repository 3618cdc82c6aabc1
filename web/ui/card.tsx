import type { ComponentProps } from 'react';
import { cx } from './cx.ts';

const tones = {
  surface: 'bg-surface shadow-e1 inset-ring inset-ring-line',
  /** The one highlight of a screen: a running offer, a gift. */
  lit: 'bg-secondary-soft text-on-secondary-soft',
};

export type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li';
  tone?: keyof typeof tones;
};

/** A card. Inside it, use a hairline as divider, never another card. */
export function Card({ as: Tag = 'div', tone = 'surface', className, ...rest }: CardProps) {
  // All allowed tags take the same attributes, so the type of a div stands for them.
  const Block = Tag as 'div';
  return <Block {...rest} className={cx('rounded-card p-5 md:p-6', tones[tone], className)} />;
}
