import type { ReactElement } from 'react';

import { Motif } from './motif.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

/** Decorative objects on the desk: a pressed leaf, a ticket, the ring of a cup. */
export function Cuttings(): ReactElement {
  return (
    <svg
      viewBox="0 0 1440 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 hidden size-full md:block"
    >
      <circle cx="740" cy="760" r="74" className="fill-none stroke-cup" strokeWidth="7" opacity=".16" />
      <circle cx="740" cy="760" r="66" className="fill-none stroke-cup" strokeWidth="2" opacity=".2" />
      <g transform="translate(1040 610) rotate(14)">
        <path d="M60 210Q48 90 60 0" className="fill-none stroke-primary" strokeWidth="4" opacity=".6" />
        <path
          d="M59 150q-52 -6 -58 -52q48 0 58 52q6 -54 56 -60q2 50 -56 60M58 90q-44 -8 -46 -46q40 2 46 46q8 -46 48 -50q0 40 -48 50M58 42q-26 -12 -18 -42q24 10 18 42q0 -30 26 -38q4 28 -26 38"
          className="fill-primary"
          opacity=".28"
        />
      </g>
      <g transform="translate(600 36) rotate(6)">
        <path d="M0 0h190v26a12 12 0 0 0 0 24v26H0V50a12 12 0 0 0 0 -24Z" className="fill-secondary-soft" />
        <path d="M142 6v64" className="stroke-cup" strokeWidth="3" strokeDasharray="5 6" opacity=".6" />
        <path d="M20 26h96M20 48h64" className="stroke-cup" strokeWidth="6" strokeLinecap="round" opacity=".4" />
        <path d="M166 28q9 11 0 20q-9 -9 0 -20Z" className="fill-flame" />
      </g>
      <g
        transform="translate(1296 60) rotate(-18)"
        className="fill-none stroke-line-strong"
        strokeWidth="9"
        opacity=".5"
      >
        <circle cx="20" cy="150" r="24" />
        <circle cx="84" cy="150" r="24" />
        <path d="M34 130L82 0M70 130L22 0" strokeLinecap="round" />
      </g>
    </svg>
  );
}

/** The picture of a postcard: the motif of the niche. Decoration. */
export function Postcard({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <svg viewBox="0 0 230 164" aria-hidden="true" className="night w-full">
      <path d="M0 0H230V164H0Z" className="fill-primary-soft" />
      <circle cx="115" cy="96" r="88" className="fill-secondary" opacity=".22" />
      <path d="M0 132H230V164H0Z" className="fill-wax-edge" />
      <path d="M0 132H230v5H0Z" className="fill-wax" />
      <Motif niche={niche} at="115 147" scale={0.8} />
    </svg>
  );
}
