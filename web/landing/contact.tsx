import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { Icon, Mail, Phone } from '../ui/icon.tsx';
import { usePageValues } from './use-page-values.ts';

/** Buttons to write and, if the site has a phone number, to call. */
export function Contact(): ReactElement {
  const say = useSay();
  const { email, phone } = usePageValues();
  return (
    <div className="grid gap-3 rounded-card bg-surface p-5 inset-ring inset-ring-line sm:justify-items-start">
      <p className="text-17 font-bold wrap-anywhere">{email}</p>
      <div className="grid gap-3 sm:flex">
        <a href={`mailto:${email}`} className={buttonClasses()}>
          <Icon of={Mail} size="sm" />
          {say('pages.service.mail')}
        </a>
        {phone !== '' && (
          <a href={`tel:${phone}`} className={buttonClasses({ variant: 'quiet' })}>
            <Icon of={Phone} size="sm" />
            {say('pages.service.call', { phone })}
          </a>
        )}
      </div>
    </div>
  );
}
