import { type ReactElement, useId } from 'react';
import { Link } from 'react-router';

import { newsItems } from '../../contract/notifications/news-items.data.ts';
import { useFormat } from '../platform/format.ts';
import { useSay } from '../platform/sentences.tsx';
import { Card } from '../ui/card.tsx';

const newestFirst = newsItems.toReversed();

/** News of the service, newest first: the items of the news email, with links. */
export function NewsList(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId} className="grid gap-4">
      <h2 id={titleId} className="speak text-20">
        {say('notifications.news.title')}
      </h2>
      <ul className="divide-y divide-line">
        {newestFirst.map(({ id, publishedOn, path }) => (
          <li key={id} className="grid justify-items-start gap-0.5 py-3.5 first:pt-0 last:pb-0">
            <Link to={path} className="reach font-semibold hover:underline">
              {say(`notifications.news.${id}`)}
            </Link>
            <time dateTime={publishedOn} className="text-13 text-ink-2">
              {format.day(publishedOn)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
