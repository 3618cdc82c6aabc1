import { type FormEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useActionData, useLocation } from 'react-router';

import { errorText } from '../../platform/errors.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FieldError } from '../../ui/field.tsx';
import { ChevronDown, Icon } from '../../ui/icon.tsx';
import type { RefusedProfile } from './post-profile.ts';
import type { Autosave } from './use-autosave.ts';

export interface ProfileSectionProps {
  id: string;
  title: string;
  /** Shown below the title while the section is open. */
  intro?: ReactNode;
  /** Folds the section behind its title and this summary of its values. */
  folded?: ReactNode;
  children: ReactNode;
}

/** The card around folded sections. */
export function FoldedSections({ children }: { children: ReactNode }): ReactElement {
  return <Card className="divide-y divide-line self-start p-0! md:p-0!">{children}</Card>;
}

/** A section of the own profile: a card, or a foldable line in a list. A link to its id unfolds it. */
export function ProfileSection({ id, title, intro, folded, children }: ProfileSectionProps): ReactElement {
  const details = useRef<HTMLDetailsElement>(null);
  const { hash } = useLocation();
  const refused = useActionData<RefusedProfile>();
  useEffect(() => {
    if (details.current && hash === `#${id}`) details.current.open = true;
  }, [hash, id]);
  const heading = (
    <h2 id={`${id}-title`} className="speak text-20">
      {title}
    </h2>
  );
  const lead = intro !== undefined && <p className="mt-1 max-w-[62ch] text-13 text-ink-2">{intro}</p>;
  if (folded === undefined)
    return (
      <Card as="section" id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
        {heading}
        {lead}
        <div className="mt-4 grid gap-5">{children}</div>
      </Card>
    );
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <details ref={details} open={refused?.section === id || undefined} className="group">
        {/* A summary may contain a heading only as its direct child. */}
        <summary className="grid list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-card px-5 py-4 md:px-6 [&::-webkit-details-marker]:hidden">
          {heading}
          <Icon of={ChevronDown} className="row-span-2 text-ink-3 transition-[rotate] group-open:rotate-180" />
          <span className="mt-0.5 truncate text-13 text-ink-2 group-open:hidden">{folded}</span>
        </summary>
        <div className="px-5 pb-5 md:px-6 md:pb-6">
          {lead}
          <div className="mt-4 grid gap-5">{children}</div>
        </div>
      </details>
    </section>
  );
}

export interface ProfileFormProps {
  id: string;
  saving: Autosave;
  children: ReactNode;
}

/** The fields of a section. They save themselves; without JavaScript the form posts them. */
export function ProfileForm({ id, saving, children }: ProfileFormProps): ReactElement {
  const say = useSay();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saving.flush();
  };
  const general = Object.keys(saving.fields).length > 0 ? null : saving.error;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the blur comes from a field inside
    <form method="post" onSubmit={submit} onBlur={saving.flush} className="grid gap-5">
      {children}
      {general !== null && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div role="alert">
            <FieldError>{general}</FieldError>
          </div>
          <Button size="sm" variant="quiet" onClick={saving.retry}>
            {say('common.retry')}
          </Button>
          <span className="text-13 text-ink-3">{say('members.unsaved')}</span>
        </div>
      )}
      <PlainSubmit id={id} />
    </form>
  );
}

/** For pages without JavaScript: the posted section, why it was refused, and the button. */
export function PlainSubmit({ id }: { id: string }): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedProfile>();
  return (
    <>
      <input type="hidden" name="section" value={id} />
      {refused?.section === id && (
        <div role="alert">
          <FieldError>{errorText(say, refused.failure)}</FieldError>
        </div>
      )}
      <noscript>
        <Button type="submit" className="justify-self-start">
          {say('common.save')}
        </Button>
      </noscript>
    </>
  );
}
