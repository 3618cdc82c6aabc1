import type { ReactElement } from 'react';

import { WineGlass } from './motif-tables.tsx';

/** gilf: reading glasses in front of a record leaning out of its sleeve, and two glasses of wine. */
export function RecordAndSpectacles(): ReactElement {
  return (
    <>
      <WineGlass x={60} />
      <WineGlass x={86} wine="fill-primary" />
      <circle cx="-2" cy="-62" r="52" className="fill-page" />
      <path
        d="M-2 -104A42 42 0 0 1 40 -62M-2 -92A30 30 0 0 1 28 -62"
        className="fill-none stroke-line-strong"
        strokeWidth="1.8"
      />
      <circle cx="-2" cy="-62" r="17" className="fill-secondary" />
      <circle cx="-2" cy="-62" r="3.5" className="fill-page" />
      <path d="M-96 -118L-4 -122L0 -6L-90 0Z" className="fill-primary" />
      <path d="M-96 -118L-84 -118.500L-78 -1L-90 0Z" className="fill-flame-core" opacity=".35" />
      <circle cx="-46" cy="-72" r="25" className="fill-secondary" />
      <path d="M-90 -46Q-66 -66 -46 -50T-3 -54L0 -6L-90 0Z" className="fill-bubble-own" />
      <g className="fill-none stroke-flame-core" strokeWidth="4.500">
        <circle cx="-34" cy="-16" r="18" className="fill-on-primary-soft" fillOpacity=".35" />
        <circle cx="16" cy="-16" r="18" className="fill-on-primary-soft" fillOpacity=".35" />
        <path d="M-16 -20Q-9 -28 -2 -20M-52 -18Q-66 -22 -78 -12M34 -18Q46 -24 54 -12" strokeLinecap="round" />
      </g>
    </>
  );
}

/** milf: a clock at nine, an open lipstick, and keys. */
export function LipstickAndClock(): ReactElement {
  return (
    <>
      <path d="M-48 -8L-58 2M16 -8L26 2" className="stroke-cup" strokeWidth="8" strokeLinecap="round" />
      <path d="M-54 -112Q-64 -134 -40 -130ZM22 -112Q32 -134 8 -130Z" className="fill-wax-edge" />
      <circle cx="-16" cy="-62" r="62" className="fill-primary" />
      <circle cx="-16" cy="-62" r="49" className="fill-flame-core" />
      <path
        d="M-16 -104v8M-16 -28v8M-58 -62h8M18 -62h8"
        className="stroke-cup"
        strokeWidth="4.500"
        strokeLinecap="round"
      />
      <path
        d="M-16 -96V-62H-42"
        className="fill-none stroke-page"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="-16" cy="-62" r="5.500" className="fill-cup" />
      <path
        d="M-64 -92A56 56 0 0 1 -32 -116"
        className="fill-none stroke-flame-core"
        strokeWidth="5"
        strokeLinecap="round"
        opacity=".6"
      />
      <path d="M62 -44H94V0H62Z" className="fill-bubble-own" />
      <path d="M62 -44H70V0H62Z" className="fill-on-primary-soft" opacity=".5" />
      <path d="M65 -62H91V-44H65Z" className="fill-wax-edge" />
      <path d="M68 -62V-94Q80 -120 88 -104V-62Z" className="fill-danger" />
      <path d="M68 -94Q80 -120 88 -104Q84 -94 68 -94Z" className="fill-flame-core" opacity=".45" />
      <circle cx="-78" cy="-17" r="14" className="fill-none stroke-secondary" strokeWidth="5" />
      <path
        d="M-66 -10L-16 -1M-34 -4l-3 10M-22 -2l-3 9M-70 -4L-44 6"
        className="fill-none stroke-wax"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </>
  );
}

/** gay: two razors in one glass in front of a round mirror, and an untied bow tie. */
export function RazorsAndMirror(): ReactElement {
  return (
    <>
      <path d="M-24 -26V-6M-60 -2H12" className="stroke-wax-edge" strokeWidth="9" strokeLinecap="round" />
      <circle cx="-24" cy="-88" r="64" className="fill-wax-edge" />
      <circle cx="-24" cy="-88" r="55" className="fill-on-primary-soft" />
      <path
        d="M-62 -60A48 48 0 0 1 -40 -132L-8 -136ZM-46 -46L18 -122L26 -104L-28 -40Z"
        className="fill-flame-core"
        opacity=".45"
      />
      <g className="stroke-flame" strokeLinecap="round">
        <path d="M54 -6L34 -116" strokeWidth="8" />
        <path d="M18 -114L50 -120" strokeWidth="13" />
      </g>
      <g className="stroke-wax" strokeLinecap="round">
        <path d="M64 -6L84 -104" strokeWidth="8" />
        <path d="M68 -108L100 -102" strokeWidth="13" />
      </g>
      <path d="M32 -66H88L82 -4Q81 0 77 0H43Q39 0 38 -4Z" className="fill-on-primary-soft" opacity=".5" />
      <path d="M32 -66H88" className="stroke-flame-core" strokeWidth="3" />
      <path d="M41 -58L45 -10" className="stroke-flame-core" strokeWidth="4" strokeLinecap="round" opacity=".7" />
      <path d="M-48 -22L-92 -40Q-100 -18 -92 4ZM-36 -22L8 -40Q16 -18 8 4Z" className="fill-bubble-own" />
      <path d="M-48 -22L-94 -30V-18ZM-36 -22L10 -30V-18Z" className="fill-primary" />
      <path d="M-52 -32H-32V-12H-52Z" className="fill-primary" />
    </>
  );
}
