import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import type { Chat } from '../../../contract/chat.ts';
import { FictionalLabel, useFictionalWord } from '../../fictional-label.tsx';
import { useFormat } from '../../format.ts';
import { useTyping } from '../../live/use-live.ts';
import { settingsQuery } from '../../queries.ts';
import { pathTo } from '../../route-table.ts';
import { useSay } from '../../sentences.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Balance } from '../../ui/balance.tsx';
import { cx } from '../../ui/cx.ts';
import { ChevronLeft, Icon } from '../../ui/icon.tsx';
import { RoundLink } from '../../ui/round-button.tsx';
import { ChatMenu } from './chat-menu.tsx';

/** The top bar of a conversation: who it is with, what they do right now, and the balance. */
export function ChatHeader({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: settings } = useQuery(settingsQuery);
  const { profile } = chat;
  const image = profile.main_image;
  const credits = Math.max(chat.credits, 0);
  return (
    <header className="flex min-h-16 items-center gap-1 border-b border-line bg-surface pr-1.5 pl-1.5 md:gap-2 md:px-4">
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
        className="flex min-w-0 flex-1 items-center gap-3 rounded-photo px-1.5 py-1.5 hover:bg-primary-soft"
      >
        <Avatar
          name={profile.name}
          className="max-[359px]:size-9!"
          {...(image && { src: (settings?.cdn_prefix ?? '') + image.thumb_filename })}
          {...(profile.online && { online: say('common.online') })}
        />
        <span className="min-w-0 flex-1">
          <h1 className="speak truncate text-20 text-nowrap!">
            <span className="sr-only">{say('chat.title-with', { name: profile.name })}, </span>
            <span aria-hidden="true">{say('chat.name-age', { name: profile.name, age: profile.age })}</span>
            <span className="sr-only">{profile.age}</span>
          </h1>
          <Doing chat={chat} />
        </span>
      </Link>
      <Balance
        to={pathTo('credits')}
        label={say('chat.balance', { count: credits })}
        empty={credits === 0 && chat.message_credits > 0}
        className="min-h-11 md:min-h-9"
      >
        {format.number(credits)}
      </Balance>
      <ChatMenu chat={chat} />
    </header>
  );
}

/** That the member is typing or online. For a fictional profile, its label takes precedence over everything else. */
function Doing({ chat }: { chat: Chat }): ReactElement {
  const say = useSay();
  const typing = useTyping(chat.conversation?.id ?? null);
  const { online, fictional } = chat.profile;
  const word = useFictionalWord();
  const words = typing ? say('chat.typing') : say(online ? 'common.online' : 'chat.not-online');
  if (fictional && !typing) return <FictionalLabel ground="sunken" />;
  return (
    <span className={cx('block truncate text-12', typing || online ? 'font-semibold text-success' : 'text-ink-3')}>
      {words}
      {fictional && <span className="font-bold text-ink"> · {word}</span>}
    </span>
  );
}
