import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';

import { complaintTextLengthMax, complaintUrlLengthMax } from '../../contract/limits.ts';
import { complaintKinds } from '../../contract/support.ts';
import { errorText, fieldTexts } from '../errors.ts';
import { newKey } from '../idempotency-key.ts';
import { userQuery } from '../queries.ts';
import { pathTo } from '../route-table.ts';
import { useSay } from '../sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Field, FieldError } from '../ui/field.tsx';
import { TextArea, TextInput } from '../ui/input.tsx';
import { RadioCards } from '../ui/radio-cards.tsx';
import type { Complained } from './complaint-action.ts';
import { statePath } from './state-path.ts';

/** The form for complaints, and under which number one has arrived. What was typed stays after a refusal. */
export function ComplaintForm(): ReactElement {
  const answer = useActionData<Complained>();
  return answer?.taken ? <Taken {...answer} taken={answer.taken} /> : <Fields answer={answer} />;
}

function Taken({ taken, typed }: Complained & { taken: NonNullable<Complained['taken']> }): ReactElement {
  const say = useSay();
  const received = useRef<HTMLDivElement>(null);
  const { number } = taken;
  const email = typed['email']?.trim();
  // The page gets shorter by the form, and what is read next would be something else.
  useEffect(() => received.current?.focus(), []);
  return (
    <div ref={received} tabIndex={-1} className="grid scroll-mt-32 gap-5 rounded-photo">
      <Alert tone="success" title={say('support.sent')}>
        {email ? say('support.sent.text', { number, email }) : say('support.sent.anonymous', { number })}
      </Alert>
      <LinkButton to={statePath(taken)} variant="quiet" className="justify-self-start">
        {say('support.see')}
      </LinkButton>
    </div>
  );
}

function Fields({ answer }: { answer: Complained | undefined }): ReactElement {
  const say = useSay();
  const [key] = useState(newKey);
  const [query] = useSearchParams();
  const { data: user } = useQuery(userQuery);
  const busy = useNavigation().formAction?.startsWith(pathTo('complaints')) ?? false;
  const typed = answer?.typed ?? {
    url: query.get('url') ?? '',
    kind: query.get('kind') ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
  };
  const texts = fieldTexts(say, answer?.failure);
  const general = answer?.failure && Object.keys(texts).length === 0 ? errorText(say, answer.failure) : null;
  const kinds = complaintKinds.map((kind) => ({ value: kind, title: say(`support.kind.${kind}`) }));
  return (
    <Form method="post" action={pathTo('complaints')} className="grid gap-5" preventScrollReset>
      {general && <Alert tone="danger">{general}</Alert>}
      <input type="hidden" name="key" value={key} readOnly suppressHydrationWarning />
      <div className="grid gap-1.5">
        <RadioCards
          name="kind"
          label={say('support.kind')}
          options={kinds}
          defaultValue={typed['kind'] as (typeof complaintKinds)[number]}
          grid="sm:grid-cols-2"
          required
        />
        {texts['kind'] && <FieldError>{texts['kind']}</FieldError>}
      </div>
      <Field label={say('support.text')} help={say('support.text.help')} error={texts['text']}>
        <TextArea name="text" rows={6} required maxLength={complaintTextLengthMax} defaultValue={typed['text']} />
      </Field>
      <Field
        label={say('support.url')}
        aside={say('common.optional')}
        help={say('support.url.help')}
        error={texts['url']}
      >
        <TextInput name="url" autoComplete="off" maxLength={complaintUrlLengthMax} defaultValue={typed['url']} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={say('support.name')} error={texts['name']}>
          <TextInput name="name" autoComplete="name" maxLength={100} defaultValue={typed['name']} />
        </Field>
        <Field label={say('support.email')} error={texts['email']}>
          <TextInput name="email" type="email" autoComplete="email" maxLength={254} defaultValue={typed['email']} />
        </Field>
      </div>
      <p className="text-13 text-ink-3">{say('support.anonymous')}</p>
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
