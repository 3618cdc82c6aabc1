import { cx } from './cx.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** One drawn tealight. Lit it burns over a teal cup; unlit only wick and outline remain. It dims over 360 ms. */
export function Tealight({ lit = true, className }: { lit?: boolean; className?: string }) {
  const fade = 'transition-[opacity,fill,stroke] duration-(--m-3)';
  return (
    <svg viewBox="0 0 22 28" aria-hidden="true" className={cx('h-7 w-[22px] shrink-0', className)}>
      <path
        d="M11 9.4v5"
        strokeWidth="1.6"
        strokeLinecap="round"
        className={cx(fade, 'stroke-line-strong', lit && 'opacity-0')}
      />
      <g className={cx(fade, !lit && 'opacity-0')}>
        <path d="M11 1c3.8 4.6 5 8.4 2.3 11.1a3.3 3.3 0 0 1-4.6 0C6 9.4 7.2 5.6 11 1Z" className="fill-flame" />
        <path d="M11 6.4c1.7 2.2 2.1 3.9 1 5.1a1.5 1.5 0 0 1-2 0c-1.1-1.2-.7-2.9 1-5.1Z" className="fill-flame-core" />
      </g>
      <path
        d="M2 14.5h18l-1.9 9.3a3.2 3.2 0 0 1-3.1 2.6H7a3.2 3.2 0 0 1-3.1-2.6Z"
        strokeWidth="1.2"
        strokeLinejoin="round"
        className={cx(fade, lit ? 'fill-primary stroke-primary' : 'fill-sunken stroke-line-strong')}
      />
    </svg>
  );
}

export type TealightsProps = {
  /** How many still burn. */
  lit: number;
  total?: number;
  /** Says the count in words, such as "3 likes left today". */
  label: string;
  size?: 'md' | 'lg';
  className?: string;
};

/** The likes of the day: one tealight each, and a used one goes out, from the right. */
export function Tealights({ lit, total = 4, label, size = 'md', className }: TealightsProps) {
  const large = size === 'lg';
  return (
    <span className={cx('inline-flex items-end', large ? 'gap-3' : 'gap-1.75', className)}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {Array.from({ length: total }, (_, place) => (
        <Tealight key={place} lit={place < lit} className={large ? 'h-[43px] w-[34px]' : undefined} />
      ))}
    </span>
  );
}
