import type { ReactElement } from 'react';

/** What else lies on the desk: a postcard, a pressed leaf, a ticket, the ring of a cup. Decoration. */
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
      <g transform="translate(1216 470) rotate(9)">
        <path d="M0 0h230v160H0Z" className="fill-surface" />
        <g className="night">
          <path d="M10 10h210v140H10Z" className="fill-primary-soft" />
          <circle cx="160" cy="56" r="20" className="fill-flame-core" />
          <path d="M10 112q52 -40 104 -12t106 -14v64H10Z" className="fill-bubble-own" />
          <path d="M10 128q60 -22 110 0t100 -8v30H10Z" className="fill-page" />
        </g>
        <path d="M84 -14h64v26H84Z" className="fill-wax" opacity=".7" />
      </g>
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
