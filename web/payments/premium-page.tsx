import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';

import { freeConversationsStartedMax, freeMessagesVisibleMax } from '../../contract/chat/limits.ts';
import { freePhotosMax, premiumPhotosMax } from '../../contract/photos/limits.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { definePage } from '../platform/pages/page.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Alert } from '../ui/alert.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Drawing } from '../ui/drawing.tsx';
import { Camera, Eye, Heart, Icon, type LucideIcon, MessageSquare, Undo2 } from '../ui/icon.tsx';
import { bundlesQuery } from './payments-queries.ts';
import unlocked from './unlocked.svg?raw';

const page = definePage('premium', {
  parts: ['payments'],
  load: ({ ensure }) => ensure(bundlesQuery()),
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

interface Feature {
  icon: LucideIcon;
  title: string;
  detail: string;
}

export default function PremiumPage(): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: user } = useSuspenseQuery(userQuery);
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data: offer } = useSuspenseQuery(bundlesQuery());
  // Keeps the query, which tells where the member came from, for the order.
  const { search } = useLocation();
  const least = Math.min(...offer.bundles.map(({ amount, reduced }) => reduced?.amount ?? amount));
  const features = listFeatures(say);
  if (settings.premium_match_claim !== null) {
    const { percent, source, measured_on: measuredOn } = settings.premium_match_claim;
    features.push({
      icon: Heart,
      title: say('payments.premium.claim', { percent: format.percent(percent / 100) }),
      detail: say('payments.premium.claim-detail', { source, date: format.day(measuredOn) }),
    });
  }
  return (
    <div className="mx-auto grid w-full max-w-page items-center gap-x-8 gap-y-7 px-4 pt-6 pb-12 md:px-8 md:pt-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,20rem)] xl:gap-x-16 *:col-start-1">
      <PageHead title={say('payments.premium.title')} back={pathTo('members')} intro={say('payments.premium.intro')} />
      <Drawing
        of={unlocked}
        className="mx-auto -my-2 w-36 lg:col-start-2! lg:row-span-3 lg:row-start-1 lg:m-0 lg:w-full"
      />
      {user?.paid_user && (
        <Alert tone="success" title={say('payments.premium.is')}>
          {say('payments.premium.is-detail')}
        </Alert>
      )}
      <ul className="grid gap-3 sm:grid-cols-2">
        {features.map((feature) => (
          <Card as="li" key={feature.title} className="flex gap-4 sm:last:odd:col-span-2">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-primary-soft text-on-primary-soft">
              <Icon of={feature.icon} />
            </span>
            <div>
              <h2 className="leading-snug font-bold text-balance">{feature.title}</h2>
              <p className="mt-1 text-13 text-ink-2">{feature.detail}</p>
            </div>
          </Card>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <LinkButton to={pathTo('credits') + search} className="max-sm:w-full">
          {say('payments.premium.choose')}
        </LinkButton>
        <p className="text-13 text-ink-2">
          {say('payments.premium.from', { amount: format.money(least, offer.currency) })}
        </p>
      </div>
    </div>
  );
}

function listFeatures(say: Say): Feature[] {
  return [
    { icon: Eye, title: say('payments.premium.photos'), detail: say('payments.premium.photos-detail') },
    {
      icon: MessageSquare,
      title: say('payments.premium.chats'),
      detail: say('payments.premium.chats-detail', { count: freeConversationsStartedMax }),
    },
    {
      icon: Undo2,
      title: say('payments.premium.history'),
      detail: say('payments.premium.history-detail', { count: freeMessagesVisibleMax }),
    },
    {
      icon: Camera,
      title: say('payments.premium.own-photos', { premium: premiumPhotosMax }),
      detail: say('payments.premium.own-photos-detail', { free: freePhotosMax }),
    },
  ];
}
