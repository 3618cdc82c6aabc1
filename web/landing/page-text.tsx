import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import { useSuspenseQuery } from '@tanstack/react-query';

import { pageValues } from '../../contract/landing/page-values.ts';
import { methodsRefundedByHand } from '../../contract/payments/payment-methods.ts';
import type { SentenceId } from '../../locales/parts.ts';
import type { SentenceValues } from '../../locales/sentence-values.gen.ts';
import { methodName } from '../payments/methods.tsx';
import { useFormat } from '../platform/sentences/format.ts';
import { companyQuery, settingsQuery } from '../platform/calls/queries.ts';
import { type RouteName, pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';

const linkLook = 'font-semibold text-primary-ink underline underline-offset-2 hover:no-underline';

const linkTo = (name: RouteName): ReactElement => <Link to={pathTo(name)} className={linkLook} />;

const links = {
  terms: linkTo('terms'),
  privacy: linkTo('privacy'),
  pricing: linkTo('pricing'),
  credits: linkTo('credits'),
  refunds: linkTo('return-policy'),
  faq: linkTo('faq'),
  complaints: linkTo('complaints'),
  service: linkTo('service'),
  b: <strong className="text-ink" />,
  code: <code className="rounded-small bg-sunken px-1.5 py-0.5 text-13 font-bold text-ink" />,
};

export function PageText({ id }: { id: PageSentence }): ReactElement {
  const values = usePageValues();
  return <Rich id={id} values={values} components={{ ...links, mail: <MailLink to={values['email']} /> }} />;
}

function MailLink({ to, children }: { to: string; children?: ReactNode }): ReactElement {
  return (
    <a href={`mailto:${to}`} className={`${linkLook} wrap-anywhere`}>
      {children}
    </a>
  );
}

type OfPages = Extract<SentenceId, `static-pages.${string}`>;

/** A sentence that the values of pages fill completely. */
export type PageSentence = {
  [Id in OfPages]: Id extends keyof SentenceValues ? (SentenceValues[Id] extends keyof PageValues ? Id : never) : Id;
}[OfPages];

type PageValues = ReturnType<typeof usePageValues>;

/** A heading and its paragraphs; a nested array is a list. */
export interface StaticSection {
  heading: PageSentence;
  blocks: readonly (PageSentence | readonly PageSentence[])[];
}

export function toAnchor(heading: PageSentence): string {
  return heading.slice(heading.lastIndexOf('.') + 1);
}

export function usePageValues() {
  const format = useFormat();
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { data: company } = useSuspenseQuery(companyQuery);
  return {
    ...pageValues(settings, company),
    country: format.country(company.country),
    methods: methodsRefundedByHand.map((id) => methodName(say, id)).join(', '),
  };
}
