import { type ReactElement, type ReactNode, use } from 'react';
import { useLocation } from 'react-router';

import { getEndpoint } from '../../contract/calls.ts';
import { asksAboutSource, sourceChoicePath, sourceField } from '../../contract/sources/tracking.ts';
import { toNextPath } from '../platform/pages/page.ts';
import { PageScript } from '../platform/pages/page-script.tsx';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { ServedPageContext } from '../platform/pages/page-context.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { useCarriedSource, useVisitorSource, withSource } from './visitor-source.ts';

/**
 * Asks a visitor by a partner's link whether it may be remembered, and whether the visit may be measured: two purposes,
 * nothing ticked, yes and no alike (`docs/decisions/0025-a-partners-link-is-remembered-by-consent.md`). Without script,
 * the form does not ask about measuring, which needs script. Visitors who say that they are too young are asked nothing
 * more. Only the server renders it, like the age gate.
 */
export function SourceBar(): ReactElement | null {
  const say = useSay();
  const source = useVisitorSource();
  const carried = useCarriedSource();
  const back = toNextPath(useLocation());
  const isLeaving = use(ServedPageContext)?.name === 'leave';
  if (isLeaving || !asksAboutSource(source)) return null;
  const asks = carried === '' ? 'measure' : 'remember';
  return (
    <>
      <section
        data-source
        aria-labelledby="source-title"
        className={`sticky bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] text-ink shadow-e2 ${asks === 'measure' ? 'noscript:hidden' : ''}`}
      >
        <form
          method="post"
          action={sourceChoicePath}
          className="mx-auto grid w-full max-w-page gap-x-8 gap-y-3 px-4 py-3 md:grid-cols-[1fr_minmax(16rem,auto)] md:items-center md:px-8"
        >
          <input type="hidden" name="next" value={withSource(back, carried)} />
          {asks === 'remember' && <input type="hidden" name={sourceField} value={carried} />}
          {asks === 'measure' && <input type="hidden" name="measure" value="1" />}
          <div className="grid gap-1.5 text-13">
            <h2 id="source-title" className="text-15 font-bold">
              {say(asks === 'remember' ? 'sources.question' : 'sources.measure-question')}
            </h2>
            <p className="text-ink-2">
              <Rich
                id={asks === 'remember' ? 'sources.text' : 'sources.measure-text'}
                components={{ cookies: <CookiesLink to={withSource(pathTo('cookies'), carried)} /> }}
              />
            </p>
            {asks === 'remember' && source.isMeasured && (
              <Checkbox name="measure" value="1" className="noscript:hidden">
                {say('sources.measure')}
              </Checkbox>
            )}
          </div>
          <div className="grid grid-cols-2 gap-2.5">
            <Button type="submit" name="choice" value="no" variant="second" size="sm">
              {say('sources.no')}
            </Button>
            <Button type="submit" name="choice" value="yes" variant="second" size="sm">
              {say(asks === 'remember' ? 'sources.yes' : 'sources.measure-yes')}
            </Button>
          </div>
        </form>
      </section>
      <PageScript run={askSource} values={[getEndpoint('recordPageHidden').path, sourceField]} />
    </>
  );
}

/** The bar is not part of the app, so its link loads a whole page. The text comes from the sentence. */
function CookiesLink({ to, children }: { to: string; children?: ReactNode }): ReactElement {
  return (
    <a href={to} className="font-semibold text-primary-ink underline underline-offset-2">
      {children}
    </a>
  );
}

// Runs in the page, as text. Text typed on the page stays. A page that may be measured reports once if it is left
// without a further step (specification, section 4).
function askSource(hiddenPath: string, keptField: string): void {
  const script = document.currentScript;
  const bar = script?.previousElementSibling as HTMLElement;
  script?.remove();
  const form = bar.querySelector('form') as HTMLFormElement;
  const steps = ['click', 'input', 'submit'];
  const goOn = (event: Event): void => {
    if (event.isTrusted && (event.target as Element).closest('a,button,input,label,select,summary,textarea')) stop();
  };
  const leave = (): void => {
    if (document.visibilityState !== 'hidden') return;
    stop();
    navigator.sendBeacon(hiddenPath, new Blob(['{}'], { type: 'application/json' }));
  };
  const stop = (): void => {
    for (const step of steps) removeEventListener(step, goOn, true);
    removeEventListener('visibilitychange', leave, true);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter) as never);
    const says = fields.get('choice') === 'yes';
    // A yes to measuring alone keeps no link.
    const choice = says ? fields.has(keptField) && 'kept' : 'refused';
    if (choice) document.documentElement.dataset['sourceChoice'] = choice;
    bar.hidden = true;
    // If the choice did not arrive, the question comes back.
    const askAgain = (): void => {
      delete document.documentElement.dataset['sourceChoice'];
      bar.hidden = false;
    };
    fetch(form.action, { method: 'POST', body: fields, redirect: 'manual', keepalive: true }).then((response) => {
      if (response.type !== 'opaqueredirect') return askAgain();
      bar.remove();
      if (!says || !fields.has('measure')) return;
      for (const step of steps) addEventListener(step, goOn, true);
      addEventListener('visibilitychange', leave, true);
    }, askAgain);
  });
}
