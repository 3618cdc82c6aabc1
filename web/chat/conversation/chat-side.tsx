import { useQuery } from '@tanstack/react-query';
import type { MouseEvent, ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import type { Quote } from '../../../contract/chat/quote.ts';
import { buildCaption } from '../../members/build-caption.ts';
import { profileQuery } from '../../members/members-queries.ts';
import { Facts, ProfileText } from '../../members/profile/member-details.tsx';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { settingsQuery } from '../../platform/queries.ts';
import { pathTo } from '../../platform/route-table.ts';
import { useSay } from '../../platform/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Gift, Icon } from '../../ui/icon.tsx';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';
import { Photo, PhotoCaption } from '../../ui/photo.tsx';
import { mayWriteIn } from '../chat-queries.ts';

/** The other member beside the conversation: what was pressed is quoted in the text box. For wide windows. */
export function ChatSide({ chat, onQuote }: { chat: Chat; onQuote: (quote: Quote) => void }): ReactElement | null {
  const say = useSay();
  const { id } = chat.profile;
  const { data: profile } = useQuery(profileQuery(id));
  const { data: settings } = useQuery(settingsQuery);
  if (!profile) return null;
  const cdn = settings?.cdn_prefix ?? '';
  const { main_image: image, fictional } = profile;
  const mayWrite = mayWriteIn(chat);
  const takeUp = (quote: Quote) => ({
    to: '.',
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      onQuote(quote);
      document.querySelector<HTMLElement>('form textarea')?.focus();
    },
  });
  return (
    <>
      <Photo
        to={pathTo('members-id', { id })}
        caption={<PhotoCaption {...buildCaption(say, profile)} />}
        placeholder={<PhotoPlaceholder name={profile.name} />}
        mark={fictional ? <FictionalLabel /> : undefined}
        {...(image && { src: cdn + image.match })}
      />
      {mayWrite && (
        <LinkButton to="?gift=1" variant="second" size="sm">
          <Icon of={Gift} size="sm" />
          {say('chat.add-gift')}
        </LinkButton>
      )}
      <ProfileText profile={profile} takeUp={mayWrite ? takeUp : null} />
      <Facts profile={profile} className="grid-cols-1" />
    </>
  );
}
