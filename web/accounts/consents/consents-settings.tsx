import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useCallback } from 'react';

import { type Consent, findPushKind } from '../../../contract/accounts/consents.ts';
import type { NotificationKind } from '../../../contract/notifications/notification-rules.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { LoadMore } from '../../platform/load-more.tsx';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { Pending } from '../../platform/failure-alert.tsx';
import { type Say, loadMoreSentences, useSay } from '../../platform/sentences/sentences.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { consentsQuery } from '../accounts-queries.ts';
import { deviceName } from '../sessions/device-name.ts';
import { SettingsSection } from '../settings/settings-section.tsx';

/** Loads the section together with its sentences, which the other settings do not need. */
export async function loadConsentsSettings(): Promise<{ default: typeof ConsentsSettings }> {
  await loadMoreSentences('consents', 'notifications');
  return { default: ConsentsSettings };
}

function ConsentsSettings(): ReactElement {
  const say = useSay();
  const query = useInfiniteQuery(consentsQuery);
  const { data, hasNextPage, fetchNextPage } = query;
  const consents = data && eachOnce(data.pages.flatMap((page) => page.consents));
  const more = useCallback(async () => {
    const { error: failed } = await fetchNextPage();
    if (failed) throw failed;
  }, [fetchNextPage]);
  return (
    <SettingsSection title={say('consents.title')} lead={say('consents.lead')}>
      <Pending query={query}>
        <Skeleton className="w-2/3" />
      </Pending>
      {consents && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable list has to be reachable
        <ul tabIndex={0} aria-label={say('consents.title')} className="grid max-h-96 gap-3 overflow-y-auto">
          {consents.map((consent) => (
            <li key={formatKey(consent)} className="grid gap-0.5">
              <ConsentLine consent={consent} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        has={hasNextPage}
        load={more}
        bySelf={false}
        waiting={<Skeleton className="w-2/3" />}
        failed={say('errors.request.failed')}
      />
    </SettingsSection>
  );
}

const formatKey = ({ at, subject, given }: Consent): string => `${at} ${subject} ${given}`;

/** Drops entries that come twice: a consent logged while pages are being read shifts the others by one. */
function eachOnce(consents: readonly Consent[]): Consent[] {
  return [...new Map(consents.map((consent) => [formatKey(consent), consent])).values()];
}

function ConsentLine({ consent }: { consent: Consent }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { version, way, browser, system, country, at } = consent;
  const facts = [
    version && say('consents.version', { date: format.day(version) }),
    way !== 'page' && say(`consents.way.${way}`),
    (browser ?? system) && deviceName(say, consent),
    country && format.country(country),
  ].filter(Boolean);
  return (
    <>
      <span className="font-semibold wrap-anywhere">{formatAct(say, consent)}</span>
      {facts.length > 0 && <span className="text-13 wrap-anywhere text-ink-2">{facts.join(' · ')}</span>}
      <span className="text-13 text-ink-3">
        <LocalTime at={at} write={format.dateTime} />
      </span>
    </>
  );
}

function formatAct(say: Say, { subject, given }: Consent): string {
  const push = findPushKind(subject);
  if (push)
    return say(given ? 'consents.push-kind.on' : 'consents.push-kind.off', { kind: say(`notifications.kind.${push}`) });
  switch (subject) {
    case 'terms':
      return say(given ? 'consents.terms' : 'consents.terms.declined');
    case 'begin_at_once':
      return say(`consents.${subject}`);
    case 'sensitive':
      return say(given ? 'consents.sensitive.given' : 'consents.sensitive.ended');
    case 'push':
      return say(given ? 'consents.push.on' : 'consents.push.off');
    case 'visitor_photo':
      return say(given ? 'consents.visitor-photo.on' : 'consents.visitor-photo.off');
    default:
      return say(given ? 'consents.kind.on' : 'consents.kind.off', {
        kind: say(`notifications.kind.${subject as NotificationKind}`),
      });
  }
}
