import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Chat } from '../../../contract/chat/operations.ts';
import { type Quote, splitSentences } from '../../../contract/chat/quote.ts';
import { profileAttributes } from '../../../contract/members/attributes.ts';
import type { Profile } from '../../../contract/members/operations.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { buildCaption, usePlaceWords } from '../../members/build-caption.ts';
import { type ShownMember, profileQuery } from '../../members/members-queries.ts';
import { FictionalLabel } from '../../platform/fictional-label.tsx';
import { settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { loadMoreSentences, useSay } from '../../platform/sentences/sentences.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Tag } from '../../ui/chip.tsx';
import { Gift, Icon } from '../../ui/icon.tsx';
import { hasLink } from '../../ui/linked-text.tsx';
import { PhotoPlaceholder } from '../../ui/photo-placeholder.tsx';
import { Photo, PhotoCaption } from '../../ui/photo.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { mayWriteIn } from '../chat-queries.ts';

export async function loadChatSide(): Promise<{ default: typeof ChatSide }> {
  await loadMoreSentences('attributes', 'members');
  return { default: ChatSide };
}

interface ChatSideProps {
  chat: Chat;
  onQuote: (quote: Quote) => void;
}

/** The other member beside the conversation: a sentence or interest that is pressed is quoted in the text box. */
function ChatSide({ chat, onQuote }: ChatSideProps): ReactElement {
  const say = useSay();
  const words = usePlaceWords();
  const { id } = chat.profile;
  const { data: profile, isFetching } = useQuery(profileQuery(id));
  const { data: settings } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  // The column opens with what the conversation knows, like a profile whose card was tapped.
  const member: ShownMember = profile ?? chat.profile;
  const { name, main_image: image, fictional, about = '', about_language: lang, interests = [] } = member;
  const mayWrite = mayWriteIn(chat);
  const mine = new Set<string>(user?.profile.interests);
  const use = (part: Quote): void => {
    onQuote(part);
    document.querySelector<HTMLElement>('form textarea')?.focus();
  };
  const quote = (part: Quote) => ({ disabled: !mayWrite, onClick: () => use(part) });
  return (
    <aside
      aria-label={say('chat.menu-profile')}
      className="absolute inset-y-0 right-0 grid w-80 auto-rows-max gap-5 overflow-y-auto border-l border-line bg-surface p-5"
    >
      <Photo
        to={pathTo('members-id', { id })}
        caption={<PhotoCaption {...buildCaption(words, member)} />}
        placeholder={<PhotoPlaceholder name={name} />}
        mark={fictional ? <FictionalLabel /> : undefined}
        {...(image && { src: (settings?.cdn_prefix ?? '') + image.match })}
      />
      {mayWrite && (
        <LinkButton to="?gift=1" variant="second" size="sm">
          <Icon of={Gift} size="sm" />
          {say('chat.add-gift')}
        </LinkButton>
      )}
      <div lang={lang} className="grid justify-items-start gap-2.5 text-ink-2">
        {splitSentences(about).map(({ text, at }) => (
          <button
            key={at}
            type="button"
            dir="auto"
            {...quote({ kind: 'about', value: text })}
            disabled={!mayWrite || hasLink(text)}
            className="own-ink rounded-small text-left wrap-anywhere enabled:hover:text-ink enabled:hover:underline"
          >
            {text}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {interests.map((key) => (
          <button
            key={key}
            type="button"
            {...quote({ kind: 'interest', value: key })}
            className="reach flex max-w-full rounded-pill enabled:hover:inset-ring-2 enabled:hover:inset-ring-primary"
          >
            <Tag shared={mine.has(key)} sharedLabel={say('members.shared')}>
              {say(`interests.${key}`)}
            </Tag>
          </button>
        ))}
      </div>
      {mayWrite && (about !== '' || interests.length > 0) && (
        <p className="text-13 text-ink-3">{say('members.take-up-hint')}</p>
      )}
      {profile ? <SideFacts profile={profile} /> : isFetching && <Skeleton shape="block" />}
    </aside>
  );
}

function SideFacts({ profile }: { profile: Profile }): ReactElement | null {
  const say = useSay();
  const facts = profileAttributes.filter((name) => profile[name] !== null);
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-3 border-t border-line pt-5 text-13 hyphens-auto">
      {facts.map((name) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{say(`attributes.${name}`)}</dt>
          <dd className="font-semibold">{say(`attributes.${name}.${profile[name]}` as SentenceId)}</dd>
        </div>
      ))}
    </dl>
  );
}
