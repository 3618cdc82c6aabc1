import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from '../platform/queries.ts';
import { useSay } from '../platform/sentences.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { Download, Icon } from '../ui/icon.tsx';

export interface AcknowledgementProps {
  number: string;
  receivedAt: string;
  typed: Record<string, string>;
}

/**
 * A downloadable record of a declaration made without a login, and its time: a durable medium (directive 2011/83,
 * article 11a), even if the mailbox gets no further email that day. It is the same for everybody, so it reveals
 * nothing about a mailbox. The file is embedded in the page: saving it needs neither JavaScript nor the server.
 */
export function Acknowledgement({ number, receivedAt, typed }: AcknowledgementProps): ReactElement {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const { name = '', email = '', order_number = '', ordered_on = '', declaration = '' } = typed;
  const facts = [
    [say('withdrawal.guest.number'), number],
    // In UTC, so that it is the same in every time zone, and to the second, which may be decisive.
    [say('withdrawal.declared-at'), `${receivedAt.slice(0, 19).replace('T', ' ')} UTC`],
    [say('withdrawal.name'), name],
    [say('withdrawal.email'), email],
    [say('payments.result.number'), order_number],
    [say('withdrawal.date'), ordered_on],
    [say('withdrawal.declaration'), declaration],
  ].filter(([, value]) => value !== '');
  const text = [
    say('withdrawal.done'),
    `${settings?.name ?? ''} (${settings?.domain ?? ''})`,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
  ].join('\r\n');
  return (
    <div className="grid justify-items-start gap-4">
      <dl className="grid w-full gap-3 text-15">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-13 text-ink-3">{label}</dt>
            <dd className="font-semibold wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <a
        href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        download={`${number}.txt`}
        className={buttonClasses({ variant: 'second' })}
      >
        <Icon of={Download} size="sm" />
        {say('withdrawal.guest.save')}
      </a>
    </div>
  );
}
