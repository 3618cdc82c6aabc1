import type { ReactElement } from 'react';

import { Motif } from './motif.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

export const times = ['morning', 'noon', 'evening', 'night'] as const;

/**
 * A window with a table in front of it. Four skies are layered, and sun and moon share one wheel behind the hills;
 * `landers.css` shows one sky and turns the wheel. Without motion it is evening. Decoration.
 */
export function DayWindow({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <svg
      viewBox="0 0 400 500"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <defs>
        {times.map((time) => (
          <linearGradient key={time} id={`sky-${time}`} x1="0" x2="0" y1="0" y2="1">
            <stop offset="0" className={`day-top-${time}`} />
            <stop offset="1" className={`day-foot-${time}`} />
          </linearGradient>
        ))}
        <radialGradient id="day-candle">
          <stop offset="0" style={{ stopColor: 'var(--flame-core)' }} stopOpacity=".8" />
          <stop offset=".3" style={{ stopColor: 'var(--flame)' }} stopOpacity=".3" />
          <stop offset="1" style={{ stopColor: 'var(--flame)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      {times.map((time) => (
        <path key={time} d="M0 0H400V360H0Z" fill={`url(#sky-${time})`} data-time={time} className="day-sky" />
      ))}
      <g className="day-wheel">
        <circle cx="200" cy="120" r="36" className="fill-flame-core" />
        <circle cx="200" cy="120" r="62" className="fill-flame-core" opacity=".25" />
        <circle cx="200" cy="600" r="26" className="fill-on-photo" />
        <circle cx="212" cy="592" r="22" className="day-shadow" />
      </g>
      <g data-time="night" className="day-stars fill-on-photo">
        <circle cx="70" cy="70" r="1.8" />
        <circle cx="130" cy="40" r="1.4" />
        <circle cx="180" cy="96" r="1.7" />
        <circle cx="284" cy="54" r="1.5" />
        <circle cx="330" cy="118" r="2" />
        <circle cx="100" cy="150" r="1.4" />
        <circle cx="248" cy="160" r="1.3" />
      </g>
      <g className="day-land">
        <path d="M0 286q80 -54 160 -22t240 -34V400H0Z" className="day-far" />
        <path d="M0 320q110 -40 210 -8t190 -18V420H0Z" className="day-near" />
        <path d="M58 322v-34h20l14 -16l14 16h18v34ZM286 310v-30h16l12 -14l12 14h22v30Z" className="day-house" />
        <path d="M70 296h8v10h-8ZM104 296h8v10h-8ZM296 288h7v9h-7ZM328 288h7v9h-7Z" className="day-lamp" />
      </g>
      <path
        d="M0 0H400V400H0ZM34 30V384H188V30ZM212 30V384H366V30Z"
        fillRule="evenodd"
        strokeWidth="0"
        className="day-frame"
      />
      <path d="M34 196H188M212 196H366" className="day-bar" strokeWidth="10" />
      <path d="M0 0h34q18 150 -10 330q-4 40 -24 54ZM400 0h-34q-18 150 10 330q4 40 24 54Z" className="day-curtain" />
      <path d="M0 384H400V500H0Z" className="day-table" />
      <path d="M0 384H400v10H0Z" className="fill-wax-edge" opacity=".7" />
      <circle cx="204" cy="402" r="190" fill="url(#day-candle)" className="day-glow" />
      <Table niche={niche} />
    </svg>
  );
}

/** A cup, a candle and the motif of the niche; the first niche's motif has its own candle. */
function Table({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <>
      <g transform="translate(92 424)">
        <path d="M-34 -26h56v30q0 20 -20 20h-16q-20 0 -20 -20Z" className="fill-primary" />
        <path d="M22 -20q20 -2 18 14q-2 14 -20 12" className="fill-none stroke-primary" strokeWidth="7" />
        <ellipse cx="-6" cy="-26" rx="28" ry="6" className="fill-cup" />
      </g>
      <Motif niche={niche} at="262 446" scale={0.92} />
      {niche !== 'default' && (
        <g transform="translate(-52 8)">
          <path d="M182 420h44l-5 26q-1 6 -7 6h-20q-6 0 -7 -6Z" className="fill-wax" />
          <ellipse cx="204" cy="420" rx="22" ry="5" className="fill-wax-edge" />
          <path d="M204 420v-6" className="stroke-wick" strokeWidth="2" />
          <path d="M204 386c9 11 11 19 6 25a8 8 0 0 1-12 0c-5-6-3-14 6-25Z" className="day-flame fill-flame" />
        </g>
      )}
    </>
  );
}
