import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { settingsQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Field, TextInput } from '../ui/field.tsx';
import { HeadDescription, HeadTitle } from '../shell/title.tsx';
import type { LanderName } from './lander-names.ts';

interface JoinCardProps {
  children?: ReactNode;
  className?: string;
  /** The color of the page around the card, as in `from-sunken`. */
  ground?: string;
}

export function JoinCard({ children, className, ground }: JoinCardProps): ReactElement {
  const say = useSay();
  return (
    <div className={cx('grid content-start', className)}>
      <JoinPlace ground={ground} className={joinCard}>
        <LanderJoin>{children}</LanderJoin>
        {/* On the card's ground: some scenes are too bright behind small text. */}
        <p className="mt-2 text-12 text-ink-3">{say('landers.drawn')}</p>
      </JoinPlace>
    </div>
  );
}

export const joinCard = 'rounded-card bg-surface p-4 text-ink shadow-e2 md:p-5';

interface JoinPlaceProps {
  /** The color behind the button, as in `from-sunken`. */
  ground?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The place of the form. A fade, as wide as a phone, covers the text behind the floating button, but not the form. */
export function JoinPlace({ ground = 'from-page', className, children }: JoinPlaceProps): ReactElement {
  return (
    <div className="relative">
      <div className="pointer-events-none absolute -inset-x-4 bottom-0 z-6 flex h-[200rem] flex-col justify-end md:-inset-x-8 lg:hidden">
        <div className={cx('sticky bottom-0 h-24 shrink-0 bg-linear-to-t from-55% to-transparent', ground)} />
      </div>
      <div className={cx('relative z-7', className)}>{children}</div>
    </div>
  );
}

/**
 * The form at the end of every lander; the sign-up keeps its values (specification, section 3: sign-up form draft).
 * Fields elsewhere on the page use `form="join"`. `about` becomes the first text of the profile. The button floats at
 * the bottom of the window until its place in the form is reached: the block around it begins far above the page, since
 * a sticky element cannot leave its block. No field is required, so it may be pressed from there.
 */
export function LanderJoin(props: { children?: ReactNode; action?: string }): ReactElement {
  const { children, action = pathTo('signup') } = props;
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const carried = useCarriedSource();
  return (
    <form action={withSource(action, carried)} method="post" id="join" className="grid gap-3.5">
      <input type="hidden" name="begin" value="1" />
      {children}
      <Field label={say('landing.email')}>
        <TextInput type="email" name="email" autoComplete="email" placeholder={say('landing.email-example')} />
      </Field>
      <div className="pointer-events-none -mt-[200rem]">
        <div className="h-[200rem]" />
        <Button
          type="submit"
          wide
          className="lander-button pointer-events-auto sticky bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-10 shadow-e2"
        >
          {say('landing.join')}
        </Button>
      </div>
      <p className="text-12 text-ink-3">
        <Rich
          id="landing.terms"
          values={{ age: settings.min_age }}
          components={{
            terms: <Link to={pathTo('terms')} className="underline hover:text-ink" />,
            privacy: <Link to={pathTo('privacy')} className="underline hover:text-ink" />,
          }}
        />
      </p>
    </form>
  );
}

export function LanderHead({ name }: { name: LanderName | 'tinderswipe' }): ReactElement {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  return (
    <>
      <HeadTitle>{`${say(`landers.${name}.title`)} · ${settings.name}`}</HeadTitle>
      <HeadDescription>{say(`landers.${name}.description`)}</HeadDescription>
    </>
  );
}
