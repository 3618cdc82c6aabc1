import type { ReactElement } from 'react';

/** A tealight on a dark table, dark in both themes. */
export function Candle(): ReactElement {
  return (
    <svg
      viewBox="0 0 200 150"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className="night block aspect-4/3 w-full rounded-photo"
    >
      <defs>
        <radialGradient id="candle-light">
          <stop offset="0" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".9" />
          <stop offset=".38" style={{ stopColor: 'var(--secondary)' }} stopOpacity=".34" />
          <stop offset="1" style={{ stopColor: 'var(--secondary)' }} stopOpacity="0" />
        </radialGradient>
        <linearGradient id="candle-glass" x1="0" x2="1">
          <stop offset="0" style={{ stopColor: 'var(--bubble-own)' }} />
          <stop offset=".52" style={{ stopColor: 'var(--primary)' }} />
          <stop offset="1" style={{ stopColor: 'var(--bubble-own)' }} />
        </linearGradient>
        <linearGradient id="candle-warmth" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--wax)' }} stopOpacity=".9" />
          <stop offset=".7" style={{ stopColor: 'var(--wax)' }} stopOpacity="0" />
        </linearGradient>
      </defs>
      <rect width="200" height="150" className="fill-primary-soft" />
      <rect y="114" width="200" height="36" className="fill-surface" />
      <ellipse cx="100" cy="128" rx="46" ry="6" className="fill-page" opacity=".6" />
      <circle cx="100" cy="62" r="104" fill="url(#candle-light)" />
      <path d="M66 72h68l-8 48a9 9 0 0 1-9 7.5H83a9 9 0 0 1-9-7.5Z" fill="url(#candle-glass)" />
      <path d="M66 72h68l-8 48a9 9 0 0 1-9 7.5H83a9 9 0 0 1-9-7.5Z" fill="url(#candle-warmth)" />
      <path
        d="M79 78l4 42M92.5 79l1.3 45M107.5 79l-1.3 45M121 78l-4 42"
        className="stroke-on-photo"
        strokeWidth="1.5"
        opacity=".2"
      />
      <ellipse cx="100" cy="72" rx="34" ry="6.6" className="fill-on-primary-soft" />
      <ellipse cx="100" cy="73" rx="29" ry="4.8" className="fill-wax" />
      <path d="M100 73v-9" className="stroke-wick" strokeWidth="1.8" strokeLinecap="round" />
      <path
        d="M100 30c9.5 11.5 12.5 20.5 6.4 27.3a8.6 8.6 0 0 1-12.8 0c-6.1-6.8-3.1-15.8 6.4-27.3Z"
        className="fill-flame"
      />
      <path
        d="M100 43.5c3.9 5.2 5.2 9.3 2.7 12.6a3.5 3.5 0 0 1-5.4 0c-2.5-3.3-1.2-7.4 2.7-12.6Z"
        className="fill-flame-core"
      />
    </svg>
  );
}
