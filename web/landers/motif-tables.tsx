import type { ReactElement } from 'react';

/** A glass of wine standing at y = 0. */
export function WineGlass({ x, wine = 'fill-cup' }: { x: number; wine?: string }): ReactElement {
  return (
    <g transform={`translate(${x} 0)`}>
      <path d="M0 -2V-52" className="stroke-on-primary-soft" strokeWidth="3.5" />
      <ellipse cy="-1.5" rx="18" ry="3.5" className="fill-on-primary-soft" />
      <path d="M-21 -112H21Q27 -56 0 -50Q-27 -56 -21 -112Z" className="fill-on-primary-soft" opacity=".32" />
      <path d="M-22.5 -88H22.5Q22 -54 0 -51Q-22 -54 -22.5 -88Z" className={wine} />
      <path d="M-15 -104Q-17 -82 -13 -70" className="fill-none stroke-flame-core" strokeWidth="3.5" opacity=".7" />
    </g>
  );
}

/** default: a fluted tealight between two glasses. */
export function TableForTwo(): ReactElement {
  return (
    <>
      <circle cy="-72" r="78" className="fill-secondary" opacity=".16" />
      <circle cy="-76" r="44" className="fill-secondary" opacity=".2" />
      <WineGlass x={-72} />
      <WineGlass x={72} />
      <path d="M-38 -54H38L30 -4Q29 0 24 0H-24Q-29 0 -30 -4Z" className="fill-primary" />
      <path
        d="M-24 -52L-20 -2M-8 -52L-7 -2M8 -52L7 -2M24 -52L20 -2"
        className="stroke-bubble-own"
        strokeWidth="4"
        opacity=".7"
      />
      <path d="M-38 -54H-28L-23 0Q-29 0 -30 -4Z" className="fill-flame-core" opacity=".35" />
      <ellipse cy="-54" rx="38" ry="9" className="fill-wax-edge" />
      <ellipse cy="-54" rx="31" ry="6.5" className="fill-wax" />
      <path d="M0 -54V-64" className="stroke-wick" strokeWidth="3" />
      <path d="M0 -108c15 19 19 32 10 42a13 13 0 0 1-20 0c-9-10-5-23 10-42Z" className="fill-flame day-flame" />
      <path d="M0 -88c8 10 9 17 5 22a7 7 0 0 1-10 0c-4-5-3-12 5-22Z" className="fill-flame-core day-flame" />
    </>
  );
}

const heel =
  'M-58 -3Q-50 -16 -30 -21Q-12 -26 0 -38Q12 -52 17 -70Q22 -82 34 -84Q44 -72 40 -56L37 0H31L27 -36Q10 -30 -8 -8Q-14 0 -24 0H-54Q-60 0 -58 -3Z';
const opening = 'M-8 -30Q14 -40 20 -66Q24 -80 34 -84Q22 -56 -8 -30Z';

/** she: kicked-off heels, a glass, and an open book. */
export function BookAndHeels(): ReactElement {
  return (
    <>
      <WineGlass x={66} />
      <g transform="translate(4 -3) scale(1.16)">
        <path d={heel} className="fill-bubble-own" />
        <path d={opening} className="fill-page" opacity=".6" />
      </g>
      <g transform="translate(-38 0) scale(1.22)">
        <path d={heel} className="fill-primary" />
        <path d={opening} className="fill-page" opacity=".5" />
        <path
          d="M-50 -9Q-40 -15 -26 -17"
          className="fill-none stroke-flame-core"
          strokeWidth="4"
          strokeLinecap="round"
          opacity=".7"
        />
      </g>
      <path d="M-16 5L-6 -17H98L106 5Z" className="fill-cup" />
      <path d="M-12 2Q16 -14 45 -2Q74 -14 102 2L94 -19Q70 -35 45 -20Q20 -35 -3 -19Z" className="fill-flame-core" />
      <path
        d="M45 -20V-2M6 -17Q20 -23 36 -15M2 -9Q18 -15 36 -8M54 -15Q70 -23 84 -17M54 -8Q72 -15 88 -9"
        className="fill-none stroke-wax-edge"
        strokeWidth="2.2"
      />
    </>
  );
}

/** bdsm: a feather mask on a folded ribbon of silk. */
export function RibbonAndMask(): ReactElement {
  return (
    <>
      <path d="M28 -78Q44 -130 26 -158Q66 -142 58 -82Z" className="fill-bubble-own" />
      <path d="M44 -74Q76 -116 70 -146Q100 -114 68 -66Z" className="fill-primary" />
      <path d="M54 -64Q92 -84 98 -112Q110 -70 66 -52Z" className="fill-on-primary-soft" />
      <path
        d="M42 -80Q50 -124 36 -150M57 -72Q80 -106 76 -136M62 -60Q90 -78 97 -102"
        className="fill-none stroke-page"
        strokeWidth="2"
        opacity=".5"
      />
      <path d="M-12 -28L-58 -10V5L-12 -13ZM78 -28L34 -10V5L78 -13Z" className="fill-wick" />
      <path
        d="M-102 -32L-58 -10V5L-102 -16L-92 -24ZM-12 -28L34 -10V5L-12 -13ZM78 -28L104 -16L97 -8L104 0L78 -13Z"
        className="fill-wax-edge"
      />
      <path
        d="M-98 -28L-58 -8M-12 -26L34 -8M78 -26L102 -15"
        className="stroke-flame-core"
        strokeWidth="2.2"
        opacity=".7"
      />
      <path
        d="M0 -72Q24 -92 58 -88Q84 -86 76 -58Q66 -24 36 -22Q12 -22 0 -42Q-12 -22 -36 -22Q-66 -24 -76 -58Q-84 -86 -58 -88Q-24 -92 0 -72Z"
        className="fill-page stroke-secondary"
        strokeWidth="3.5"
      />
      <path
        d="M-60 -60Q-42 -76 -18 -54Q-36 -40 -60 -60ZM60 -60Q42 -76 18 -54Q36 -40 60 -60Z"
        className="fill-primary"
      />
      <path
        d="M-66 -76Q-50 -82 -30 -78M30 -78Q50 -82 66 -76"
        className="fill-none stroke-flame-core"
        strokeWidth="3"
        strokeLinecap="round"
        opacity=".6"
      />
      <circle cy="-62" r="5" className="fill-secondary" />
    </>
  );
}

const fig = 'M-3 -60Q0 -66 5 -59Q8 -46 22 -34Q34 -21 28 -6Q19 7 0 7Q-19 7 -28 -6Q-34 -21 -22 -34Q-8 -46 -3 -60Z';

function Fig({
  x,
  y,
  turn,
  skin = 'fill-bubble-own',
}: {
  x: number;
  y: number;
  turn: number;
  skin?: string;
}): ReactElement {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d={fig} className={skin} />
      <path d="M-2 -50Q-12 -22 -8 2M3 -48Q12 -22 9 2" className="fill-none stroke-page" strokeWidth="2" opacity=".4" />
      <path
        d="M-10 -40Q-24 -28 -23 -14"
        className="fill-none stroke-flame-core"
        strokeWidth="4"
        strokeLinecap="round"
        opacity=".6"
      />
    </g>
  );
}

/** bbw: ripe figs heaped on a wide dish, one of them halved. */
export function Figs(): ReactElement {
  return (
    <>
      <Fig x={-38} y={-78} turn={-10} />
      <Fig x={30} y={-80} turn={12} />
      <Fig x={-66} y={-48} turn={-18} skin="fill-primary" />
      <Fig x={60} y={-48} turn={20} skin="fill-primary" />
      <Fig x={-4} y={-54} turn={3} skin="fill-primary" />
      <path
        d="M-98 -52H98Q88 -20 26 -15V-9Q46 -7 50 0H-50Q-46 -7 -26 -9V-15Q-88 -20 -98 -52Z"
        className="fill-wax-edge"
      />
      <path d="M-98 -52H-76Q-66 -24 -26 -15Q-88 -20 -98 -52Z" className="fill-flame-core" opacity=".6" />
      <path d="M-98 -54H98V-48H-98Z" className="fill-wax" />
      <g transform="translate(66 -1) scale(1.25)">
        <path d={fig} className="fill-bubble-own" />
        <path
          d="M0 -44Q5 -34 15 -26Q24 -16 18 -5Q12 2 0 2Q-12 2 -18 -5Q-24 -16 -15 -26Q-5 -34 0 -44Z"
          className="fill-flame-core"
        />
        <path d="M0 -30Q10 -24 12 -14Q11 -4 0 -4Q-11 -4 -12 -14Q-10 -24 0 -30Z" className="fill-danger" />
        <path
          d="M-4 -19h0M3 -21h0M-6 -12h0M1 -14h0M7 -12h0M-2 -8h0M4 -8h0"
          className="stroke-flame-core"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </g>
    </>
  );
}
