import type { ReactElement } from 'react';

import { localeCookieDays } from '../../contract/platform/limits.ts';
import { PageScript } from '../platform/page-script.tsx';
import type { ShellSettings } from '../platform/queries.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { withSource } from '../sources/visitor-source.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/**
 * Asks a visitor's age before anything else (specification, section 2), with or without script. `back` is the current
 * page, `carried` the source that it passes on. CSS hides it in the installed app, whose users were asked.
 */
export function EntryWarning({
  settings: { name, min_age: age, payments_test: isTest },
  back,
  carried,
}: {
  settings: Pick<ShellSettings, 'name' | 'min_age' | 'payments_test'>;
  back: string;
  carried: string;
}): ReactElement {
  const say = useSay();
  return (
    <>
      <dialog
        open
        data-entry
        aria-labelledby="entry-title"
        aria-describedby="entry-text"
        className="fixed inset-0 z-50 m-0 hidden size-full max-h-none max-w-none place-items-center overflow-y-auto overscroll-contain bg-page/80 p-4 text-ink backdrop-blur-lg open:grid [@media(display-mode:standalone)]:open:hidden"
      >
        <div className="grid w-full max-w-[27rem] gap-4 rounded-card bg-surface p-6 shadow-e2 md:p-8">
          <Logo name={name} />
          {/* The warning covers the label at the top of the page. */}
          {isTest && <p className="text-13 font-bold text-danger">{say('common.test-payments')}</p>}
          <h2 id="entry-title" className="speak text-26 text-balance md:text-34">
            {say('entry.title', { name })}
          </h2>
          <p id="entry-text" className="text-15 text-ink-2">
            {say('entry.text', { age })}
          </p>
          <form method="post" action={pathTo('enter')} className="mt-2 grid gap-3">
            <input type="hidden" name="next" value={withSource(back, carried)} />
            <Button type="submit" wide>
              {say('entry.yes')}
            </Button>
            <a
              href={withSource(`${pathTo('leave')}?next=${encodeURIComponent(back)}`, carried)}
              className={buttonClasses({ variant: 'quiet', wide: true })}
            >
              {say('entry.no')}
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
    const entry = `entry:${Math.floor(Date.now() / 1000)}`;
    const secure = location.protocol === 'https:' ? '; secure' : '';
    document.cookie = `dismissed=${kept ? `${kept}.` : ''}${entry}; path=/; max-age=${seconds}; samesite=lax${secure}`;
    dialog.remove();
  });
}
