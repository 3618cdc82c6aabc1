import type { ReactElement, ReactNode } from 'react';

import { sharePictureSize } from '../../contract/share/share-picture.ts';
import type { NicheSlug } from '../../contract/settings/niches.ts';
import { Icon } from '../ui/icon.tsx';
import { Street } from './alone-tonight.tsx';
import { Cuttings, Postcard } from './collage.tsx';
import { DayWindow } from './day.tsx';
import { FilmScene } from './film.tsx';
import { Painting } from './gallery.tsx';
import type { LanderName } from './lander-names.ts';
import { Evening } from './motif.tsx';
import { FirstSign, Globe, signs } from './signs.tsx';
import { townMaps } from './town-map.data.ts';
import { Cartouche } from './towns.tsx';

const { width, height } = sharePictureSize;
/** Left edge of the drawings; the sentence is left of it. */
const left = 430;
const right = [left, 0, width - left, height] as const;

interface Niche {
  niche: NicheSlug;
}

export const shareDrawings: Record<LanderName | 'tinderswipe', (props: Niche) => ReactNode> = {
  alonetonight: Houses,
  collagelanding: Desk,
  gallery: Wall,
  iconslanding: Sky,
  maplanding: Europe,
  socialnetwork: Posts,
  tinderswipe: Deck,
  transitionsvideolanding: ({ niche }) => <Box at={right} of={<DayWindow niche={niche} />} />,
  video: Seat,
};

function Box({ at: [x, y, w, h], of }: { at: readonly [number, number, number, number]; of: ReactNode }): ReactElement {
  return (
    <svg x={x} y={y} width={w} height={h}>
      {of}
    </svg>
  );
}

function Houses({ niche }: Niche): ReactElement {
  return (
    <>
      <defs>
        <linearGradient id="share-sky" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--page)' }} />
          <stop offset=".5" style={{ stopColor: 'var(--primary-soft)' }} />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".45" />
        </linearGradient>
      </defs>
      <path d={`M0 0H${width}V${height}H0Z`} fill="url(#share-sky)" />
      <circle cx="960" cy="120" r="90" className="fill-secondary" opacity=".12" />
      <circle cx="960" cy="120" r="38" className="fill-flame-core" />
      <Box at={[left, 150, width - left, height - 150]} of={<Street niche={niche} />} />
    </>
  );
}

const strips = [
  { x: 530, y: 130, turn: -3, width: 300, paper: 'fill-secondary', ink: 'stroke-on-secondary' },
  { x: 650, y: 265, turn: 2, width: 340, paper: 'fill-ink', ink: 'stroke-page' },
  { x: 550, y: 400, turn: -1, width: 250, paper: 'fill-primary', ink: 'stroke-on-primary' },
];

function Desk({ niche }: Niche): ReactElement {
  return (
    <>
      <path d={`M0 0H${width}V${height}H0Z`} className="fill-sunken" />
      <svg
        x={left}
        y="0"
        width={width - left}
        height={height}
        viewBox="560 0 880 720"
        preserveAspectRatio="xMaxYMid slice"
      >
        <svg width="1440" height="900">
          <Cuttings />
        </svg>
      </svg>
      <g transform="translate(842 330) rotate(5)">
        <path d="M0 0H322V262H0Z" className="fill-ink" />
        <Box at={[16, 16, 290, 207]} of={<Postcard niche={niche} />} />
        <path d="M120 -18h82v36h-82Z" className="fill-wax-edge" opacity=".8" />
      </g>
      {strips.map((strip) => (
        <g key={strip.y} transform={`translate(${strip.x} ${strip.y}) rotate(${strip.turn}) scale(1.35)`}>
          <path
            d={`M0 3l60 -3l90 4l${strip.width - 150} -3l-3 44l3 38l-${strip.width - 160} 3l-80 -4l-66 3l2 -40Z`}
            className={strip.paper}
          />
          <path
            d={`M34 54q14 -30 26 -6t26 -2t26 4t26 -6t26 4H${strip.width - 40}`}
            className={`fill-none ${strip.ink}`}
            strokeWidth="7"
            strokeLinecap="round"
            opacity=".75"
          />
        </g>
      ))}
    </>
  );
}

const hanging = [
  { name: 'niche', at: [510, 76, 330, 206] },
  { name: 'door', at: [510, 340, 150, 192] },
  { name: 'rain', at: [690, 340, 150, 192] },
  { name: 'moon', at: [880, 76, 196, 456] },
  { name: 'pears', at: [1116, 76, 165, 206] },
  { name: 'letter', at: [1116, 340, 165, 192] },
] as const;

function Wall({ niche }: Niche): ReactElement {
  return (
    <>
      <defs>
        <radialGradient id="share-lamp" cx=".5" cy="0" r=".8">
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".3" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d={`M0 0H${width}V${height}H0Z`} className="fill-primary-soft" />
      <path d={`M${left} 0H${width}V${height}H${left}Z`} fill="url(#share-lamp)" />
      {hanging.map(({ name, at: [x, y, w, h] }) => (
        <g key={name}>
          <rect x={x - 12} y={y - 12} width={w + 24} height={h + 24} className="fill-wax-edge" />
          <rect x={x - 4} y={y - 4} width={w + 8} height={h + 8} className="fill-cup" />
          <Box at={[x, y, w, h]} of={<Painting name={name} niche={niche} />} />
        </g>
      ))}
    </>
  );
}

const lit = ['cooking', 'dogs', 'playing_music', 'beach'];

function Sky({ niche }: Niche): ReactElement {
  return (
    <>
      <Box at={[420, -75, 780, 780]} of={<Globe />} />
      {Object.entries(signs)
        .slice(0, 16)
        .map(([name, icon], place) => {
          // The middle is reserved for the sign of the niche.
          if (isMiddle(place)) return null;
          const x = 560 + (place % 4) * 160 + (Math.floor(place / 4) % 2) * 40;
          const y = 92 + Math.floor(place / 4) * 149;
          const isLit = lit.includes(name);
          return (
            <g key={name}>
              {isLit && <circle cx={x} cy={y} r="72" className="fill-secondary" opacity=".18" />}
              <circle
                cx={x}
                cy={y}
                r="52"
                className={isLit ? 'fill-secondary' : 'fill-surface stroke-line'}
                strokeWidth="2"
              />
              <g
                className={`fill-none ${isLit ? 'stroke-on-secondary' : 'stroke-on-primary-soft'}`}
                strokeWidth="2"
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <Box at={[x - 25, y - 25, 50, 50]} of={<Icon of={icon} />} />
              </g>
            </g>
          );
        })}
      <g transform="translate(820 315) scale(1.22)">
        <FirstSign niche={niche} />
      </g>
    </>
  );
}

const isMiddle = (place: number): boolean => [5, 6, 9, 10].includes(place);

function Europe({ niche }: Niche): ReactElement {
  const { height: _height, ...countries } = townMaps.europe;
  return (
    <svg x={left} y="0" width={width - left} height={height} viewBox="-40 250 690 565">
      <defs>
        <radialGradient id="share-land">
          <stop offset="0" style={{ stopColor: 'var(--primary-soft)' }} />
          <stop offset="1" style={{ stopColor: 'var(--primary-soft)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      <ellipse cx="280" cy="560" rx="400" ry="400" fill="url(#share-land)" />
      <g className="fill-none stroke-wax-edge" strokeWidth="3" strokeLinecap="round">
        {Object.entries(countries).map(([code, path], place) => (
          <path key={code} d={path} opacity={place % 3 === 0 ? 0.95 : 0.5} />
        ))}
      </g>
      <Cartouche niche={niche} at="522 702" scale={1.08} />
    </svg>
  );
}

function Seat({ niche }: Niche): ReactElement {
  return (
    <svg
      x={left}
      y="0"
      width={width - left}
      height={height}
      viewBox="450 0 600 450"
      preserveAspectRatio="xMidYMid slice"
    >
      <svg width="1200" height="450">
        <FilmScene niche={niche} />
      </svg>
    </svg>
  );
}

function Posts({ niche }: Niche): ReactElement {
  return (
    <>
      <Card at={[540, -190, 540, 390]} of={<Evening name="walk" niche={niche} />} />
      <Card at={[540, 230, 540, 310]} of={<Evening name="niche" niche={niche} />} />
      <path d="M540 588H770M850 588H1080" className="stroke-line-strong" strokeWidth="3" />
      <path d="M810 560c12 14 15 25 8 34a10 10 0 0 1-16 0c-7-9-4-20 8-34Z" className="fill-flame" />
    </>
  );
}

function Deck({ niche }: Niche): ReactElement[] {
  const cards = [
    { name: 'talk', x: 690, turn: -9 },
    { name: 'walk', x: 950, turn: 8 },
    { name: 'niche', x: 815, turn: -1 },
  ] as const;
  return cards.map(({ name, x, turn }) => (
    <g key={name} transform={`translate(${x} 315) rotate(${turn})`}>
      <Card at={[-180, -225, 360, 450]} of={<Evening name={name} niche={niche} />} />
    </g>
  ));
}

function Card({ at, of }: { at: readonly [number, number, number, number]; of: ReactElement }): ReactElement {
  const [x, y, w, h] = at;
  const id = `share-card-${x}-${y}-${w}`.replaceAll('-', '_');
  return (
    <>
      <clipPath id={id}>
        <rect x={x} y={y} width={w} height={h} rx="28" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <Box at={at} of={of} />
      </g>
      <rect x={x} y={y} width={w} height={h} rx="28" className="fill-none stroke-wax-edge" strokeWidth="5" />
    </>
  );
}
