import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';

import {
  type Interest,
  interestCategories,
  interests as facts,
  isInterest,
} from '../../../contract/members/interests.ts';
import { applyToCaches } from '../../cache/apply-to-caches.ts';
import { contactIn } from '../../members/contact-in.ts';
import { PhotoGrid } from '../../photos/photo-uploader.tsx';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { definePage, safeNext } from '../../platform/pages/page.ts';
import { interestsQuery, settingsQuery, userQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { StartCredits } from './start-credits.tsx';
import { Alert, toneGround } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ToggleChip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { GroupLabel } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.ts';
import { AboutField } from './signup-texts.tsx';
import { AccessFrame } from '../access-frame.tsx';
import { dropDraft } from './signup-fields.ts';
import { afterSignup } from '../../shell/signup-flow.ts';

const page = definePage('complete-signup', {
  parts: ['accounts', 'photos', 'interests', 'members'],
  load: async ({ ensure }) => {
    await ensure(interestsQuery);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export default function CompleteSignupPage(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  // A visitor who came for a member or a page continues there; others see suggested members first.
  const next = safeNext(query.get('next'), '');
  const onward = next === '' ? pathTo('signup-matches') : afterSignup(next);
  const saving = useMutation({
    mutationFn: (form: FormData) => {
      const interests = form.getAll('interests').map(String).filter(isInterest);
      const about = String(form.get('about') ?? '').trim();
      const agrees = form.get('consent_sensitive') !== null;
      return call('updateProfile', { about, ...(agrees && { consent_sensitive: true, interests }) });
    },
    onSuccess: ({ profile }) => {
      dropDraft();
      applyToCaches(queries, { type: 'own-profile', profile });
      // A text from an earlier step has already had its warning on this page.
      const contact = profile.about === user?.profile.about ? null : contactIn(profile.about);
      if (contact) showToast({ seconds: 15, children: say('members.about-contact', { kind: contact }) });
      void navigate(onward);
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    saving.mutate(new FormData(event.currentTarget));
  };
  return (
    <AccessFrame
      wide
      title={say('accounts.welcome', { name: user?.name ?? '' })}
      lead={
        <>
          <StartCredits />
          {say('accounts.welcome-lead')}
        </>
      }
    >
      <form method="post" onSubmit={submit} className="grid gap-8">
        <section className="grid gap-3" aria-labelledby="photos">
          <h2 id="photos" className="speak text-20">
            {say('accounts.your-photos')}{' '}
            <span className="font-work text-13 text-ink-3">({say('common.optional')})</span>
          </h2>
          <PhotoGrid />
        </section>
        <About />
        <Interests consents={user?.profile.consent_sensitive ?? false} />
        {saving.error && <Alert tone="danger">{errorText(say, saving.error)}</Alert>}
        <div className="flex flex-wrap-reverse items-center gap-2.5">
          <Link
            to={onward}
            onClick={dropDraft}
            className="inline-flex min-h-12 flex-1 items-center justify-center rounded-pill px-4 font-bold text-primary-ink hover:bg-primary-soft"
          >
            {say('accounts.skip')}
          </Link>
          <Button type="submit" busy={saving.isPending} className="flex-2">
            {say('accounts.save-and-go')}
          </Button>
        </div>
      </form>
    </AccessFrame>
  );
}

function About(): ReactElement {
  const say = useSay();
  const { data: user } = useQuery(userQuery);
  // The text at page load: a text saved here gets its hint on the next page.
  const [about] = useState(user?.profile.about ?? '');
  const contact = contactIn(about);
  return (
    <div className="grid gap-3">
      <AboutField defaultValue={about} />
      {contact && (
        <p className={cx('rounded-photo px-4 py-3 text-13', toneGround.info)}>
          {say('members.about-contact', { kind: contact })}
        </p>
      )}
    </div>
  );
}

/** The field of interests, which also asks for a missing consent: they may be stored only with it. */
function Interests({ consents }: { consents: boolean }): ReactElement | null {
  const say = useSay();
  const [agrees, setAgrees] = useState(consents);
  const { data: interests = [] } = useQuery(interestsQuery);
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  const site = settings?.name ?? say('common.brand');
  const keys = interests.map(({ key }) => key).filter(isInterest);
  if (!settings?.visible_profile_fields.includes('interests')) return null;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="speak mb-3 text-20">
        {say('accounts.interests')} <span className="font-work text-13 text-ink-3">({say('common.optional')})</span>
      </legend>
      {consents ? (
        <input type="hidden" name="consent_sensitive" value="on" />
      ) : (
        <Checkbox
          name="consent_sensitive"
          checked={agrees}
          onChange={({ target }) => setAgrees(target.checked)}
          help={say('accounts.consent-sensitive-help')}
        >
          {say('accounts.consent-sensitive', { site })}
        </Checkbox>
      )}
      <InterestChips keys={keys} chosen={user?.profile.interests ?? []} disabled={!agrees} />
    </fieldset>
  );
}

/** In how many portions the interests are shown: all of them fill three screens of a phone. */
const portions = 3;

function InterestChips(props: {
  keys: readonly Interest[];
  chosen: readonly string[];
  disabled: boolean;
}): ReactElement {
  const say = useSay();
  const { keys, chosen, disabled } = props;
  const place = useRef<HTMLDivElement>(null);
  const groups = interestCategories
    .map((category) => ({ category, here: keys.filter((key) => facts[key].category === category) }))
    .filter(({ here }) => here.length > 0);
  const portion = Math.ceil(groups.length / portions);
  // An interest from a lander is never hidden.
  const last = groups.findLastIndex(({ here }) => here.some((key) => chosen.includes(key)));
  const [shown, setShown] = useState(Math.max(1, Math.ceil((last + 1) / portion)) * portion);
  const more = (): void => {
    setShown(shown + portion);
    // The button moves away under the pointer, and in the end it is gone.
    requestAnimationFrame(() => place.current?.querySelectorAll<HTMLElement>(':scope > fieldset')[shown]?.focus());
  };
  return (
    <div ref={place} className="grid gap-3">
      {groups.map(({ category, here }, at) => (
        <fieldset
          key={category}
          tabIndex={-1}
          className={cx('min-w-0 outline-none', at >= shown && 'hidden unscripted:block')}
        >
          <GroupLabel>{say(`members.category-${category}`)}</GroupLabel>
          <div className="flex flex-wrap gap-2">
            {here.map((key) => (
              <ToggleChip
                key={key}
                name="interests"
                value={key}
                disabled={disabled}
                defaultChecked={chosen.includes(key)}
              >
                {say(`interests.${key}`)}
              </ToggleChip>
            ))}
          </div>
        </fieldset>
      ))}
      {shown < groups.length && (
        <Button variant="plain" size="sm" className="justify-self-start unscripted:hidden" onClick={more}>
          {say('accounts.interests-more')}
        </Button>
      )}
    </div>
  );
}
