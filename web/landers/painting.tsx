import type { ReactElement } from 'react';

import { Motif } from './motif.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

const paintings = {
  niche: StillLife,
  chairs: Chairs,
  moon: Moon,
  pears: Pears,
  door: Door,
  rain: Rain,
  letter: Letter,
};

export type PaintingName = keyof typeof paintings;

/** A picture of the gallery: flat shapes in evening colors. Decorative: its title is shown below. */
export function Painting({ name, niche }: { name: PaintingName; niche: NicheSlug }): ReactElement {
  const Picture = paintings[name];
  const isWide = name === 'chairs' || name === 'niche';
  const shape = isWide ? '0 0 320 200' : '0 0 160 200';
  return (
    <svg
      viewBox={name === 'moon' ? '0 0 160 320' : shape}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="night absolute inset-0 size-full"
    >
      <Picture niche={niche} />
    </svg>
  );
}

function StillLife({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <>
      <path d="M0 0h320v200H0Z" className="fill-bubble-own" />
      <path d="M0 0h320v152H0Z" className="fill-primary-soft" opacity=".75" />
      <path d="M0 0h96q-10 90 -58 152H0ZM320 0h-52q4 96 36 152h16Z" className="fill-page" opacity=".45" />
      <path d="M0 150h320v50H0Z" className="fill-wax" />
      <path d="M0 150h320v8H0Z" className="fill-wax-edge" />
      <ellipse cx="160" cy="176" rx="104" ry="9" className="fill-cup" opacity=".4" />
      <Motif niche={niche} at="160 174" scale={0.98} />
    </>
  );
}

function Chairs(): ReactElement {
  return (
    <>
      <path d="M0 0h320v200H0Z" className="fill-cup" />
      <path d="M0 156h320v44H0Z" className="fill-wax-edge" />
      <path d="M112 18h96v104h-96Z" className="fill-primary-soft" />
      <path d="M112 86q28 -26 52 -6t44 -14v56h-96Z" className="fill-bubble-own" />
      <circle cx="184" cy="46" r="11" className="fill-flame-core" />
      <path d="M108 14h104v112H108ZM160 14v112M108 68h104" className="fill-none stroke-wax" strokeWidth="7" />
      <path d="M112 122L60 200h150l-2 -78Z" className="fill-flame-core" opacity=".28" />
      <path
        d="M58 92q-8 38 -4 52h48M54 144l-8 42M102 144l6 42M58 92h10q6 0 5 6l-6 46"
        className="fill-none stroke-page"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path
        d="M264 92q8 38 4 52h-48M268 144l8 42M220 144l-6 42M264 92h-10q-6 0 -5 6l6 46"
        className="fill-none stroke-primary-soft"
        strokeWidth="8"
        strokeLinecap="round"
      />
      <path d="M138 138h46l-4 6h-38ZM160 144v40M142 186h36" className="fill-page stroke-page" strokeWidth="5" />
      <path d="M152 124h18l-3 14h-12Z" className="fill-primary" />
      <path d="M161 104q8 10 0 18q-8 -8 0 -18Z" className="fill-flame-core" />
    </>
  );
}

function Moon(): ReactElement {
  return (
    <>
      <path d="M0 0h160v320H0Z" className="fill-primary-soft" />
      <circle cx="92" cy="74" r="30" className="fill-flame-core" />
      <circle cx="92" cy="74" r="58" className="fill-secondary" opacity=".16" />
      <path d="M0 178h160v142H0Z" className="fill-bubble-own" />
      <path d="M0 178v-34h24v-22h16l10 -14l10 14v56Z" className="fill-page" />
      <path d="M30 136h6v9h-6ZM48 142h6v9h-6ZM12 156h6v8h-6Z" className="fill-secondary" />
      <path
        d="M76 194h32M64 214h56M80 234h28M60 256h64M84 278h24M68 300h46"
        className="stroke-wax"
        strokeWidth="6"
        strokeLinecap="round"
        opacity=".7"
      />
      <path d="M116 180q22 6 40 -2l-6 18h-26Z" className="fill-page" />
      <path d="M136 178v-66l18 52h-18M132 174v-52l-14 46Z" className="fill-wax" />
    </>
  );
}

function Pears(): ReactElement {
  return (
    <>
      <path d="M0 0h160v200H0Z" className="fill-primary-soft" />
      <path d="M0 122h160v78H0Z" className="fill-wax" />
      <path d="M0 122h160v8H0Z" className="fill-wax-edge" />
      <ellipse cx="64" cy="158" rx="44" ry="7" className="fill-cup" opacity=".45" />
      <path d="M46 62q-4 30 -16 46q-14 22 -2 38q20 20 46 0q14 -18 0 -42q-10 -18 -8 -42Z" className="fill-primary" />
      <path d="M42 76q-4 24 -12 36q-6 10 -4 20q10 -20 18 -32q6 -10 6 -24Z" className="fill-flame-core" opacity=".35" />
      <path d="M56 62q2 -16 12 -22" className="fill-none stroke-page" strokeWidth="4" strokeLinecap="round" />
      <path d="M110 88q-2 22 -12 34q-10 18 0 30q16 14 34 0q10 -16 0 -32q-8 -14 -8 -32Z" className="fill-flame" />
      <path d="M118 88q6 -10 0 -20" className="fill-none stroke-page" strokeWidth="4" strokeLinecap="round" />
      <path d="M24 178L112 168l6 6q-30 16 -94 10Z" className="fill-on-primary-soft" />
      <path d="M112 168l34 -4v9l-28 2Z" className="fill-page" />
    </>
  );
}

function Door(): ReactElement {
  return (
    <>
      <path d="M0 0h160v200H0Z" className="fill-page" />
      <path d="M0 164h160v36H0Z" className="fill-primary-soft" />
      <path d="M46 24h70v140H46Z" className="fill-flame-core" />
      <path d="M46 164h70l40 36H34Z" className="fill-secondary" opacity=".65" />
      <path d="M46 24l46 14v140l-46 -14Z" className="fill-bubble-own" />
      <path d="M54 40l28 8v42l-28 -6ZM54 98l28 6v50l-28 -8Z" className="fill-primary-soft" />
      <circle cx="85" cy="108" r="3.5" className="fill-wax" />
      <path d="M40 164V18h82v146" className="fill-none stroke-cup" strokeWidth="6" />
      <path d="M100 164v-48q-8 -12 2 -22q12 8 4 22v48Z" className="fill-cup" opacity=".8" />
    </>
  );
}

function Rain(): ReactElement {
  return (
    <>
      <path d="M0 0h160v200H0Z" className="fill-bubble-own" />
      <path d="M0 158h160v42H0Z" className="fill-page" />
      <path
        d="M14 12l-8 30M44 4l-8 30M130 8l-8 30M152 40l-8 30M20 70l-8 30M146 96l-8 30M14 122l-6 22M112 2l-6 20M78 8l-6 20"
        className="stroke-on-primary-soft"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".5"
      />
      <path
        d="M22 92q4 -48 58 -50q54 2 58 50q-14 -12 -28 0q-15 -12 -30 0q-14 -12 -28 0q-15 -12 -30 0Z"
        className="fill-flame"
      />
      <path d="M52 92q4 -36 28 -50q24 14 30 50q-15 -12 -30 0q-14 -12 -28 0Z" className="fill-secondary" />
      <path d="M80 42v-8M80 90v40" className="stroke-page" strokeWidth="4" strokeLinecap="round" />
      <circle cx="64" cy="108" r="11" className="fill-wax-edge" />
      <circle cx="97" cy="106" r="11" className="fill-wax" />
      <path d="M48 170v-30q0 -18 16 -18t16 18v30ZM82 170v-32q0 -18 16 -18t16 18v32Z" className="fill-primary-soft" />
      <path d="M82 170v-32q0 -18 16 -18t16 18v32Z" className="fill-cup" />
      <path d="M44 184h76" className="stroke-secondary" strokeWidth="4" strokeLinecap="round" opacity=".45" />
    </>
  );
}

function Letter(): ReactElement {
  return (
    <>
      <path d="M0 0h160v200H0Z" className="fill-wax-edge" />
      <path d="M0 0h160v60H0Z" className="fill-cup" />
      <g transform="rotate(-9 80 120)">
        <path d="M26 84h108v74H26Z" className="fill-page" opacity=".25" transform="translate(5 7)" />
        <path d="M26 84h108v74H26Z" className="fill-flame-core" />
        <path d="M26 84l54 42l54 -42M26 158l40 -40M134 158l-40 -40" className="fill-none stroke-cup" strokeWidth="3" />
        <circle cx="80" cy="125" r="11" className="fill-primary" />
        <path d="M80 118q5 6 0 11q-5 -5 0 -11Z" className="fill-flame-core" />
      </g>
      <path d="M118 20h24v34h-24Z" className="fill-primary" />
      <path d="M118 34q-14 -2 -12 10q2 8 12 6" className="fill-none stroke-primary" strokeWidth="4" />
      <path
        d="M126 14q-6 -6 0 -12M134 14q-6 -6 0 -12"
        className="fill-none stroke-wax"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </>
  );
}
