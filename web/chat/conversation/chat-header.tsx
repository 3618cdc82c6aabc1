import { type ReactElement, useState } from 'react';
import { Link } from 'react-router';

import type { Chat } from '../../../contract/chat/operations.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { MemberAvatar } from '../../platform/member-avatar.tsx';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useIsOnline } from '../../platform/calls/connection.ts';
import { Balance } from '../../ui/balance.tsx';
import { cx } from '../../ui/cx.ts';
import { ChevronLeft, EllipsisVertical, Icon } from '../../ui/icon.tsx';
import { latePart } from '../../ui/lazy-part.ts';
import { Menu } from '../../ui/menu.tsx';
import { RoundButton, RoundLink } from '../../ui/round-button.tsx';
import type { ChatQuestionProps } from './chat-question.tsx';

export function ChatHeader({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { profile } = chat;
  // Offline, the online status is unknown.
  const isOnline = useIsOnline();
  const credits = Math.max(chat.credits, 0);
  // Only the name, with its comma, is cut if it is too long.
  const name = profile.former ? profile.name : say('chat.name-age', { name: profile.name, age: '' }).trimEnd();
  return (
    <header className="flex min-h-16 items-center gap-1 border-b border-line bg-surface pr-1.5 pl-1.5 md:gap-2 md:pr-6 md:pl-4">
      <RoundLink
        label={say('chat.back-to-list')}
        to={pathTo('chats')}
        variant="bare"
        size="sm"
        className="size-11! md:hidden"
      >
        <Icon of={ChevronLeft} />
      </RoundLink>
      <Link
        to={pathTo('members-id', { id: profile.id })}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-photo px-1.5 py-1.5 transition-colors hover:bg-primary-soft sm:gap-3"
      >
        <MemberAvatar
          member={profile}
          className="max-[399px]:size-10!"
          {...(profile.online && isOnline && { online: say('common.online') })}
        />
        <div className="min-w-0 flex-1">
          <h1 className="speak flex items-baseline text-20 text-nowrap!">
            <span className="sr-only">{say('chat.title-with', { name: profile.name })}, </span>
            <span aria-hidden="true" className="truncate">
              {name}
            </span>
            {profile.age !== null && (
              <>
                <span aria-hidden="true" className="shrink-0 whitespace-pre">
                  {` ${profile.age}`}
                </span>
                <span className="sr-only">{profile.age}</span>
              </>
            )}
          </h1>
          {!profile.former && (isOnline || profile.fictional) && <Presence profile={profile} />}
        </div>
      </Link>
      <Balance
        to={pathTo('credits')}
        label={say('chat.balance', { count: credits })}
        empty={credits === 0 && chat.message_credits > 0}
        // Writing to a fictional profile is free: on phones its label gets the space.
        className={cx('min-h-11 md:min-h-9', profile.fictional && 'max-md:hidden')}
      >
        {format.number(credits)}
      </Balance>
      <ChatMenu chat={chat} />
    </header>
  );
}

function Presence({ profile: { online, fictional } }: Pick<Chat, 'profile'>): ReactElement {
  const say = useSay();
  if (fictional) return <FictionalLabel ground="sunken" />;
  return (
    <span className={cx('block truncate text-12', online ? 'font-semibold text-success' : 'text-ink-3')}>
      {say(online ? 'common.online' : 'chat.not-online')}
    </span>
  );
}

const ChatMenuItems = latePart(async () => ({ default: (await import('./chat-menu-items.tsx')).ChatMenuItems }));
const ChatQuestion = latePart(async () => (await import('./chat-question.tsx')).loadChatQuestion());

const menuParts = [ChatMenuItems];
const dialogs = [ChatQuestion];

function ChatMenu({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const [asking, setAsking] = useState<ChatQuestionProps['about'] | null>(null);
  return (
    <>
      <Menu
        parts={menuParts}
        dialogs={dialogs}
        trigger={
          <RoundButton label={say('chat.menu')} variant="bare" size="sm" className="size-11!">
            <Icon of={EllipsisVertical} />
          </RoundButton>
        }
      >
        <ChatMenuItems chat={chat} ask={setAsking} />
      </Menu>
      {asking && <ChatQuestion chat={chat} about={asking} onClose={() => setAsking(null)} />}
    </>
  );
}
