import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import type { Profile } from '../../../contract/members/operations.ts';
import { firstMessagePrice } from '../../accounts/sign-up/signup-texts.tsx';
import { buildCaption, usePlaceWords } from '../../members/build-caption.ts';
import { definePage } from '../../platform/pages/page.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { PhotoCaption } from '../../ui/photo.tsx';
import { MemberJoin, MemberLander, MemberNote, MemberPhoto, memberOptions, useMemberPlace } from './member-lander.tsx';

const page = definePage('members-id-landing2', memberOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const openers = ['place', 'day', 'coffee'] as const;

export default function QuestionPage(): ReactElement {
  return <MemberLander design={Question} />;
}

function Question({ profile }: { profile: Profile }): ReactElement {
  const say = useSay();
  const place = useMemberPlace(profile);
  const words = usePlaceWords();
  const { name, age } = profile;
  return (
    <section className="night grid flex-1 bg-page text-ink lg:grid-cols-2">
      <MemberPhoto
        profile={profile}
        sizes="(min-width: 62rem) 50vw, 100vw"
        shape="aspect-4/5 max-h-[58svh] w-full lg:aspect-auto lg:max-h-none lg:min-h-160"
        caption={<PhotoCaption size="lg" {...buildCaption(words, { name, age })} place={place} />}
      />
      <div className="mx-auto grid w-full max-w-[32rem] content-center gap-5 px-4 py-8 md:px-8 lg:py-12">
        <h1 className="speak text-34 md:text-52">{say('landers.member.ask')}</h1>
        <MemberNote profile={profile} />
        <MemberJoin profile={profile} card>
          <Openers profile={profile} />
        </MemberJoin>
      </div>
    </section>
  );
}

function Openers({ profile }: { profile: Profile }): ReactElement | null {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const price = firstMessagePrice(profile, settings.signup_credits);
  if (!price || settings.account_discretion) return null;
  return (
    <fieldset className="grid min-w-0 gap-2.5">
      <legend className="mb-2.5 text-13 font-semibold text-ink-2">
        {say('accounts.first-message', { name: profile.name })}
      </legend>
      {openers.map((opener) => (
        <label
          key={opener}
          className="relative cursor-pointer rounded-card bg-bubble-other px-4 py-3 text-15 text-on-bubble-other inset-ring inset-ring-line transition-colors has-checked:bg-bubble-own has-checked:text-on-bubble-own has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name="signup_message"
            value={say(`landers.member.opener.${opener}`)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {say(`landers.member.opener.${opener}`)}
        </label>
      ))}
      <p className="text-13 text-ink-3">
        {say(`accounts.first-message-${price.kind}`, { count: price.credits, start: settings.signup_credits })}
      </p>
    </fieldset>
  );
}
