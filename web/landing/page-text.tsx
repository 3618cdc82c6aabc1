import type { ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';

import { type RouteName, pathTo } from '../platform/route-table.ts';
import { Rich } from '../platform/sentences.tsx';
import type { PageSentence } from './page-sentence.ts';
import { usePageValues } from './use-page-values.ts';

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

/** A sentence of a static page, with its values and links. */
export function PageText({ id }: { id: PageSentence }): ReactElement {
  const values = usePageValues();
  return <Rich id={id} values={values} components={{ ...links, mail: <MailLink to={String(values['email'])} /> }} />;
}

/** The link's text comes from the sentence. */
function MailLink({ to, children }: { to: string; children?: ReactNode }): ReactElement {
  return (
    <a href={`mailto:${to}`} className={`${linkLook} wrap-anywhere`}>
      {children}
    </a>
  );
}
