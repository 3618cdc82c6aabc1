import { useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { GroupLabel } from './group-label.tsx';

export type RangePairProps = {
  label: ReactNode;
  /** Names of the two sliders for screen readers, such as "Youngest" and "Oldest". */
  lowLabel: string;
  highLabel: string;
  lowName?: string;
  highName?: string;
  min: number;
  max: number;
  value?: readonly [number, number];
  defaultValue?: readonly [number, number];
  onChange?: (value: readonly [number, number]) => void;
  /** Formats the pair in the page's language, such as "30 – 64". */
  format: (low: number, high: number) => ReactNode;
  className?: string;
};

/** Two sliders on one track that cannot pass each other. Whole numbers only, because it is made for ages. */
export function RangePair(props: RangePairProps) {
  const { label, min, max, value, defaultValue = [min, max], onChange, format, className } = props;
  const [own, setOwn] = useState<readonly [number, number]>(defaultValue);
  const [low, high] = value ?? own;
  const change = (next: readonly [number, number]) => {
    setOwn(next);
    onChange?.(next);
  };
  const share = (at: number) => (at - min) / Math.max(1, max - min);
  const slider = { type: 'range', min, max } as const;
  return (
    <div className={cx('relative', className)}>
      <output className="absolute top-0 right-0 text-13 font-bold tabular-nums">{format(low, high)}</output>
      <fieldset className="min-w-0">
        <GroupLabel>{label}</GroupLabel>
        <div className="range relative h-9">
          <Track from={share(low)} to={share(high)} />
          <input
            {...slider}
            name={props.lowName}
            aria-label={props.lowLabel}
            value={low}
            onChange={(event) => change([Math.min(Number(event.target.value), high), high])}
            // If both thumbs meet at the upper end, only the lower one can move, so it must be on top.
            style={share(low) > 0.5 ? { zIndex: 1 } : undefined}
          />
          <input
            {...slider}
            name={props.highName}
            aria-label={props.highLabel}
            value={high}
            onChange={(event) => change([low, Math.max(Number(event.target.value), low)])}
          />
        </div>
      </fieldset>
    </div>
  );
}

/** The center of a thumb at either end is half a thumb (13 px) from the end of the track. */
function Track({ from, to }: { from: number; to: number }) {
  const at = (share: number) => `calc(13px + (100% - 26px) * ${share})`;
  return (
    <span aria-hidden="true" className="absolute inset-x-0 top-4 h-1 rounded-pill bg-line">
      <span className="absolute inset-y-0 bg-primary" style={{ left: at(from), right: at(1 - to) }} />
    </span>
  );
}
