import type { ReactElement } from 'react';

import { Motif } from './motif.tsx';
import type { NicheSlug } from '../platform/niche-slug.ts';

/** A train compartment at night. The scenery is drawn twice, so that it loops seamlessly (`film.css`). */
export function FilmScene({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <svg
      viewBox="0 0 1200 450"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="absolute inset-0 size-full"
    >
      <defs>
        <linearGradient id="film-sky" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--page)' }} />
          <stop offset=".7" style={{ stopColor: 'var(--primary-soft)' }} />
          <stop offset="1" style={{ stopColor: 'var(--cup)' }} />
        </linearGradient>
        <radialGradient id="film-glow">
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".7" />
          <stop offset=".4" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".22" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M0 0H1200V340H0Z" fill="url(#film-sky)" />
      <circle cx="840" cy="84" r="30" className="fill-flame-core" />
      <circle cx="840" cy="84" r="70" className="fill-secondary" opacity=".12" />
      <g className="fill-on-photo" opacity=".8">
        <circle cx="300" cy="52" r="1.8" />
        <circle cx="420" cy="96" r="1.4" />
        <circle cx="540" cy="40" r="2" />
        <circle cx="660" cy="112" r="1.5" />
        <circle cx="960" cy="46" r="1.6" />
        <circle cx="1040" cy="120" r="1.4" />
      </g>
      <Passing pace="film-far">
        <path d="M0 340V236q110 -70 230 -26t250 -30t280 30t240 -28t200 54V340Z" className="fill-surface" />
      </Passing>
      <Passing pace="film-mid">
        <path
          d="M0 340V288h90v-34h24l20 -22l20 22h30v34h120v-20h40v-44h30v-30l8 -16l8 16v30h34v64h170v-26h26l22 -24l22 24h36v26h160v-40h44v-20h50v60h146v-30h60v30H1200V340Z"
          className="fill-page"
        />
        <path
          d="M124 262h10v12h-10ZM156 262h10v12h-10ZM356 244h9v12h-9ZM412 262h9v12h-9ZM604 274h9v11h-9ZM642 274h9v11h-9ZM872 262h9v12h-9ZM904 246h9v12h-9ZM1090 276h9v11h-9Z"
          className="fill-secondary"
        />
      </Passing>
      <Passing pace="film-near">
        <path
          d="M120 340V150M90 168h60M520 340V150M490 168h60M920 340V150M890 168h60"
          className="stroke-page"
          strokeWidth="9"
        />
        <path
          d="M-280 172q200 40 400 -4q200 44 400 0q200 44 400 0q200 44 400 0"
          className="fill-none stroke-page"
          strokeWidth="2.5"
        />
        <path d="M0 340v-26q60 -22 130 -6t140 -6t150 4t170 -6t150 8t170 -8t140 6t150 -2v36Z" className="fill-raised" />
      </Passing>
      <Compartment niche={niche} />
    </svg>
  );
}

function Passing({ pace, children }: { pace: string; children: React.ReactNode }): ReactElement {
  return (
    <g className={pace}>
      {children}
      <g transform="translate(1200 0)">{children}</g>
    </g>
  );
}

/** The wall with its window, two empty seats, and between them a table with a light and the motif of the niche. */
function Compartment({ niche }: { niche: NicheSlug }): ReactElement {
  return (
    <>
      <path
        d="M0 0H1200V450H0ZM284 28q-18 0 -18 18V306q0 18 18 18H916q18 0 18 -18V46q0 -18 -18 -18Z"
        fillRule="evenodd"
        className="fill-primary-soft"
      />
      <path
        d="M284 28H916q18 0 18 18V306q0 18 -18 18H284q-18 0 -18 -18V46q0 -18 18 -18ZM266 92H934"
        className="fill-none stroke-cup"
        strokeWidth="9"
      />
      <path d="M0 392H1200V450H0Z" className="fill-page" />
      <path d="M70 120q0 -30 30 -30h52q30 0 32 30l16 210h84q24 0 24 24v96H70Z" className="fill-bubble-own" />
      <path d="M70 120q0 -30 30 -30h16q-20 10 -20 40v320H70Z" className="fill-page" opacity=".3" />
      <path d="M1130 120q0 -30 -30 -30h-52q-30 0 -32 30l-16 210h-84q-24 0 -24 24v96h238Z" className="fill-bubble-own" />
      <path d="M1130 120q0 -30 -30 -30h-16q20 10 20 40v320h26Z" className="fill-page" opacity=".3" />
      <path
        d="M102 108h60q10 0 10 10l4 40h-74ZM1098 108h-60q-10 0 -10 10l-4 40h74Z"
        className="fill-on-primary-soft"
        opacity=".5"
      />
      <circle cx="600" cy="300" r="230" fill="url(#film-glow)" className="film-light" />
      <path d="M420 350H780v16H420ZM588 366h24v84h-24Z" className="fill-wax-edge" />
      <Motif niche={niche} at="604 353" scale={0.84} />
      {niche !== 'default' && <Candle />}
      <path d="M710 326h34v16q0 8 -8 8h-18q-8 0 -8 -8Z" className="fill-on-primary-soft" />
      <path d="M710 330q-14 0 -12 9q2 7 13 6" className="fill-none stroke-on-primary-soft" strokeWidth="4" />
    </>
  );
}

/** Omitted for the first niche, whose motif has its own light. */
function Candle(): ReactElement {
  return (
    <g transform="translate(-132 0)">
      <path d="M570 318h60l-6 28q-1 6 -8 6h-32q-7 0 -8 -6Z" className="fill-primary" />
      <ellipse cx="600" cy="318" rx="30" ry="6" className="fill-wax" />
      <path d="M600 278c10 12 13 22 7 30a9 9 0 0 1-14 0c-6-8-3-18 7-30Z" className="fill-flame" />
      <path d="M600 294c4 5 5 9 3 13a4 4 0 0 1-6 0c-2-4-1-8 3-13Z" className="fill-flame-core" />
    </g>
  );
}
