import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useFetcher } from 'react-router';

import type { ErrorAnswer } from '../../contract/errors.ts';
import { minAgeFloorYears } from '../../contract/limits.ts';
import { passwordValues } from '../../contract/password.ts';
import { fieldTexts } from '../errors.ts';
import type { RefusedForm } from '../form-action.ts';
import { settingsQuery } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { SignupAlert } from './signup-alert.tsx';
import { type Draft, draftOf, readDraft, writeDraft } from './signup-draft.ts';
import { signupPath } from './signup-path.ts';
import { findErrors, errorNameOf, stepOf, steps } from './signup-errors.ts';
import { AboutYouStep, ConsentStep, WhoStep } from './signup-steps.tsx';

export interface SignupFormProps {
  /** What a form posted without script came back with. */
  posted?: RefusedForm | undefined;
  /** Where the member goes when all is done. */
  next: string;
  /** In the dialog: the way to the login is its own business. */
  onLogin?: () => void;
}

const views = [WhoStep, AboutYouStep, ConsentStep];
const titles = ['accounts.step-who', 'accounts.step-you', 'accounts.step-consent'] as const;

/**
 * The sign-up in three steps, for the page and for the dialog. Without script all of them stand below each other in one
 * form. What is typed outlives mistakes, reloads and lost connections; the password is never kept.
 */
export function SignupForm({ posted, next, onLogin }: SignupFormProps): ReactElement {
  const say = useSay();
  const fetcher = useFetcher<RefusedForm>();
  const { data: settings } = useQuery(settingsQuery);
  const minAge = settings?.min_age ?? minAgeFloorYears;
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<ErrorAnswer | null>(posted?.failure ?? null);
  const [step, setStep] = useState(stepOf(failure?.fields ?? {}) ?? 0);
  const { defaults, version } = useDefaults(form, next, posted?.typed);
  const [round, setRound] = useState(0);
  useFocus(form, step, round);

  const answered = fetcher.data;
  useEffect(() => {
    if (!answered?.failure) return;
    setFailure(answered.failure);
    setRound((now) => now + 1);
    setStep((now) => stepOf(answered.failure?.fields ?? {}) ?? (answered.failure?.error === 'email.taken' ? 0 : now));
  }, [answered]);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const errors = findErrors(step, fields, minAge, new Date());
    const fine = Object.keys(errors).length === 0;
    const values = { min_age: minAge, ...passwordValues };
    setFailure(fine ? null : { error: 'input.invalid', message: '', fields: errors, ...values });
    setRound(round + 1);
    if (fine && step === steps.length - 1) return;
    event.preventDefault();
    if (fine) setStep(step + 1);
  };
  const edit = ({ currentTarget, target }: FormEvent<HTMLFormElement>): void => {
    writeDraft(currentTarget);
    const name = errorNameOf((target as HTMLInputElement).name);
    // What is being corrected is no longer wrong until it is looked at again.
    setFailure((now) => without(now, name));
  };
  const texts = fieldTexts(say, failure);
  const busy = fetcher.state !== 'idle';
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={signupPath(next)}
      noValidate
      onSubmit={submit}
      onInput={edit}
      className="grid gap-5"
    >
      <SignupAlert failure={failure} {...(onLogin && { onLogin })} />
      <input type="hidden" name="next" value={next} />
      {views.map((View, place) => (
        <Step key={titles[place]} place={place} shown={place === step} title={say(titles[place] ?? titles[0])}>
          <View key={version} defaults={defaults} texts={texts} minAge={minAge} next={next} />
        </Step>
      ))}
      <Buttons step={step} busy={busy} onBack={() => setStep(step - 1)} />
    </fetcher.Form>
  );
}

/** A failure without the fault of one field; nothing is left of it when that was the last. */
function without(failure: ErrorAnswer | null, name: string): ErrorAnswer | null {
  if (!failure?.fields || !(name in failure.fields)) return failure;
  const { [name]: _corrected, ...fields } = failure.fields;
  return Object.keys(fields).length === 0 ? null : { ...failure, fields };
}

function Step(props: { place: number; shown: boolean; title: string; children: ReactNode }): ReactElement {
  const say = useSay();
  const id = useId();
  const { place, shown, title, children } = props;
  return (
    <section aria-labelledby={id} data-step={place} className={cx('grid gap-4', !shown && 'hidden noscript:grid')}>
      <div>
        <p className="text-13 font-semibold text-ink-3">{say('accounts.step', { step: place + 1, count: 3 })}</p>
        <h2 id={id} tabIndex={-1} className="speak text-20 outline-none">
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}

function Buttons({ step, busy, onBack }: { step: number; busy: boolean; onBack: () => void }): ReactElement {
  const say = useSay();
  const last = step === steps.length - 1;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap-reverse gap-2.5">
        {step > 0 && (
          <Button variant="quiet" onClick={onBack} className="flex-1 noscript:hidden">
            {say('common.back')}
          </Button>
        )}
        <Button type="submit" busy={busy} className="flex-2" busyLabel={say('accounts.signing-up')}>
          <span className={cx(!last && 'hidden noscript:inline')}>{say('accounts.sign-up')}</span>
          {!last && <span className="noscript:hidden">{say('accounts.next')}</span>}
        </Button>
      </div>
      <p className="text-13 text-ink-3">{say('accounts.free')}</p>
    </div>
  );
}

/**
 * What the fields start with: what came back from the server, else the draft of this tab. The draft arrives only in the
 * browser, where the fields are then made anew with it and with whatever was typed in the meantime.
 */
function useDefaults(
  form: React.RefObject<HTMLFormElement | null>,
  next: string,
  typed: Record<string, string> = {},
): { defaults: Draft; version: number } {
  const [state, setState] = useState({ defaults: draftOf((name) => typed[name]), version: 0 });
  useEffect(() => {
    const draft = readDraft();
    if (Object.keys(draft).length === 0 || !form.current) return;
    // A message was for the one it was written to.
    if (draft.next !== next) delete draft.signup_message;
    const here = new FormData(form.current);
    const defaults = { ...draft, ...draftOf((name) => here.get(name)) };
    // The country always has a value of its own: the one of the draft was chosen.
    if (draft.country && !typed['country']) Object.assign(defaults, { country: draft.country });
    setState({ defaults, version: 1 });
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the browser takes over
  }, []);
  return state;
}

/** The focus goes to what is wrong, or to the title of a step that has just opened; never when the page opens. */
function useFocus(form: React.RefObject<HTMLFormElement | null>, step: number, round: number): void {
  const first = useRef({ step, round });
  useEffect(() => {
    const opened = first.current;
    if (opened.step === step && opened.round === round) return;
    first.current = { step, round };
    const view = form.current?.querySelector(`[data-step="${step}"]`);
    const wrong = view?.querySelector<HTMLElement>('[aria-invalid="true"] input, [aria-invalid="true"]:not(fieldset)');
    if (wrong) wrong.focus();
    else if (opened.step !== step) view?.querySelector('h2')?.focus();
  }, [form, step, round]);
}
