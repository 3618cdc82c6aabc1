import type { MouseEvent, ReactNode } from 'react';
import { GroupLabel } from './field.tsx';

export type RangePairProps = {
  label: ReactNode;
  lowLabel: string;
  highLabel: string;
  lowName: string;
  highName: string;
  min: number;
  max: number;
  value: readonly [number, number];
  onChange: (value: readonly [number, number]) => void;
  format: (low: number, high: number) => ReactNode;
};

/** Two fields of a range, in whole numbers only, because it is made for ages. */
export function RangePair(props: RangePairProps) {
  const { label, min, max, value, onChange, format } = props;
  const [low, high] = value;
  const share = (at: number) => (at - min) / Math.max(1, max - min);
  const moveNearer = ({ target, currentTarget, clientX }: MouseEvent<HTMLElement>): void => {
    if (target instanceof HTMLInputElement) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    const within = Math.min(1, Math.max(0, (clientX - left - 13) / (width - 26)));
    const at = Math.round(min + within * (max - min));
    onChange(Math.abs(at - low) < Math.abs(at - high) ? [Math.min(at, high), high] : [low, Math.max(at, low)]);
  };
  const slider = { type: 'range', min, max } as const;
  return (
    <div className="relative">
      <output className="absolute top-0 right-0 text-13 font-bold tabular-nums">{format(low, high)}</output>
      <fieldset className="min-w-0">
        <GroupLabel>{label}</GroupLabel>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- A tap on the track moves the nearer thumb, for those who cannot drag; the sliders have the keys. */}
        <div className="range relative h-9 cursor-pointer" onClick={moveNearer}>
          <Track from={share(low)} to={share(high)} />
          <input
            {...slider}
            name={props.lowName}
            aria-label={props.lowLabel}
            value={low}
            onChange={(event) => onChange([Math.min(Number(event.target.value), high), high])}
            // If both thumbs meet at the upper end, only the lower one can move, so it must be on top.
            style={share(low) > 0.5 ? { zIndex: 1 } : undefined}
          />
          <input
            {...slider}
            name={props.highName}
            aria-label={props.highLabel}
            value={high}
            onChange={(event) => onChange([low, Math.max(Number(event.target.value), low)])}
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
