import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { ChatEntry } from '../../../contract/chat/operations.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/format.ts';
import { useIsOffline, useTyping } from '../../live/use-live.ts';
import { settingsQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { useIsOnline } from '../../shell/connection.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { CircleAlert, ClockIcon, Icon } from '../../ui/icon.tsx';
import { LocalTime } from '../../platform/local-time.tsx';
import { toCalendarDay } from '../conversation/message-rows.ts';
import { useUnsent } from '../outbox/outbox-view.ts';
import { formatPreview } from '../preview.ts';

/** A conversation in the list: member, time, the latest or an unsent message, and the unread count. */
export function ChatRow({ entry, open }: { entry: ChatEntry; open: boolean }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { conversation, profile, num_unread_messages: unread } = entry;
  // Offline, the online status is unknown.
  const isOnline = useIsOnline();
  const typing = useTyping(conversation.id);
  const isOffline = useIsOffline();
  const unsent = useUnsent(profile.id, isOffline);
  const image = profile.main_image;
  const isNew = unread > 0;
  const when = (at: string): string => (isToday(at) ? format.time(at) : format.relativeDay(at));
  const last = { kind: conversation.last_kind, own: conversation.last_own, text: conversation.last_text };
  // Unread messages matter more than an unsent one.
  const preview = formatPreview(say, unsent && !isNew ? { ...unsent, own: true } : last);
  const quiet = open ? 'text-on-primary-soft' : 'text-ink-3';
  return (
    <li>
      <Link
        to={pathTo('chats-id', { id: conversation.id })}
        aria-current={open ? 'page' : undefined}
        className={cx(
          'flex items-center gap-3.25 rounded-photo px-3 py-2.75 transition-colors outline-offset-[-3px]! focus-visible:[box-shadow:none]',
          open ? 'bg-primary-soft text-on-primary-soft' : 'hover:bg-sunken',
        )}
      >
        <Avatar
          name={profile.name}
          size="lg"
          {...(image && { src: (settings?.cdn_prefix ?? '') + image.thumb_filename })}
          {...(profile.online && isOnline && { online: say('common.online') })}
        />
        <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
          <span className="flex items-baseline gap-2">
            <b
              className={cx(
                'speak min-w-0 flex-1 truncate text-17 text-nowrap!',
                open ? 'text-on-primary-soft' : 'text-ink',
              )}
            >
              {profile.name}
            </b>
            <LocalTime
              at={conversation.last_at}
              write={when}
              className={cx('shrink-0 text-12 tabular-nums', isNew ? 'font-bold text-primary-ink' : quiet)}
            />
          </span>
          <span className="flex items-center gap-2">
            {unsent && <UnsentSign isFailed={unsent.state === 'failed'} className={open ? '' : 'text-danger'} />}
            <span
              className={cx(
                'min-w-0 flex-1 truncate text-13',
                typing ? 'font-semibold text-success' : isNew ? 'font-semibold text-ink' : quiet,
              )}
            >
              {typing ? say('chat.typing') : preview}
            </span>
            {isNew && <Badge count={unread} label={say('chat.unread', { count: unread })} />}
          </span>
          {profile.fictional && (
            <span className="mt-0.5 flex">
              <FictionalLabel ground="sunken" />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Marks an unsent message. Sighted users tell failed from pending by the icon. */
function UnsentSign({ isFailed, className }: { isFailed: boolean; className: string }): ReactElement {
  const say = useSay();
  return (
    <span className={cx('flex shrink-0 items-center gap-1 text-13 font-semibold', className)}>
      <Icon of={isFailed ? CircleAlert : ClockIcon} size="xs" />
      <span className={isFailed ? undefined : 'sr-only'}>{say('chat.failed')}.</span>
    </span>
  );
}

function isToday(at: string): boolean {
  return toCalendarDay(at) === toCalendarDay(new Date().toISOString());
}
