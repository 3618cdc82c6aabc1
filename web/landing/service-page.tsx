import type { ReactElement } from 'react';

import { definePage } from '../platform/pages/page.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Icon, Mail, Phone } from '../ui/icon.tsx';
import { usePageValues } from './page-text.tsx';
import { StaticPage, listSections, staticOptions } from './static-page.tsx';

const page = definePage('service', staticOptions);
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

const names = ['help', 'quick', 'worry', 'account', 'money', 'complaints', 'company'] as const;
const sections = listSections('service', names, {}, { company: 2 });

export default function ServicePage(): ReactElement {
  return (
    <StaticPage title="static-pages.service" lead="static-pages.service.lead" sections={sections}>
      <Contact />
    </StaticPage>
  );
}

function Contact(): ReactElement {
  const say = useSay();
  const { email, phone } = usePageValues();
  return (
    <div className="grid gap-3 rounded-card bg-surface p-5 inset-ring inset-ring-line sm:justify-items-start">
      <p className="text-17 font-bold wrap-anywhere">{email}</p>
      <div className="grid gap-3 sm:flex">
        <a href={`mailto:${email}`} className={buttonClasses()}>
          <Icon of={Mail} size="sm" />
          {say('static-pages.service.mail')}
        </a>
        {phone !== '' && (
          <a href={`tel:${phone}`} className={buttonClasses({ variant: 'quiet' })}>
            <Icon of={Phone} size="sm" />
            {say('static-pages.service.call', { phone })}
          </a>
        )}
      </div>
    </div>
  );
}
