import type { ReactElement } from 'react';
import { useParams } from 'react-router';

import { chatsQuery, likesQuery } from '../cache/list-pages.ts';
import { definePage, notFound } from '../platform/pages/page.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { LikesList, LikesTabs, isLikesType } from './likes-list.tsx';

const page = definePage('likes-type', {
  parts: ['likes', 'members'],
  load: async ({ ensure, params }) => {
    if (!isLikesType(params['type'])) notFound();
    const wanted = Promise.all([ensure(likesQuery), ensure(chatsQuery)]).catch(() => undefined);
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function LikesTypePage(): ReactElement | null {
  const say = useSay();
  const { type } = useParams();
  if (!isLikesType(type)) return null;
  return (
    <div className="mx-auto grid w-full max-w-page gap-4 px-4 pt-2 pb-12 md:px-8 md:pt-8">
      <Title>{say(`likes.${type}-title`)}</Title>
      <header className="grid gap-3 md:flex md:flex-wrap md:items-center md:justify-between">
        <h1 className="speak text-26 max-md:sr-only md:text-34">{say(`likes.${type}-title`)}</h1>
        <LikesTabs />
      </header>
      <LikesList type={type} />
    </div>
  );
}
