import type { ReactElement } from 'react';
import type { ClientActionFunctionArgs } from 'react-router';

import { keepForm } from '../platform/form-action.ts';
import { definePage } from '../platform/page.ts';
import { pathTo } from '../platform/route-table.ts';
import { useSay } from '../platform/sentences.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { Card } from '../ui/card.tsx';
import { complainAction } from './complaint-action.ts';
import { ComplaintForm } from './complaint-form.tsx';

const page = definePage('complaints', { parts: ['support'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;
export const action = complainAction;

export async function clientAction(args: ClientActionFunctionArgs): Promise<unknown> {
  return keepForm(args);
}

/** Complaints, by a form that works without a script. */
export default function ComplaintsPage(): ReactElement {
  const say = useSay();
  return (
    <div className="mx-auto w-full max-w-page px-4 pt-5 pb-12 md:px-8 lg:pt-7">
      <meta name="description" content={say('support.description')} />
      <div className="mx-auto grid max-w-[640px] gap-5">
        <PageHead title={say('support.title')} back={pathTo('service')} intro={say('support.intro')} />
        <Card className="md:p-7">
          <ComplaintForm />
        </Card>
      </div>
    </div>
  );
}
