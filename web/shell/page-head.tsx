import type { ReactElement, ReactNode } from 'react';

import { Title } from './title.tsx';
import { WayBack } from './back-button.tsx';

export interface PageHeadProps {
  title: string;
  /** The target of the back arrow on phones if the visit began here. */
  back: string;
  aside?: ReactNode;
  intro?: string | undefined;
  children?: ReactNode;
}

export function PageHead({ title, back, aside, intro, children }: PageHeadProps): ReactElement {
  return (
    <header className="grid gap-2">
      <Title>{title}</Title>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-[359px]:gap-x-2">
        <div className="flex min-w-0 items-center gap-1">
          <WayBack fallback={back} />
          <h1 className="speak text-26 text-balance max-[359px]:text-20 md:text-34">{title}</h1>
        </div>
        {aside}
      </div>
      {intro !== undefined && <p className="max-w-[72ch] text-ink-2">{intro}</p>}
      {children}
    </header>
  );
}
