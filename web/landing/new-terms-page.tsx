import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type ClientActionFunctionArgs, Form, Link, redirect, useActionData, useNavigation } from 'react-router';

import { contractNoticeDays } from '../../contract/accounts/limits.ts';
import { termsDate } from '../../contract/accounts/terms.ts';
import { type PageSentence, PageText } from './page-text.tsx';
import { CallError } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { type RefusedForm, formAction, submitForm } from '../platform/pages/form-action.ts';
import { useFormat } from '../platform/sentences/format.ts';
import { browserQueries, definePage } from '../platform/pages/page.ts';
import { type User, companyQuery, userQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatPayBack, payBackQuery } from '../accounts/deletion/pay-back.ts';
import { buildVersionQuery, termsQuery } from '../accounts/terms/terms-versions.ts';

const page = definePage('new-terms', {
  parts: ['accounts', 'static-pages'],
  load: async ({ ensure }) => {
    await Promise.all([ensure(termsQuery), ensure(companyQuery), ensure(payBackQuery)]);
  },
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

export const action = formAction({
  name: 'answerTerms',
  toInput: ({ applies_at = '', agrees }) => ({ applies_at, agrees: readAnswer(agrees) }),
  done: () => redirect(pathTo('new-terms')),
});

/**
 * Reads an answer. A form without one must not become a no in the log of consents: old browsers may leave the button
 * out.
 */
function readAnswer(agrees: string | undefined): boolean {
  if (agrees === 'yes' || agrees === 'no') return agrees === 'yes';
  throw new CallError(422, { error: 'input.invalid', message: '', fields: { agrees: 'field.missing' } });
}

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  try {
    return await submitForm(args);
  } finally {
    await browserQueries?.invalidateQueries({ queryKey: userQuery.queryKey });
  }
}

/** Asks about terms that hold for a member once they agree, and explains what they can do after a no. */
export default function NewTermsPage(): ReactElement | null {
  const { data: user } = useQuery(userQuery);
  if (!user) return null;
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <div className="mx-auto grid max-w-[640px] gap-5">
        {user.terms_asked === null ? (
          <NothingAsked user={user} />
        ) : user.terms_declined ? (
          <Declined user={user} asked={user.terms_asked} />
        ) : (
          <Question user={user} asked={user.terms_asked} />
        )}
      </div>
    </div>
  );
}

function NothingAsked({ user: { terms_own: own, terms_agreed: agreed } }: { user: User }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: company } = useSuspenseQuery(companyQuery);
  return (
    <>
      <PageHead title={say('accounts.terms.yours')} back={pathTo('settings')} />
      <Card as="section" className="grid gap-4">
        {agreed > own && (
          <p role="status" className="font-semibold">
            {say('accounts.terms.agreed', { date: format.day(agreed) })}
          </p>
        )}
        <p className="text-ink-2">
          {say('accounts.terms.yours-lead', { date: format.day(termsDate(company.added, own)) })}
        </p>
        <LinkButton to={pathTo('terms') + buildVersionQuery(own)} variant="second">
          {say('accounts.terms.read-yours')}
        </LinkButton>
      </Card>
    </>
  );
}

interface AskedProps {
  user: User;
  asked: string;
}

function Question({ user, asked }: AskedProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  return (
    <>
      <PageHead
        title={say('accounts.terms.title')}
        back={pathTo('settings')}
        intro={say('accounts.terms.lead', { date: format.day(asked) })}
      />
      <Card as="section" className="grid gap-5">
        <Changes user={user} asked={asked} />
        <p className="text-15 text-ink-2">{say('accounts.terms.if-no')}</p>
        <AnswerForm asked={asked}>
          <AnswerButton agrees />
          <AnswerButton agrees={false} />
        </AnswerForm>
        <LinkButton to={pathTo('members')} variant="quiet" wide>
          {say('accounts.terms.later')}
        </LinkButton>
      </Card>
    </>
  );
}

function Declined({ user, asked }: AskedProps): ReactElement {
  const say = useSay();
  const format = useFormat();
  const { data: back } = useSuspenseQuery(payBackQuery);
  const amount = formatPayBack(format, back);
  return (
    <>
      <PageHead title={say('accounts.terms.declined')} back={pathTo('settings')} />
      <Card as="section" className="grid gap-5">
        <p role="status" className="text-ink-2">
          {say('accounts.terms.stay', { days: contractNoticeDays })}
        </p>
        <p className="text-ink-2">
          {amount === null ? say('accounts.terms.leave-none') : say('accounts.terms.leave', { amount })}
        </p>
        <LinkButton to={pathTo('settings', { group: 'leave' })} variant="second" wide>
          {say('accounts.leave')}
        </LinkButton>
      </Card>
      <Card as="section" className="grid gap-5">
        <Changes user={user} asked={asked} />
        <AnswerForm asked={asked}>
          <AnswerButton agrees afterAll />
        </AnswerForm>
      </Card>
    </>
  );
}

/** The changes since the version that holds for the member, and the full text of both. */
function Changes({ user: { terms_own: own }, asked }: AskedProps): ReactElement {
  const say = useSay();
  const { data: versions } = useSuspenseQuery(termsQuery);
  const changes = versions
    .filter(({ applies_at: at }) => at > own && at <= asked)
    .flatMap((version) => version.changes as PageSentence[]);
  const link = (version: string): ReactElement => (
    <Link
      to={pathTo('terms') + buildVersionQuery(version)}
      className="font-semibold text-primary-ink underline underline-offset-2 hover:no-underline"
    />
  );
  return (
    <div className="grid gap-3">
      <h2 className="speak text-20">{say('static-pages.terms-announcement.changes')}</h2>
      <ul className="grid list-disc gap-2 pl-5 text-ink-2 marker:text-line-strong">
        {changes.map((change) => (
          <li key={change}>
            <PageText id={change} />
          </li>
        ))}
      </ul>
      <p className="text-15 text-ink-2">
        <Rich id="accounts.terms.read" components={{ coming: link(asked), own: link(own) }} />
      </p>
    </div>
  );
}

function AnswerForm({ asked, children }: { asked: string; children: ReactElement | ReactElement[] }): ReactElement {
  const say = useSay();
  const refused = useActionData<RefusedForm>();
  return (
    <Form method="post" action={pathTo('new-terms')} className="grid gap-3">
      {refused?.failure && <Alert tone="danger">{errorText(say, refused.failure)}</Alert>}
      <input type="hidden" name="applies_at" value={asked} />
      {children}
    </Form>
  );
}

function AnswerButton({ agrees, afterAll = false }: { agrees: boolean; afterAll?: boolean }): ReactElement {
  const say = useSay();
  const value = agrees ? 'yes' : 'no';
  const busy = useNavigation().formData?.get('agrees') === value;
  const id = afterAll ? 'agree-after-all' : agrees ? 'agree' : 'decline';
  return (
    <Button type="submit" name="agrees" value={value} variant="second" wide busy={busy}>
      {say(`accounts.terms.${id}`)}
    </Button>
  );
}
