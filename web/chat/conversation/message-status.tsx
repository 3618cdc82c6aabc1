import type { ReactElement, ReactNode } from 'react';

import { useFormat } from '../../platform/format.ts';
import { useSay } from '../../platform/sentences.tsx';
import { cx } from '../../ui/cx.ts';
import { Check, CheckCheck, Icon } from '../../ui/icon.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { LocalTime } from '../../platform/local-time.tsx';

/** The line under a group of messages: the time and, for own ones, whether the other member has read them. */
export function MessageStatus({ at, own, read }: { at: string; own: boolean; read: boolean }): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <StatusLine own={own}>
      <LocalTime at={at} write={format.time} className="tabular-nums" />
      {own && (
        <>
          <Icon of={read ? CheckCheck : Check} size="xs" className={read ? 'text-primary-ink' : undefined} />
          <VisuallyHidden>{say(read ? 'chat.read' : 'chat.sent')}</VisuallyHidden>
        </>
      )}
    </StatusLine>
  );
}

export function StatusLine({ own, children }: { own: boolean; children: ReactNode }): ReactElement {
  return (
    <p className={cx('flex items-center gap-1.25 px-1 pt-0.5 pb-1.5 text-12 text-ink-3', own && 'justify-end')}>
      {children}
    </p>
  );
}
