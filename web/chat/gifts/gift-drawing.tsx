import type { ReactElement, ReactNode } from 'react';

import type { GiftId } from '../../../contract/chat/gifts.ts';
import { cx } from '../../ui/cx.ts';

const glow = <circle cx="28" cy="25" r="22" className="fill-secondary opacity-30" />;

const drawings: Record<GiftId, ReactNode> = {
  tealight: (
    <>
      <path d="M28 8c8 9.4 10.4 16.6 5 21.6a7 7 0 0 1-10 0C17.6 24.6 20 17.4 28 8Z" className="fill-flame" />
      <path
        d="M28 17c3.5 4.6 4.6 8 2.2 10.4a3.1 3.1 0 0 1-4.4 0C23.4 25 24.5 21.6 28 17Z"
        className="fill-flame-core"
      />
      <path d="M10 32h36l-4 19a6 6 0 0 1-6 5H20a6 6 0 0 1-6-5Z" className="fill-bubble-own" />
      <path d="M12.5 36.5h31l-1 5h-29Z" className="fill-on-photo opacity-25" />
      <path d="m19 44 1.4 9M28 44v9m9-9-1.4 9" className="stroke-photo-shade opacity-40" strokeWidth="1.6" />
    </>
  ),
  coffee: (
    <>
      <path
        d="M21 8c-3 3.5 3 5.5 0 9.5M29 6c-3 3.5 3 5.5 0 9.5M37 8c-3 3.5 3 5.5 0 9.5"
        className="fill-none stroke-cup"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path d="M43 27h4a6.5 6.5 0 0 1 0 13h-5" className="fill-none stroke-bubble-own" strokeWidth="4" />
      <path d="M10 22h34v15a13 13 0 0 1-13 13h-8a13 13 0 0 1-13-13Z" className="fill-bubble-own" />
      <ellipse cx="27" cy="23" rx="17" ry="4.5" className="fill-wick" />
      <path d="M8 55h38" className="stroke-cup" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
  rose: (
    <>
      <path d="M28 31v24" className="stroke-bubble-own" strokeWidth="3" strokeLinecap="round" />
      <path d="M28 46c-8 1-12-3-13-8 7-1 12 2 13 8Zm0 5c7 0 10-3 11-8-6 0-10 3-11 8Z" className="fill-bubble-own" />
      <path d="M14 17c0-5 6-9 14-9s14 4 14 9c0 9-6 16-14 16s-14-7-14-16Z" className="fill-[#c8574f]" />
      <path d="M20 14c2-4 14-4 16 0 1 6-3 11-8 11s-9-5-8-11Z" className="fill-[#df8178]" />
      <path d="M24 14c1-2 7-2 8 0 0 3-2 5-4 5s-4-2-4-5Z" className="fill-[#a63f3a]" />
    </>
  ),
  chocolate: (
    <>
      <path d="M8 24h40v22a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6Z" className="fill-bubble-own" />
      <path d="M6 18h44v9H6Z" className="fill-cup" />
      <path d="M25 18h6v34h-6Z" className="fill-wax" />
      <path
        d="M28 18c-9 0-12-3-11-7s8-3 11 7Zm0 0c9 0 12-3 11-7s-8-3-11 7Z"
        className="fill-wax stroke-wax-edge"
        strokeWidth="1.5"
      />
      <path
        d="M12 34h9M35 34h9M12 41h9M35 41h9"
        className="stroke-on-photo opacity-25"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </>
  ),
  wine: (
    <>
      <path d="M15 6h26c2 13-2 25-13 25S13 19 15 6Z" className="fill-on-photo opacity-70" />
      <path d="M14.6 15h26.8c-.4 9.5-5 16-13.4 16s-13-6.5-13.4-16Z" className="fill-[#9b3a4b]" />
      <path d="M15 6h26c2 13-2 25-13 25S13 19 15 6Z" className="fill-none stroke-bubble-own" strokeWidth="2" />
      <path d="M28 31v19" className="stroke-bubble-own" strokeWidth="3" />
      <path d="M17 53c2-4 20-4 22 0Z" className="fill-bubble-own" />
    </>
  ),
  book: (
    <>
      <path d="M28 17C22 12 14 11 7 13v36c7-2 15-1 21 4Z" className="fill-bubble-own" />
      <path d="M28 17c6-5 14-6 21-4v36c-7-2-15-1-21 4Z" className="fill-cup" />
      <path d="M28 18c-5-4-11-5-17-4v31c6-1 12 0 17 4Z" className="fill-wax" />
      <path d="M28 18c5-4 11-5 17-4v31c-6-1-12 0-17 4Z" className="fill-flame-core" />
      <path
        d="M15 21q5-.5 9 2m-9 5q5-.5 9 2m-9 5q5-.5 9 2M32 23q4-2.5 9-2m-9 9q4-2.5 9-2m-9 9q4-2.5 9-2"
        className="fill-none stroke-wick opacity-50"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </>
  ),
  concert: (
    <>
      <path d="M6 18h44v9a5 5 0 0 0 0 10v9H6v-9a5 5 0 0 0 0-10Z" className="fill-bubble-own" />
      <path d="M38 20v24" className="stroke-on-photo opacity-60" strokeWidth="2" strokeDasharray="3 4" />
      <path d="M20 37V24l11-2.5v13" className="fill-none stroke-wax" strokeWidth="2.5" strokeLinejoin="round" />
      <ellipse cx="17" cy="37.5" rx="4" ry="3.2" className="fill-wax" />
      <ellipse cx="28" cy="35" rx="4" ry="3.2" className="fill-wax" />
    </>
  ),
  bouquet: (
    <>
      <path
        d="m20 28 8 27 8-27"
        className="fill-none stroke-bubble-own"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path d="M15 30h26L30 55h-4Z" className="fill-wax stroke-wax-edge" strokeWidth="1.5" strokeLinejoin="round" />
      <circle cx="18" cy="21" r="8" className="fill-flame" />
      <circle cx="38" cy="21" r="8" className="fill-[#df8178]" />
      <circle cx="28" cy="14" r="8.5" className="fill-secondary" />
      <circle cx="28" cy="26" r="7.5" className="fill-[#c8574f]" />
      <g className="fill-flame-core">
        <circle cx="18" cy="21" r="2.6" />
        <circle cx="38" cy="21" r="2.6" />
        <circle cx="28" cy="14" r="2.8" />
        <circle cx="28" cy="26" r="2.4" />
      </g>
      <path d="M21 42q7 3 14 0" className="fill-none stroke-bubble-own" strokeWidth="3" strokeLinecap="round" />
    </>
  ),
};

/** The drawing of a gift. It has no label, since the words beside it name the gift. */
export function GiftDrawing({ gift, className }: { gift: GiftId; className?: string }): ReactElement {
  return (
    <svg viewBox="0 0 56 60" aria-hidden="true" className={cx('shrink-0', className ?? 'h-14 w-[52px]')}>
      {glow}
      {drawings[gift]}
    </svg>
  );
}
