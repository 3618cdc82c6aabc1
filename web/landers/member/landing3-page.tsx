import type { ReactElement } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { definePage } from '../../platform/page.ts';
import { useSay } from '../../platform/sentences.tsx';
import { MemberLander, memberOptions } from './member-lander.tsx';
import { MemberJoin, MemberNote, MemberPhoto, useMemberPlace } from './member-parts.tsx';

const page = definePage('members-id-landing3', memberOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function TablePage(): ReactElement {
  return <MemberLander design={Table} />;
}

/** A table for two from above: a photo lies on one plate, the other one is empty. */
function Table({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const place = useMemberPlace(profile);
  const { name, age } = profile;
  return (
    <section className="flex-1 bg-page">
      <div className="mx-auto grid w-full max-w-[72rem] gap-x-14 gap-y-6 px-4 pt-7 pb-12 md:px-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-center lg:pt-10">
        <div className="grid min-w-0 gap-5">
          <div className="grid gap-2 text-center">
            <h1 className="speak text-34 md:text-52">{say('landers.member.table')}</h1>
            <p className="text-17 text-balance text-ink-2">{say('landers.member.seat')}</p>
          </div>
          <div className="relative mx-auto aspect-7/4 w-full max-w-[40rem]">
            <Tabletop />
            <div className="absolute top-[22%] left-[9%] w-[32%]">
              <MemberPhoto
                marked={false}
                profile={profile}
                sizes="(min-width: 48rem) 205px, 32vw"
                shape="aspect-square rounded-full"
              />
            </div>
            <p className="absolute top-[22%] right-[9%] grid aspect-square w-[32%] place-items-center speak text-26 text-on-secondary md:text-34">
              {say('landers.member.you')}
            </p>
          </div>
          <p className="text-center speak text-20 wrap-anywhere">
            {say('members.name-age', { name, age })} · {place}
          </p>
          <div className="mx-auto w-full max-w-[40rem]">
            <MemberNote profile={profile} className="justify-items-center text-center" />
          </div>
        </div>
        <div className="rounded-card bg-surface p-4 shadow-e2 md:p-5">
          <MemberJoin profile={profile} />
        </div>
      </div>
    </section>
  );
}

function Tabletop(): ReactElement {
  return (
    <svg viewBox="0 0 700 400" aria-hidden="true" className="absolute inset-0 size-full">
      <defs>
        <radialGradient id="table-light">
          <stop offset="0" style={{ stopColor: 'var(--flame-core)' }} stopOpacity=".9" />
          <stop offset=".4" style={{ stopColor: 'var(--flame)' }} stopOpacity=".4" />
          <stop offset="1" style={{ stopColor: 'var(--flame)' }} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="8" y="8" width="684" height="384" rx="56" className="fill-cup" />
      <path d="M24 96H676M20 200H680M24 304H676" className="stroke-wick" strokeWidth="3" opacity=".4" />
      <circle cx="350" cy="200" r="190" fill="url(#table-light)" />
      {[175, 525].map((x) => (
        <g key={x}>
          <circle cx={x} cy="200" r="140" className="fill-wax-edge" />
          <circle cx={x} cy="200" r="130" className="fill-flame-core" />
          <circle cx={x} cy="200" r="112" className="fill-wax" opacity=".6" />
        </g>
      ))}
      <circle cx="350" cy="200" r="27" className="fill-primary" />
      <circle cx="350" cy="200" r="21" className="fill-wax" />
      <circle cx="350" cy="200" r="8" className="fill-flame" />
      <path
        d="M336 70v90M364 70v90M328 70v32q0 10 8 10t8 -10v-32"
        className="fill-none stroke-flame-core"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M336 250v84M364 250v84M364 250q10 20 0 44"
        className="fill-none stroke-flame-core"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  );
}
