import { useQuery } from '@tanstack/react-query';
import { type ReactElement, use } from 'react';
import { useLocation } from 'react-router';

import type { Country } from '../../contract/platform/countries.ts';
import { localeCookieDays } from '../../contract/platform/limits.ts';
import { PageScript } from '../platform/pages/page-script.tsx';
import { toNextPath, withNext } from '../platform/pages/page.ts';
import { settingsQuery, userQuery } from '../platform/calls/queries.ts';
import { type Layout, type RouteName, routeTable, pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ServedPageContext } from '../platform/pages/page-context.ts';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { Button, buttonClasses } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/**
 * Asks a visitor's age before anything else (specification, section 2), with or without script. CSS hides the question
 * in the installed app. Only the server renders it: hydration ignores unknown elements in the body, so that no browser
 * loads this code. The page is inert from the beginning: a dialog after it would make browsers style all of it twice.
 */
export function AgeGate(): ReactElement | null {
  const say = useSay();
  const back = toNextPath(useLocation());
  const carried = useCarriedSource();
  const served = use(ServedPageContext);
  const { data: user } = useQuery(userQuery);
  const { data: settings } = useQuery(settingsQuery);
  if (user || !settings || served?.name === undefined) return null;
  const { enable_site_entry_popup: setting, geoip_country: country, name, min_age: age } = settings;
  const hasAnswered = served.page.cookieDismissed.split('.').includes('age-gate');
  if (!asksAge({ name: served.name, setting, country, hasAnswered })) return null;
  return (
    <>
      <dialog
        open
        data-age-gate
        aria-labelledby="age-gate-title"
        aria-describedby="age-gate-text"
        className="fixed inset-0 z-50 m-0 hidden size-full max-h-none max-w-none place-items-center overflow-y-auto overscroll-contain bg-page/80 p-4 text-ink backdrop-blur-lg open:grid [@media(display-mode:standalone)]:open:hidden"
      >
        <div className="grid w-full max-w-[27rem] gap-4 rounded-card bg-surface p-6 shadow-e2 md:p-8">
          <Logo name={name} />
          {/* The warning covers the label at the top of the page. */}
          {settings.payments_test && <p className="text-13 font-bold text-danger">{say('common.test-payments')}</p>}
          <h2 id="age-gate-title" className="speak text-26 text-balance md:text-34">
            {say('age-gate.title', { name })}
          </h2>
          <p id="age-gate-text" className="text-15 text-ink-2">
            {say('age-gate.text', { age })}
          </p>
          <form method="post" action={pathTo('enter')} className="mt-2 grid gap-3">
            <input type="hidden" name="next" value={withSource(back, carried)} />
            <Button type="submit" wide>
              {say('age-gate.yes')}
            </Button>
            <a
              href={withSource(withNext(pathTo('leave'), back), carried)}
              className={buttonClasses({ variant: 'quiet', wide: true })}
            >
              {say('age-gate.no')}
            </a>
          </form>
        </div>
      </dialog>
      <PageScript run={askAge} values={[localeCookieDays * 86_400]} />
    </>
  );
}

// Runs in the page, as text.
function askAge(seconds: number): void {
  const script = document.currentScript;
  const dialog = script?.previousElementSibling as HTMLDialogElement;
  script?.remove();
  if (matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone)) {
    dialog.remove();
    return;
  }
  // A modal dialog keeps the focus, and nothing behind it reacts.
  const ask = (): void => {
    if (dialog.isConnected && !dialog.open) dialog.showModal();
  };
  dialog.close();
  ask();
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  dialog.addEventListener('close', ask);
  dialog.querySelector('form')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const [, kept = ''] = /(?:^|; )dismissed=([^;]*)/.exec(document.cookie) ?? [];
    const entry = `age-gate:${Math.floor(Date.now() / 1000)}`;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `dismissed=${kept ? `${kept}.` : ''}${entry}; path=/; max-age=${seconds}; samesite=lax${secure}`;
    dialog.remove();
  });
}

/** The countries that see the age gate, by layout (specification, section 2). Only members see the chat layout. */
const shownIn: Record<Layout, readonly Country[] | 'everywhere'> = {
  default: 'everywhere',
  lander: 'everywhere',
  empty: 'everywhere',
  chat: ['NL', 'DE'],
};

/** Pages that everybody may read: legally required ones, how to block the site, and the page after a no. */
const open: readonly RouteName[] = [
  'accessibility',
  'ban',
  'complaints',
  'cookies',
  'leave',
  'offline',
  'privacy',
  'return-policy',
  'service',
  'terms',
  'withdrawal-confirm',
];

/**
 * True if a page asks for the visitor's age. Pages to which mails link do not (specification, section 2): readers of
 * those mails were asked.
 */
export function asksAge({
  name,
  setting,
  country,
  hasAnswered,
}: {
  name: RouteName;
  setting: 'yes' | 'no';
  country: Country | null;
  hasAnswered: boolean;
}): boolean {
  const { layout, hasToken } = routeTable[name];
  if (setting === 'no' || hasAnswered || layout === null || hasToken || open.includes(name)) return false;
  const countries = shownIn[layout];
  return countries === 'everywhere' || (country !== null && countries.includes(country));
}
