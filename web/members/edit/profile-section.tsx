import { type FormEvent, type ReactElement, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useActionData, useLocation } from 'react-router';

import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChevronDown, Icon } from '../../ui/icon.tsx';
import type { RefusedProfile } from './post-profile.ts';
import { SaveError } from './setting-switch.tsx';
import { type ProfileChanges, useSaveProfile } from './use-save-profile.ts';

export interface ProfileSectionProps {
  id: string;
  title: string;
  intro?: ReactNode;
  /** Folds the section behind its title and this summary of its values. */
  folded?: ReactNode;
  children: ReactNode;
}

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
      <Card as="section" id={id} aria-labelledby={`${id}-title`} className="">
        {heading}
        {lead}
        <div className="mt-4 grid gap-5">{children}</div>
      </Card>
    );
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="">
      <details ref={details} open={refused?.section === id || undefined} className="group">
        {/* A summary may contain a heading only as its direct child. */}
        <summary className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-card px-5 py-4 md:px-6">
          {heading}
          <Icon of={ChevronDown} className="row-span-2 text-ink-3 transition-[rotate] group-open:rotate-180" />
          <span className="mt-0.5 text-13 text-ink-2 group-open:hidden">{folded}</span>
        </summary>
        <div className="px-5 pb-5 md:px-6 md:pb-6">
          {lead}
          <div className="mt-4 grid gap-5">{children}</div>
        </div>
      </details>
    </section>
  );
}

export function ProfileForm(props: { id: string; saving: Autosave; children: ReactNode }): ReactElement {
  const { id, saving, children } = props;
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
          <SaveError text={general} />
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

/** The posted section, why it was refused, and the button, for pages without JavaScript. */
export function PlainSubmit({ id }: { id: string }): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedProfile>();
  return (
    <>
      <input type="hidden" name="section" value={id} />
      {refused?.section === id && <SaveError text={errorText(say, refused.failure)} />}
      <noscript>
        <Button type="submit" className="justify-self-start">
          {say('common.save')}
        </Button>
      </noscript>
    </>
  );
}

export type { ProfileChanges };
export type ProfileField = keyof ProfileChanges;

export type Autosave = ReturnType<typeof useAutosave>;

/** The pauses after which changes are saved. Choices need less, because each is complete in itself. */
export const pauseMs = { words: 1_200, choice: 350 } as const;

/** Saves `valid` changes after a pause, when a field or the page is left, and once the connection is back. */
export function useAutosave(valid: (draft: ProfileChanges) => boolean = () => true) {
  const { save, error, fields } = useSaveProfile();
  /** The unsaved values as shown; they stay if saving fails. */
  const [draft, setDraft] = useState<ProfileChanges>({});
  const [last, setLast] = useState<ProfileField | null>(null);
  const [saved, setSaved] = useState(false);
  const waiting = useRef<ProfileChanges>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const busy = useRef(false);
  const refused = useRef<ProfileChanges | null>(null);

  /** Saves pending changes at once, unless these very changes were refused; called when a field loses the focus. */
  const flush = (): void => {
    clearTimeout(timer.current);
    const sent = waiting.current;
    if (busy.current || sent === refused.current || Object.keys(sent).length === 0 || !valid(sent)) return;
    busy.current = true;
    void save(sent).then((done) => {
      busy.current = false;
      refused.current = done ? null : sent;
      if (!done) return latest.current();
      // Changes made during the request are saved next.
      waiting.current = without(waiting.current, sent);
      setDraft(waiting.current);
      setSaved(Object.keys(waiting.current).length === 0);
      latest.current();
    });
  };
  const retry = (): void => {
    refused.current = null;
    flush();
  };
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  useEffect(() => {
    const life = new AbortController();
    const flushLatest = (): void => latest.current();
    const saveAgain = (): void => {
      refused.current = null;
      flushLatest();
    };
    document.addEventListener('visibilitychange', flushLatest, life);
    window.addEventListener('online', saveAgain, life);
    return () => {
      life.abort();
      flushLatest();
    };
  }, []);

  /** Stores changes and saves them after `after` ms without further changes; `null` waits for `flush`. */
  const change = useCallback((changes: ProfileChanges, after: number | null): void => {
    waiting.current = { ...waiting.current, ...changes };
    setDraft(waiting.current);
    setLast(Object.keys(changes)[0] as ProfileField);
    setSaved(false);
    clearTimeout(timer.current);
    if (after !== null) timer.current = setTimeout(() => latest.current(), after);
  }, []);
  return { draft, change, flush, retry, last, saved, error, fields };
}

function without(changes: ProfileChanges, sent: ProfileChanges): ProfileChanges {
  const left = Object.entries(changes).filter(([field, value]) => value !== sent[field as ProfileField]);
  return Object.fromEntries(left) as ProfileChanges;
}
