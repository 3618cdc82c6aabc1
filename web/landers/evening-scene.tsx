import type { ReactElement } from 'react';

import type { EveningName } from './evening-names.ts';

export type SharedEvening = Exclude<EveningName, 'niche'>;

const scenes: Record<SharedEvening, () => ReactElement> = {
  cook: Kitchen,
  walk: Waterside,
  records: Records,
  talk: Balcony,
};

/** A drawn evening in night colors. Decorative: its caption is the text above it. */
export function EveningScene({ name }: { name: SharedEvening }): ReactElement {
  const Scene = scenes[name];
  return (
    <svg
      viewBox="0 0 400 500"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="night absolute inset-0 size-full"
    >
      <defs>
        <radialGradient id={`${name}-glow`}>
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".75" />
          <stop offset=".42" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".24" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${name}-sky`} x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--page)' }} />
          <stop offset=".6" style={{ stopColor: 'var(--primary-soft)' }} />
          <stop offset="1" style={{ stopColor: 'var(--cup)' }} />
        </linearGradient>
      </defs>
      <Scene />
    </svg>
  );
}

function Kitchen(): ReactElement {
  return (
    <>
      <path d="M0 0H400V500H0Z" className="fill-primary-soft" />
      <path d="M0 232H400V330H0Z" className="fill-bubble-own" opacity=".5" />
      <path
        d="M0 264H400M0 297H400M50 232v98M100 232v98M150 232v98M200 232v98M250 232v98M300 232v98M350 232v98"
        className="stroke-primary-soft"
        strokeWidth="2"
      />
      <path d="M256 52h112v150H256Z" fill="url(#cook-sky)" />
      <circle cx="334" cy="92" r="13" className="fill-flame-core" />
      <path
        d="M256 52h112v150H256ZM312 52v150M256 124h112"
        className="fill-none stroke-on-primary-soft"
        strokeWidth="5"
        opacity=".55"
      />
      <path d="M248 202h128v9H248Z" className="fill-on-primary-soft" opacity=".6" />
      <path d="M28 128h150v8H28Z" className="fill-cup" />
      <path d="M40 92h20v36H40ZM66 84h18v44H66Z" className="fill-primary" opacity=".75" />
      <path d="M92 104h28v24H92Z" className="fill-wax-edge" />
      <path d="M106 104q-16 -30 -22 -22q4 18 22 22q2 -34 12 -30q2 16 -12 30" className="fill-primary" />
      <circle cx="150" cy="117" r="11" className="fill-cup" />
      <path d="M200 0v112" className="stroke-page" strokeWidth="3" />
      <circle cx="200" cy="190" r="200" fill="url(#cook-glow)" />
      <path d="M156 150q6 -40 44 -40t44 40Z" className="fill-cup" />
      <ellipse cx="200" cy="150" rx="44" ry="6" className="fill-flame-core" />
      <path d="M0 330H400V500H0Z" className="fill-raised" />
      <path d="M0 330H400v13H0Z" className="fill-wax-edge" />
      <path
        d="M112 246q-12 -18 2 -34t2 -34M142 240q-12 -18 2 -34t0 -30"
        className="fill-none stroke-flame-core"
        strokeWidth="5"
        strokeLinecap="round"
        opacity=".4"
      />
      <path d="M70 268h116v50q0 14 -14 14H84q-14 0 -14 -14Z" className="fill-primary" />
      <path d="M70 268h34v64H84q-14 0 -14 -14Z" className="fill-on-primary-soft" opacity=".35" />
      <path d="M60 282h-12v12h22M196 282h12v12h-22" className="fill-none stroke-primary" strokeWidth="8" />
      <ellipse cx="128" cy="268" rx="58" ry="9" className="fill-page" />
      <path d="M140 270L176 214" className="stroke-wax-edge" strokeWidth="7" strokeLinecap="round" />
      <path d="M290 256q0 -14 6 -22v-32h16v32q6 8 6 22v76h-28Z" className="fill-page" />
      <path d="M290 276h28v30h-28Z" className="fill-wax" />
      <Glass x={244} />
      <Glass x={348} />
    </>
  );
}

function Glass({ x }: { x: number }): ReactElement {
  return (
    <g transform={`translate(${x} 332)`}>
      <path d="M0 0v-28M-14 0h28" className="stroke-on-primary-soft" strokeWidth="3.5" strokeLinecap="round" />
      <path d="M-17 -64h34q2 36 -17 38q-19 -2 -17 -38Z" className="fill-on-primary-soft" opacity=".3" />
      <path d="M-17 -50h34q-1 22 -17 24q-16 -2 -17 -24Z" className="fill-cup" />
    </g>
  );
}

function Waterside(): ReactElement {
  return (
    <>
      <path d="M0 0H400V300H0Z" fill="url(#walk-sky)" />
      <circle cx="290" cy="108" r="150" fill="url(#walk-glow)" />
      <circle cx="290" cy="108" r="34" className="fill-flame-core" />
      <g className="fill-wax" opacity=".8">
        <circle cx="52" cy="52" r="1.8" />
        <circle cx="118" cy="94" r="1.4" />
        <circle cx="176" cy="40" r="2" />
        <circle cx="92" cy="148" r="1.5" />
        <circle cx="358" cy="34" r="1.6" />
        <circle cx="222" cy="156" r="1.3" />
      </g>
      <path d="M0 300V246q60 -46 128 -20t132 -6t140 -16V300Z" className="fill-surface" />
      <path d="M0 300V268h40v-26h26v18h34v-34l16 -16l16 16v40h60v-16h38v26h170V300Z" className="fill-page" />
      <g className="fill-secondary">
        <path d="M50 252h7v9h-7ZM112 240h7v10h-7ZM124 256h6v9h-6ZM206 270h7v9h-7ZM20 278h7v8h-7ZM166 280h7v8h-7ZM300 284h7v8h-7Z" />
      </g>
      <path d="M0 300H400V430H0Z" className="fill-bubble-own" />
      <path
        d="M272 312h36M262 328h60M276 344h32M258 362h66M280 380h26M268 398h48"
        className="stroke-wax"
        strokeWidth="5"
        strokeLinecap="round"
        opacity=".6"
      />
      <path
        d="M30 322h70M140 340h50M52 364h46M176 384h40M344 336h40M350 376h60"
        className="stroke-primary"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".55"
      />
      <path d="M0 420q200 -46 400 0V500H0Z" className="fill-raised" />
      <circle cx="52" cy="196" r="96" fill="url(#walk-glow)" />
      <path d="M52 210V424" className="stroke-page" strokeWidth="7" />
      <path d="M38 176h28l-5 34H43Z" className="fill-flame-core" />
      <path d="M34 176l18 -18l18 18Z" className="fill-page" />
      <Walker x={166} coat="fill-cup" hair="fill-page" />
      <Walker x={222} coat="fill-primary" hair="fill-wax-edge" />
      <path d="M184 342q10 12 20 0" className="fill-none stroke-wax" strokeWidth="7" strokeLinecap="round" />
    </>
  );
}

function Walker({ x, coat, hair }: { x: number; coat: string; hair: string }): ReactElement {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M-12 372h9v50h-9ZM4 372h9v46h-9Z" className="fill-page" />
      <path d="M-14 282q14 -14 28 0l12 94h-52Z" className={coat} />
      <path d="M-16 284h32v9h-32Z" className="fill-wax" />
      <circle cy="264" r="17" className="fill-wax-edge" />
      <path d="M-17 270q-4 -26 17 -26t17 26q-17 10 -34 0Z" className={hair} />
    </g>
  );
}

function Records(): ReactElement {
  const spines = [26, 30, 24, 32, 28, 34, 25, 31, 27, 33, 29, 30, 26, 32];
  const colours = ['fill-primary', 'fill-cup', 'fill-on-primary-soft', 'fill-bubble-own', 'fill-wax-edge'];
  return (
    <>
      <path d="M0 0H400V500H0Z" className="fill-primary-soft" />
      <circle cx="76" cy="128" r="220" fill="url(#records-glow)" />
      <path d="M36 132l18 -62h44l18 62Z" className="fill-wax" />
      <path d="M76 132v82M54 216h44" className="stroke-cup" strokeWidth="6" strokeLinecap="round" />
      <path d="M170 52h92v116h-92Z" className="fill-page" />
      <path d="M178 60h76v100h-76Z" className="fill-bubble-own" />
      <circle cx="226" cy="94" r="16" className="fill-secondary" />
      <path d="M178 160v-26q24 -30 44 -8t32 -8v42Z" className="fill-primary" />
      <path d="M288 76h72v92h-72Z" className="fill-page" />
      <path d="M295 83h58v78h-58Z" className="fill-cup" />
      <path d="M324 150q-26 -22 -14 -48q14 8 14 48q0 -44 18 -52q8 34 -18 52" className="fill-wax" />
      <path d="M0 218H400v14H0Z" className="fill-wax-edge" />
      <path d="M0 232H400v92H0Z" className="fill-page" />
      {spines.map((height, index) => (
        <rect
          key={index}
          x={14 + index * 15}
          y={324 - height * 2.5}
          width="12"
          height={height * 2.5}
          rx="1.5"
          className={colours[index % colours.length]}
        />
      ))}
      <path d="M262 324l14 -74l58 11l-12 63Z" className="fill-primary" />
      <circle cx="300" cy="290" r="19" className="fill-secondary" />
      <path d="M0 324H400v12H0Z" className="fill-wax-edge" />
      <path d="M0 336H400V500H0Z" className="fill-surface" />
      <path d="M52 352h296q12 0 12 12v60q0 12 -12 12H52q-12 0 -12 -12v-60q0 -12 12 -12Z" className="fill-cup" />
      <ellipse cx="172" cy="388" rx="112" ry="34" className="fill-page" />
      <ellipse cx="172" cy="388" rx="92" ry="27" className="fill-none stroke-raised" strokeWidth="2" />
      <ellipse cx="172" cy="388" rx="70" ry="20" className="fill-none stroke-raised" strokeWidth="2" />
      <ellipse cx="172" cy="388" rx="36" ry="11" className="fill-secondary" />
      <ellipse cx="172" cy="388" rx="5" ry="2" className="fill-page" />
      <path
        d="M322 368L318 398L246 404"
        className="fill-none stroke-flame-core"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="322" cy="366" r="12" className="fill-flame-core" />
      <circle cx="332" cy="418" r="7" className="fill-page" />
    </>
  );
}

const bulbs = [
  [18, 82],
  [66, 106],
  [116, 118],
  [168, 120],
  [220, 112],
  [270, 96],
  [318, 74],
  [366, 46],
] as const;

function Balcony(): ReactElement {
  return (
    <>
      <path d="M0 0H400V400H0Z" fill="url(#talk-sky)" />
      <g className="fill-wax" opacity=".8">
        <circle cx="60" cy="40" r="1.8" />
        <circle cx="150" cy="66" r="1.4" />
        <circle cx="232" cy="36" r="1.8" />
        <circle cx="330" cy="140" r="1.5" />
        <circle cx="96" cy="168" r="1.3" />
      </g>
      <path d="M0 340V208h54v-28h46v60h40v-74l30 -24l30 24v52h56v-30h62v52h36v-22h46V340Z" className="fill-surface" />
      <path d="M0 340V262h80v-20h64v32h90v-44h56v30h110v80Z" className="fill-page" />
      <path
        d="M16 224h8v12h-8ZM66 196h8v12h-8ZM156 186h8v12h-8ZM178 210h8v12h-8ZM276 206h8v12h-8ZM298 224h8v12h-8ZM96 256h8v12h-8ZM252 246h8v12h-8ZM340 276h8v12h-8ZM30 280h8v12h-8Z"
        className="fill-secondary"
      />
      <path d="M0 70Q180 176 400 22" className="fill-none stroke-page" strokeWidth="2.5" />
      {bulbs.map(([x, y]) => (
        <g key={x}>
          <circle cx={x} cy={y + 8} r="30" fill="url(#talk-glow)" />
          <circle cx={x} cy={y + 8} r="6.5" className="fill-flame-core" />
        </g>
      ))}
      <path d="M0 288H400M0 300H400" className="stroke-raised" strokeWidth="7" />
      <path
        d="M14 300v100M50 300v100M86 300v100M122 300v100M158 300v100M194 300v100M230 300v100M266 300v100M302 300v100M338 300v100M374 300v100"
        className="stroke-raised"
        strokeWidth="5"
      />
      <path d="M0 400H400V500H0Z" className="fill-raised" />
      <circle cx="200" cy="318" r="150" fill="url(#talk-glow)" />
      <path
        d="M40 282q0 -12 12 -12h14q10 0 12 12l8 78h58v14H60q-10 0 -12 -10ZM62 374l-10 66M132 374l8 66"
        className="fill-primary stroke-primary"
        strokeWidth="5"
      />
      <path
        d="M360 282q0 -12 -12 -12h-14q-10 0 -12 12l-8 78h-58v14h84q10 0 12 -10ZM338 374l10 66M268 374l-8 66"
        className="fill-cup stroke-cup"
        strokeWidth="5"
      />
      <ellipse cx="200" cy="356" rx="62" ry="10" className="fill-wax-edge" />
      <path d="M200 364v70M176 438h48" className="stroke-wax-edge" strokeWidth="7" strokeLinecap="round" />
      <path d="M184 326h32l-4 26h-24Z" className="fill-primary" />
      <ellipse cx="200" cy="326" rx="16" ry="3.5" className="fill-wax" />
      <path d="M200 300c7 9 9 15 5 20a6 6 0 0 1 -10 0c-4 -5 -2 -11 5 -20Z" className="fill-flame" />
      <path d="M150 338h20v14h-20ZM230 338h20v14h-20Z" className="fill-on-primary-soft" />
    </>
  );
}
