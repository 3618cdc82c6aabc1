import type { ReactElement } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { definePage } from '../../platform/pages/page.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Drawing } from '../../ui/drawing.tsx';
import tabletop from '../drawings/tabletop.svg?raw';
import { MemberJoin, MemberLander, MemberNote, MemberPhoto, memberOptions, useMemberPlace } from './member-lander.tsx';

const page = definePage('members-id-landing3', memberOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function TablePage(): ReactElement {
  return <MemberLander design={Table} />;
}

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
            <Drawing of={tabletop} className="absolute inset-0 size-full" />
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
        <MemberJoin profile={profile} card />
      </div>
    </section>
  );
}
