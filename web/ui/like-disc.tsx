import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import { Heart, Icon } from './icon.tsx';

export type LikeDiscProps = Omit<ComponentProps<'button'>, 'children'> & { given: boolean; label: string };

/** The like button on a picture: a disc of dark glass, lit once the like is given. */
export function LikeDisc({ given, label, className, type = 'button', ...rest }: LikeDiscProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={given}
      className={cx(
        'reach grid size-[38px] place-items-center rounded-full transition-[background-color,color,scale] active:scale-90',
        given
          ? 'bg-secondary text-on-secondary hover:bg-secondary-hover'
          : 'bg-photo-shade/42 text-on-photo backdrop-blur-[6px] hover:bg-photo-shade/70',
        className,
      )}
    >
      <Icon of={Heart} size="sm" filled={given} />
    </button>
  );
}
