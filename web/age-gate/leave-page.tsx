import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';

import { definePage, safeNext } from '../platform/pages/page.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { Rich, useSay } from '../platform/sentences/sentences.tsx';
import { Title } from '../shell/title.tsx';
import { useCarriedSource, withSource } from '../sources/visitor-source.ts';
import { LinkButton } from '../ui/button.tsx';

const page = definePage('leave', { parts: ['age-gate'], program: 'never' });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** For visitors who say that they are too young. The answer is not stored. `?next=` is the page that asked them. */
export default function LeavePage(): ReactElement {
  const say = useSay();
  const { data: settings } = useSuspenseQuery(settingsQuery);
  const { name, min_age: age } = settings;
  const [query] = useSearchParams();
  const carried = useCarriedSource();
  return (
    <div className="mx-auto grid w-full max-w-[34rem] flex-1 content-center justify-items-start gap-5 px-5 py-16">
      <Title>{say('age-gate.leave')}</Title>
      <h1 className="speak text-34 text-balance md:text-52">{say('age-gate.leave')}</h1>
      <p className="text-17 text-ink-2">{say('age-gate.leave-text', { name, age })}</p>
      <p className="text-15 text-ink-2">
        <Rich
          id="age-gate.leave-ban"
          components={{ ban: <Link to={pathTo('ban')} className="font-bold text-primary-ink underline" /> }}
        />
      </p>
      <LinkButton
        to={withSource(safeNext(query.get('next'), pathTo('index')), carried)}
        variant="quiet"
        className="mt-2"
      >
        {say('age-gate.leave-back')}
      </LinkButton>
    </div>
  );
}
