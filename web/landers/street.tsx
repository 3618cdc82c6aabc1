import type { ReactElement } from 'react';

import { Motif } from './motif.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

const width = 1440;
const height = 420;

/** Houses of a drawn street from left to right: left edge, width, height and windows of each. */
const houses = buildStreet();

interface Window {
  x: number;
  y: number;
  /** Seconds until the window lights up; null stays dark. */
  lit: number | null;
}

interface House {
  x: number;
  width: number;
  height: number;
  gable: boolean;
  windows: Window[];
}

/** The street is the same for everybody: its numbers come from a fixed sequence. */
function buildStreet(): House[] {
  let state = 7;
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const street: House[] = [];
  for (let x = -20; x < width;) {
    const house = { x, width: 96 + next(70), height: 150 + next(190), gable: next(3) > 0 };
    const windows: Window[] = [];
    const columns = Math.floor((house.width - 22) / 30);
    for (let row = 0; row < Math.floor((house.height - 40) / 46); row += 1)
      for (let column = 0; column < columns; column += 1)
        windows.push({
          x: x + (house.width - columns * 30) / 2 + column * 30 + 7,
          y: height - house.height + 26 + row * 46,
          lit: next(100) < 30 ? Math.max(0, next(40) - 16) : null,
        });
    street.push({ ...house, windows });
    x += house.width + 4;
  }
  return street;
}

/** Houses under a night sky light up one by one. The window of a house in front shows the motif. Decoration. */
export function Street({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="h-64 w-full md:h-[min(72svh,36rem)]"
    >
      {houses.map((house) => (
        <g key={house.x} className="fill-page">
          {house.gable && (
            <path d={`M${house.x} ${height - house.height}l${house.width / 2} -34l${house.width / 2} 34Z`} />
          )}
          <rect x={house.x} y={height - house.height} width={house.width} height={house.height} />
          {house.windows.map((window) => (
            <rect
              key={`${window.x} ${window.y}`}
              x={window.x}
              y={window.y}
              width="16"
              height="24"
              rx="2"
              className={window.lit === null ? 'fill-surface' : 'light-up fill-secondary'}
              style={window.lit === null ? undefined : { animationDelay: `${window.lit}s` }}
            />
          ))}
        </g>
      ))}
      <NearHouse niche={niche} />
    </svg>
  );
}

/** Placed beside the words, where both phones and wide windows show it. */
function NearHouse({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <g transform="translate(871 67) scale(.84)">
      <defs>
        <radialGradient id="near-light">
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".9" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".12" />
        </radialGradient>
      </defs>
      <path d="M-10 420V216l82 -52l82 52v204Z" className="fill-raised" />
      <path d="M-20 222L72 162L164 222" className="fill-none stroke-page" strokeWidth="9" />
      <path d="M12 238h120v112H12Z" className="fill-primary-soft" />
      <path d="M12 238h120v112H12Z" fill="url(#near-light)" />
      <Motif niche={niche} at="72 348" scale={0.56} />
      <path d="M12 238h120v112H12Z" className="fill-none stroke-secondary" strokeWidth="5" />
      <path d="M4 348h136v8H4Z" className="fill-wax-edge" />
    </g>
  );
}
