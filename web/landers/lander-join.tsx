import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { settingsQuery } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { Rich, useSay } from '../platform/sentences.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { cx } from '../ui/cx.ts';
import { TextInput } from '../ui/input.tsx';

/** The join form on a card, with a note that everything is drawn. */
export function JoinCard({ children, className }: { children?: ReactNode; className?: string }): ReactElement {
  const say = useSay();
  return (
    <div className={cx('grid content-start gap-4', className)}>
      <div className="rounded-card bg-surface p-4 text-ink shadow-e2 md:p-5">
        <LanderJoin>{children}</LanderJoin>
      </div>
      <p className="text-12 text-ink-2">{say('landers.drawn')}</p>
    </div>
  );
}

/**
 * The form at the end of every lander: posts to the sign-up, which starts with these values and keeps them
 * (specification, section 3: sign-up form draft). `children` are further fields; fields elsewhere on the page use
 * `form="join"`. A field `about` becomes the first text of the new member's profile.
 */
export function LanderJoin({
  children,
  action = pathTo('signup'),
}: {
  children?: ReactNode;
  action?: string;
}): ReactElement {
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
      <Button type="submit" wide>
        {say('landing.join')}
      </Button>
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
