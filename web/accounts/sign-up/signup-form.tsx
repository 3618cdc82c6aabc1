import { useQuery } from '@tanstack/react-query';
import {
  type FormEvent,
  type ReactElement,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link, useFetcher } from 'react-router';

import { passwordValues } from '../../../contract/accounts/password.ts';
import type { ErrorBody } from '../../../contract/platform/errors.ts';
import { minAgeFloorYears } from '../../../contract/settings/limits.ts';
import { call } from '../../platform/calls/call.ts';
import { newKey } from '../../platform/calls/idempotency-key.ts';
import { errorText, fieldTexts } from '../../platform/calls/errors.ts';
import type { RefusedForm } from '../../platform/pages/form-action.ts';
import { settingsQuery } from '../../platform/calls/queries.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { useCarriedSource, withSource } from '../../sources/visitor-source.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Lock } from '../../ui/icon.tsx';
import {
  type Draft,
  buildDraft,
  checkSignUp,
  findErrorStep,
  findErrors,
  readDraft,
  steps,
  toErrorName,
  withoutLanderChoice,
  writeDraft,
} from './signup-fields.ts';
import { signupPath } from '../../shell/signup-flow.ts';
import { AboutYouStep, ConsentStep, WhoStep } from './signup-steps.tsx';

export interface SignupFormProps {
  /** The server's response to a form that was posted without JavaScript. */
  posted?: RefusedForm | undefined;
  next: string;
  /** Called in the dialog instead of following the link to the login. */
  onLogin?: () => void;
}

const views = [WhoStep, AboutYouStep, ConsentStep];
const titles = ['accounts.step-who', 'accounts.step-you', 'accounts.step-consent'] as const;

/** Without JavaScript, or if it fails, one long form. Typed values survive errors, reloads and lost connections. */
export function SignupForm({ posted, next, onLogin }: SignupFormProps): ReactElement {
  const say = useSay();
  const carried = useCarriedSource();
  const fetcher = useFetcher<RefusedForm>();
  const { data: settings } = useQuery(settingsQuery);
  const minAge = settings?.min_age ?? minAgeFloorYears;
  const form = useRef<HTMLFormElement>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(posted?.failure ?? null);
  const [step, setStep] = useState(0);
  const { defaults, keys, onRemove } = useDefaults(form, next, posted?.typed);
  const [key] = useState(newKey);
  const [round, setRound] = useState(0);
  const [checking, setChecking] = useState(false);
  useFocus(form, step, round);
  const shownViews = useViews(onLogin !== undefined);

  const refusal = fetcher.data?.failure;
  useEffect(() => {
    if (!refusal) return;
    setFailure(refusal);
    setRound((now) => now + 1);
    setStep((now) => findErrorStep(refusal.fields ?? {}) ?? (refusal.error === 'email.taken' ? 0 : now));
  }, [refusal]);

  const submit = (event: FormEvent<HTMLFormElement>): void => {
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    const errors = findErrors(step, fields, minAge, new Date());
    const fine = Object.keys(errors).length === 0;
    const values = { min_age: minAge, ...passwordValues };
    setFailure(fine ? null : { error: 'input.invalid', message: '', fields: errors, ...values });
    setRound(round + 1);
    if (fine && step === steps.length - 1) return;
    event.preventDefault();
    if (fine && !checking) void leaveStep(fields);
  };
  const leaveStep = async (fields: Record<string, string>): Promise<void> => {
    setChecking(true);
    const refused = await checkSignUp(call, fields);
    setChecking(false);
    setFailure(refused);
    if (refused) setRound((now) => now + 1);
    setStep(refused ? (findErrorStep(refused.fields ?? {}) ?? step) : step + 1);
  };
  const edit = ({ currentTarget, target }: FormEvent<HTMLFormElement>): void => {
    writeDraft(draftIn(currentTarget));
    const name = toErrorName((target as HTMLInputElement).name);
    setFailure((now) => without(now, name));
  };
  const texts = fieldTexts(say, failure);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action={withSource(signupPath(next), carried)}
      noValidate
      onSubmit={submit}
      onInput={edit}
      className="grid gap-5"
    >
      <SignupAlert failure={failure} {...(onLogin && { onLogin })} />
      <input type="hidden" name="next" value={next} />
      {/* If the response is lost and the form is sent again, it logs in to the account that it has created. */}
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      {shownViews.map((View, place) => (
        <Step key={titles[place]} place={place} shown={place === step} title={say(titles[place] ?? titles[0])}>
          <View key={keys[place]} {...{ defaults, texts, minAge, next, onRemove }} />
        </Step>
      ))}
      <Buttons step={step} busy={fetcher.state !== 'idle' || checking} onBack={() => !checking && setStep(step - 1)} />
    </fetcher.Form>
  );
}

/** Returns the steps. In the dialog, a tap renders only the first, which is shown at once; the others follow. */
const useViews = (isDialog: boolean): typeof views => useDeferredValue(views, isDialog ? views.slice(0, 1) : views);

function draftIn(form: HTMLFormElement): Draft {
  const fields = new FormData(form);
  return buildDraft((name) => fields.get(name));
}

function without(failure: ErrorBody | null, name: string): ErrorBody | null {
  if (!failure?.fields || !(name in failure.fields)) return failure;
  const { [name]: _corrected, ...fields } = failure.fields;
  return Object.keys(fields).length === 0 ? null : { ...failure, fields };
}

function Step(props: { place: number; shown: boolean; title: string; children: ReactNode }): ReactElement {
  const say = useSay();
  const id = useId();
  const { place, shown, title, children } = props;
  return (
    <section aria-labelledby={id} data-step={place} className={cx('grid gap-4', !shown && 'hidden unscripted:grid')}>
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
          <Button variant="quiet" onClick={onBack} className="flex-1 unscripted:hidden">
            {say('common.back')}
          </Button>
        )}
        <Button type="submit" busy={busy} className="flex-2" {...(last && { busyLabel: say('accounts.signing-up') })}>
          <span className={cx(!last && 'hidden unscripted:inline')}>{say('accounts.sign-up')}</span>
          {!last && <span className="unscripted:hidden">{say('accounts.next')}</span>}
        </Button>
      </div>
      <p className="text-13 text-ink-3">{say('accounts.free')}</p>
    </div>
  );
}

/**
 * Returns the values of the server's response or of this tab's draft, which is known after hydration and keeps anything
 * typed meanwhile.
 */
function useDefaults(
  form: React.RefObject<HTMLFormElement | null>,
  next: string,
  typed: Record<string, string> = {},
): { defaults: Draft; keys: string[]; onRemove: (choice: string) => void } {
  const [state, setState] = useState({ defaults: buildDraft((name) => typed[name]), version: 0, removals: 0 });
  useEffect(() => {
    if (!form.current) return;
    const draft = readDraft();
    const here = draftIn(form.current);
    // Values posted by another page are saved like typed ones: a reload does not post them again.
    const begun = Object.keys(state.defaults).length > 0;
    if (Object.keys(draft).length === 0) {
      if (begun) writeDraft(here);
      return;
    }
    // A message belongs to the member it was written to.
    if (draft.next !== next) delete draft.signup_message;
    const defaults = { ...draft, ...here };
    // The country always has a default value, so the one that was chosen in the draft takes precedence.
    if (draft.country && !typed['country']) Object.assign(defaults, { country: draft.country });
    if (begun) writeDraft(defaults);
    setState({ defaults, version: 1, removals: 0 });
    // oxlint-disable-next-line react/exhaustive-deps -- once, after hydration
  }, []);
  const onRemove = (choice: string): void => {
    if (!form.current) return;
    const defaults = withoutLanderChoice(draftIn(form.current), choice);
    writeDraft(defaults);
    setState((now) => ({ ...now, defaults, removals: now.removals + 1 }));
  };
  const { version, removals } = state;
  // A removal empties the second step only: the first would lose the password, and the third its consents.
  return { defaults: state.defaults, keys: [`${version}`, `${version}-${removals}`, `${version}`], onRemove };
}

/** Moves the focus to the first error or to the title of a new step, but not on page load. */
function useFocus(form: React.RefObject<HTMLFormElement | null>, step: number, round: number): void {
  const first = useRef({ step, round });
  // Before the step is painted: later, it could take the focus from a field in which somebody already types.
  useLayoutEffect(() => {
    const opened = first.current;
    if (opened.step === step && opened.round === round) return;
    first.current = { step, round };
    const view = form.current?.querySelector(`[data-step="${step}"]`);
    const wrong = view?.querySelector<HTMLElement>('[aria-invalid="true"] input, [aria-invalid="true"]:not(fieldset)');
    if (wrong) wrong.focus();
    else if (opened.step !== step) view?.querySelector('h2')?.focus();
  }, [form, step, round]);
}

/** Why the sign-up was refused; for a known address, with a link to the login (specification, section 8). */
function SignupAlert({ failure, onLogin }: { failure: ErrorBody | null; onLogin?: () => void }): ReactElement | null {
  const say = useSay();
  if (!failure || Object.keys(failure.fields ?? {}).length > 0) return null;
  const link = 'shrink-0 rounded-small px-1 py-2 font-bold text-current underline underline-offset-3';
  const offers = failure.error === 'email.taken';
  const helps = failure.error === 'account.pending-deletion';
  return (
    <Alert
      tone="danger"
      action={
        (offers && (
          <Link to={pathTo('login')} className={link} onClick={onLogin}>
            {say('accounts.log-in')}
          </Link>
        )) ||
        (helps && (
          <Link to={pathTo('service')} className={link}>
            {say('shell.footer.service')}
          </Link>
        ))
      }
    >
      {errorText(say, failure)}
    </Alert>
  );
}

/** Replaces the form when the site does not admit this visitor (specification, section 6). */
export function InviteOnly(): ReactElement {
  const say = useSay();
  return (
    <Alert icon={Lock} title={say('errors.signup.invite-only')}>
      {say('accounts.invite-only')}
    </Alert>
  );
}
