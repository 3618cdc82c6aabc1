import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Link, useNavigate } from 'react-router';

import { type ProfileAttribute, type SpokenLanguage, profileAttributes } from '../../contract/members/attributes.ts';
import type { Interest } from '../../contract/members/interests.ts';
import type { Profile } from '../../contract/members/operations.ts';
import { toId } from '../../contract/platform/id.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { drafts } from '../chat/composer/drafts.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { loadMoreSentences, useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Tag } from '../ui/chip.tsx';
import { cx } from '../ui/cx.ts';
import { Icon, Lightbulb, Lock } from '../ui/icon.tsx';
import { latePart } from '../ui/lazy-part.ts';
import { useLoadAhead } from '../ui/load-ahead.ts';
import { useJoin } from '../members/use-join.ts';
import { chatPath } from '../members/write-link.tsx';
import { countLocked, openPhotos } from './photo-gallery.tsx';
import {
  type QuoteInMessage,
  AboutText,
  QuoteLink,
  hasQuote,
  quoteHint,
  useQuoteInMessage,
} from './quote-in-message.tsx';

export function MemberDetails({ profile, own }: { profile: Profile; own: boolean }): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const quoteInMessage = useQuoteInMessage(profile);
  return (
    <>
      <LockedNote count={countLocked(profile)} isVisitor={!user} />
      {profile.about !== '' && (
        <section className="grid gap-2">
          <h2 className="speak text-20">{say('members.about')}</h2>
          <AboutText profile={profile} quoteInMessage={quoteInMessage} />
        </section>
      )}
      <Languages profile={profile} own={own} />
      <Interests profile={profile} own={own} quoteInMessage={quoteInMessage} />
      {quoteInMessage && hasQuote(profile, openPhotos(profile).length) && (
        <p id={quoteHint} className="-mt-3 text-13 text-ink-3">
          {say('members.take-up-hint')}
        </p>
      )}
      {quoteInMessage && <MemberIcebreakers profile={profile} />}
      <Facts profile={profile} />
      {!user && <p className="text-13 text-ink-2">{say('members.visitor-note', { name: profile.name })}</p>}
    </>
  );
}

function LockedNote({ count, isVisitor }: { count: number; isVisitor: boolean }): ReactElement | null {
  const say = useSay();
  const join = useJoin();
  if (count === 0) return null;
  return (
    <Alert
      icon={Lock}
      action={
        <Link
          to={isVisitor ? join.to : pathTo('premium')}
          onClick={isVisitor ? join.ask : undefined}
          className="reach -mx-1 shrink-0 rounded-small px-1 py-2 font-bold text-current hover:underline"
        >
          {say(isVisitor ? 'members.join' : 'members.premium')}
        </Link>
      }
    >
      {say(isVisitor ? 'members.locked-note-visitor' : 'members.locked-note', { count })}
    </Alert>
  );
}

function Languages({ profile, own }: { profile: Profile; own: boolean }): ReactElement | null {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const mine = new Set<SpokenLanguage>(own ? [] : (user?.profile.languages ?? []));
  if (profile.languages.length === 0) return null;
  const sorted = profile.languages.toSorted((a, b) => Number(mine.has(b)) - Number(mine.has(a)));
  return (
    <section aria-labelledby="speaks" className="flex flex-wrap items-baseline gap-x-3 gap-y-2">
      <h2 id="speaks" className="text-13 text-ink-2">
        {say('members.speaks')}
      </h2>
      <ul className="flex flex-wrap gap-2">
        {sorted.map((language) => (
          <li key={language} className="flex max-w-full">
            <Tag shared={mine.has(language)} sharedLabel={say('members.shared')}>
              {say(`attributes.languages.${language}`)}
            </Tag>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Interests(props: {
  profile: Profile;
  own: boolean;
  quoteInMessage: QuoteInMessage | null;
}): ReactElement | null {
  const { profile, own, quoteInMessage } = props;
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  const mine = new Set<string>(own ? [] : (user?.profile.interests ?? []));
  if (profile.interests.length === 0) return null;
  const tag = (key: Interest): ReactElement => (
    <Tag shared={mine.has(key)} sharedLabel={say('members.shared')}>
      {say(`interests.${key}`)}
    </Tag>
  );
  const sorted = profile.interests.toSorted((a, b) => Number(mine.has(b)) - Number(mine.has(a)));
  return (
    <section>
      <h2 className="sr-only">{say('attributes.interests')}</h2>
      <ul className={cx('flex flex-wrap gap-x-2', quoteInMessage ? 'gap-y-3' : 'gap-y-2')}>
        {sorted.map((key) => (
          <li key={key} className="flex max-w-full">
            {quoteInMessage ? (
              <QuoteLink quoteInMessage={quoteInMessage} quote={{ kind: 'interest', value: key }}>
                {tag(key)}
              </QuoteLink>
            ) : (
              tag(key)
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

const firstFacts = ['relationship_status', 'body_type', 'eye_color'] as const satisfies readonly ProfileAttribute[];
const facts = [...new Set<ProfileAttribute | 'sexuality'>([...firstFacts, ...profileAttributes, 'sexuality'])];

function Facts({ profile }: { profile: Profile }): ReactElement | null {
  const say = useSay();
  const known = facts.filter((name) => profile[name] !== null);
  if (known.length === 0) return null;
  return (
    <dl className="grid gap-x-6 gap-y-3 border-t border-line pt-5 text-13 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
      {known.map((name) => (
        <div key={name} className="grid grid-cols-[8.25rem_minmax(0,1fr)] gap-3 lg:grid-cols-[7rem_minmax(0,1fr)]">
          <dt className="wrap-break-word text-ink-2 hyphens-auto">{say(`attributes.${name}`)}</dt>
          <dd className="font-semibold wrap-break-word hyphens-auto">
            {say(`attributes.${name}.${profile[name]}` as SentenceId)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const IcebreakerDialog = latePart(async () => {
  const [{ IcebreakerDialog: dialog }] = await Promise.all([
    import('../chat/icebreakers/icebreaker-dialog.tsx'),
    loadMoreSentences('chat'),
  ]);
  return { default: dialog };
});

function MemberIcebreakers({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const navigate = useNavigate();
  const { data: user } = useQuery(userQuery);
  const [open, setOpen] = useState(false);
  useLoadAhead(IcebreakerDialog);
  const member = toId<MemberId>(user?.id);
  const choose = (line: string): void => {
    drafts.bring(member, profile.id, line);
    void navigate(chatPath(profile));
  };
  return (
    <>
      <Button variant="quiet" size="sm" onClick={() => setOpen(true)} className="justify-self-start">
        <Icon of={Lightbulb} size="sm" />
        {say('members.lines')}
      </Button>
      {open && (
        <IcebreakerDialog
          to={{ profile, free_answer: false, message_credits: profile.message_credits }}
          cost={profile.message_credits}
          onChoose={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
