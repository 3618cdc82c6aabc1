import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';

import type { ErrorCode } from '../../contract/platform/errors.ts';
import { complaintTextLengthMax, complaintUrlLengthMax } from '../../contract/support/limits.ts';
import { complaintFileTypes, complaintKinds, filesFault, filesLimits } from '../../contract/support/operations.ts';
import { useFocusFirstError } from '../platform/use-focus-first-error.ts';
import { fieldTexts } from '../platform/calls/errors.ts';
import { submitForm } from '../platform/pages/form-action.ts';
import { FormAlert } from '../platform/failure-alert.tsx';
import { newKey } from '../platform/calls/idempotency-key.ts';
import { definePage } from '../platform/pages/page.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { HeadDescription } from '../shell/title.tsx';
import { useAskBeforeLeaving } from '../platform/pages/leaving.ts';
import { useUnsaved } from '../platform/pages/use-unsaved.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, FieldError, TextArea, TextInput } from '../ui/field.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import { type Complained, complainAction } from './complaint-action.ts';
import { statePath } from './state-path.ts';

const page = definePage('complaints', { parts: ['support'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = complainAction;

export const clientAction = submitForm;

export default function ComplaintsPage(): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <HeadDescription>{say('support.description')}</HeadDescription>
      <div className="mx-auto grid max-w-[640px] gap-5">
        <PageHead title={say('support.title')} back={pathTo('service')} intro={say('support.intro')} />
        <Card className="md:p-7">
          <ComplaintForm />
        </Card>
      </div>
    </div>
  );
}

function ComplaintForm(): ReactElement {
  const answer = useActionData<Complained>();
  const box = useKeptText(answer);
  return answer?.taken ? <Taken {...answer} taken={answer.taken} /> : <Fields answer={answer} box={box} />;
}

function Taken({ taken, typed }: Complained & { taken: NonNullable<Complained['taken']> }): ReactElement {
  const say = useSay();
  const received = useRef<HTMLDivElement>(null);
  const { number } = taken;
  const email = typed['email']?.trim();
  // Without the form the page is shorter, and screen readers would continue elsewhere.
  useLayoutEffect(() => received.current?.focus(), []);
  return (
    <div ref={received} tabIndex={-1} className="grid scroll-mt-32 gap-5 rounded-photo">
      <Alert tone="success" title={say('support.sent')}>
        {say(`support.sent.${!email ? 'anonymous' : taken.receipt ? 'text' : 'no-receipt'}`, { number, email })}
      </Alert>
      <LinkButton to={statePath(taken)} variant="quiet" className="justify-self-start">
        {say('support.see')}
      </LinkButton>
    </div>
  );
}

function Fields({ answer, box }: { answer: Complained | undefined; box: TextBox }): ReactElement {
  const say = useSay();
  const [key] = useState(newKey);
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const busy = useNavigation().formAction?.startsWith(pathTo('complaints')) ?? false;
  const [isTyped, setTyped] = useState(false);
  useAskBeforeLeaving(isTyped);
  const typed = answer?.typed ?? {
    url: query.get('url') ?? '',
    kind: query.get('kind') ?? '',
    contests: query.get('contests') ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
  };
  const texts = fieldTexts(say, answer?.failure);
  const form = useFocusFirstError(answer);
  const kindWrong = texts['kind'] !== undefined;
  useLayoutEffect(() => {
    if (kindWrong) form.current?.querySelector<HTMLElement>('[name="kind"]')?.focus();
  }, [answer, kindWrong, form]);
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      action={pathTo('complaints')}
      noValidate
      className="grid gap-5"
      preventScrollReset
      onInput={() => setTyped(true)}
    >
      <FormAlert failure={answer?.failure} />
      <input type="hidden" name="key" value={key} suppressHydrationWarning />
      {typed['contests'] && (
        <div className="grid gap-1.5">
          <input type="hidden" name="contests" value={typed['contests']} />
          <p className="text-15 font-semibold wrap-anywhere">
            {say('support.contests', { number: typed['contests'] })}
          </p>
          {texts['contests'] && <FieldError>{texts['contests']}</FieldError>}
        </div>
      )}
      <What typed={typed} texts={texts} box={box} />
      <Files error={texts['files']} lost={(answer?.files ?? 0) > 0} />
      <Person typed={typed} texts={texts} />
      <Checkbox
        name="good_faith"
        value="true"
        required
        error={texts['good_faith']}
        defaultChecked={typed['good_faith'] === 'true'}
      >
        {say('support.good-faith')}
      </Checkbox>
      <Button type="submit" busy={busy} busyLabel={say('support.busy')} className="sm:justify-self-start">
        {say('support.submit')}
      </Button>
    </Form>
  );
}

type Texts = Record<'typed' | 'texts', Record<string, string>>;

function What({ typed, texts, box }: Texts & { box: TextBox }): ReactElement {
  const say = useSay();
  const kinds = complaintKinds.map((kind) => ({ value: kind, title: say(`support.kind.${kind}`) }));
  return (
    <>
      <RadioCards
        name="kind"
        label={say('support.kind')}
        options={kinds}
        defaultValue={typed['kind'] as (typeof complaintKinds)[number]}
        grid="sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2"
        required
        error={texts['kind']}
      />
      <Field label={say('support.text')} help={say('support.text.help')} error={texts['text']}>
        <TextArea
          {...box}
          name="text"
          rows={6}
          required
          maxLength={complaintTextLengthMax}
          defaultValue={typed['text']}
        />
      </Field>
      <Field
        label={say('support.url')}
        aside={say('common.optional')}
        help={say('support.url.help')}
        error={texts['url']}
      >
        <TextInput name="url" autoComplete="off" maxLength={complaintUrlLengthMax} defaultValue={typed['url']} />
      </Field>
    </>
  );
}

function Person({ typed, texts }: Texts): ReactElement {
  const say = useSay();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say('support.name')} error={texts['name']}>
          <TextInput name="name" autoComplete="name" maxLength={100} defaultValue={typed['name']} />
        </Field>
        <Field label={say('support.email')} error={texts['email']}>
          <TextInput name="email" type="email" autoComplete="email" maxLength={254} defaultValue={typed['email']} />
        </Field>
      </div>
      <p className="text-13 text-ink-3">{say('support.anonymous')}</p>
    </>
  );
}

/** Files as evidence. A page that was reloaded with the refusal has lost them; one that stayed has not. */
function Files({ error, lost }: { error: string | undefined; lost: boolean }): ReactElement {
  const say = useSay();
  const [fault, setFault] = useState<ErrorCode>();
  const [forgotten, setForgotten] = useState(lost);
  const known = fault && fieldTexts(say, { error: 'input.invalid', fields: { files: fault }, ...filesLimits })['files'];
  return (
    <div className="grid gap-1.5">
      <Field
        label={say('support.files')}
        aside={say('common.optional')}
        help={say('support.files.help', filesLimits)}
        error={known ?? error}
      >
        <TextInput
          type="file"
          name="files"
          multiple
          accept={complaintFileTypes.join(',')}
          onChange={({ target }) => {
            setFault(filesFault([...(target.files ?? [])]));
            setForgotten(false);
          }}
          className="file:mr-3 file:cursor-pointer file:rounded-pill file:border-0 file:bg-primary-soft file:px-3 file:py-1 file:font-semibold file:text-primary-ink"
        />
      </Field>
      {forgotten && <p className="text-13 font-semibold">{say('support.files.again')}</p>}
    </div>
  );
}

interface TextBox {
  ref: RefObject<HTMLTextAreaElement | null>;
  onChange: () => void;
}

/** Keeps the text of a complaint in this browser until the complaint has arrived. */
function useKeptText(answer: Complained | undefined): TextBox {
  const [query] = useSearchParams();
  const ref = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(answer?.typed['text'] ?? '');
  const contested = answer?.typed['contests'] ?? query.get('contests') ?? '';
  useUnsaved(`complaint.${contested}`, answer?.taken || text === '' ? null : text, (kept) => {
    if (ref.current) ref.current.value = kept;
    setText(kept);
  });
  return { ref, onChange: () => setText(ref.current?.value ?? '') };
}
