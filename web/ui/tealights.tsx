import { cx } from './cx.ts';

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

/** The ends of the cup's folds at its base, between 14 and 70. */
const folds = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((step) => {
  const across = -Math.cos((Math.PI * (step + 1)) / 10);
  const top = 42 + 34 * across;
  const foot = 42 + 27 * across;
  const bow = Math.sqrt(1 - across * across);
  return `M${top.toFixed(1)} ${(29 + 8.4 * bow).toFixed(1)}L${foot.toFixed(1)} ${(51 + 6.4 * bow).toFixed(1)}`;
});

export function UnlitTealight({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 84 66" aria-hidden="true" className={cx('shrink-0', className)} strokeLinecap="round">
      <ellipse cx="42" cy="56" rx="31" ry="7" className="fill-line" opacity=".55" />
      <path
        d="M8 27c0 2 5.4 21.5 6.6 24.200C17.5 55.5 28.6 59 42 59s24.5-3.5 27.4-7.800C70.6 48.5 76 29 76 27Z"
        className="fill-sunken stroke-line-strong"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
      <path d={folds.join('')} className="stroke-line-strong" strokeWidth="1.2" opacity=".7" fill="none" />
      <ellipse cx="42" cy="26.5" rx="34" ry="10.5" className="fill-sunken stroke-line-strong" strokeWidth="1.4" />
      <ellipse cx="42" cy="27.5" rx="29.5" ry="7.8" className="fill-raised stroke-line" strokeWidth="1" />
      <ellipse cx="42" cy="27.5" rx="8" ry="2.2" className="fill-sunken" />
      <path
        d="M42 27.500c.3-4-.9-6.5.7-10.5.5-1.3 1.6-2.2 2.9-2.5"
        className="stroke-ink-2"
        strokeWidth="2.2"
        fill="none"
      />
    </svg>
  );
}

export type TealightsProps = {
  lit: number;
  total?: number;
  className?: string;
};

/** The daily likes as tealights: each used one goes out, from the right. The text beside them states the count. */
export function Tealights({ lit, total = 4, className }: TealightsProps) {
  return (
    <span className={cx('inline-flex items-end gap-1.75', className)}>
      {Array.from({ length: total }, (_, place) => (
        <Tealight key={place} lit={place < lit} />
      ))}
    </span>
  );
}
