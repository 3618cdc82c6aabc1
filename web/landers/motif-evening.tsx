import type { ReactElement } from 'react';

import { Motif } from './motif.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

/** The evening of a niche: its motif on a table in front of an arch with the night sky. Decoration. */
export function MotifEvening({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <svg
      viewBox="0 0 400 500"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="night absolute inset-0 size-full"
    >
      <defs>
        <radialGradient id="motif-glow">
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".7" />
          <stop offset=".5" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".2" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0H400V500H0Z" className="fill-primary-soft" />
      <path d="M52 350V196a148 148 0 0 1 296 0v154Z" className="fill-page" />
      <path d="M52 350V196a148 148 0 0 1 296 0v154" className="fill-none stroke-bubble-own" strokeWidth="9" />
      <circle cx="286" cy="132" r="17" className="fill-flame-core" />
      <g className="fill-wax" opacity=".8">
        <circle cx="112" cy="150" r="1.8" />
        <circle cx="166" cy="84" r="1.6" />
        <circle cx="230" cy="106" r="1.4" />
        <circle cx="318" cy="212" r="1.6" />
      </g>
      <circle cx="200" cy="290" r="210" fill="url(#motif-glow)" />
      <path d="M0 338H400V500H0Z" className="fill-raised" />
      <path d="M0 338H400v12H0Z" className="fill-wax-edge" />
      <Motif niche={niche} at="200 354" scale={1.4} />
    </svg>
  );
}
