import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { definePage } from '../platform/pages/page.ts';
import { chatsQuery, likesQuery } from '../cache/list-pages.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { type LikesType, LikesList, LikesTabs, selectLikes } from './likes-list.tsx';

const page = definePage('likes', {
  parts: ['likes', 'members'],
  load: async ({ ensure }) => {
    // In the browser, the page opens at once, with skeletons.
    const wanted = Promise.all([ensure(likesQuery), ensure(chatsQuery)]).catch(() => undefined);
    if (typeof window === 'undefined') await wanted;
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** The cards of each list: full rows of two, three and six. */
const max = 6;

export default function LikesPage(): ReactElement {
  const say = useSay();
  const { data: likes } = useQuery(likesQuery);
  const shows = (type: LikesType): boolean => likes !== undefined && selectLikes(likes, type).length > 0;
  return (
    <div className="mx-auto grid w-full max-w-page gap-x-4 gap-y-6 px-4 pt-2 pb-12 md:px-8 md:pt-8 xl:grid-cols-6">
      <Title>{say('likes.title')}</Title>
      <header className="col-span-full grid gap-3 md:flex md:flex-wrap md:items-center md:justify-between">
        <h1 className="speak text-26 max-md:sr-only md:text-34">{say('likes.title')}</h1>
        <LikesTabs />
      </header>
      {(shows('received') || !shows('matches')) && <Part type="received" />}
      {shows('matches') && <Part type="matches" />}
      {shows('given') && <Part type="given" />}
    </div>
  );
}

function Part({ type }: { type: LikesType }): ReactElement {
  const say = useSay();
  const { data: likes } = useQuery(likesQuery);
  const more = likes !== undefined && selectLikes(likes, type).length > max;
  return (
    <section className="likes-part grid content-start gap-4">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="speak text-20">{say(`likes.${type}-title`)}</h2>
        {more && (
          <Link
            to={pathTo('likes-type', { type })}
            className="shrink-0 rounded-small py-1 text-13 font-bold text-primary-ink hover:underline"
          >
            {say('likes.all')}
          </Link>
        )}
      </div>
      <LikesList type={type} max={max} />
    </section>
  );
}
