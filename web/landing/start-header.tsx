import type { ReactElement } from 'react';

import { LanguageMenu } from '../shell/language-menu.tsx';
import { LogInButton } from '../shell/log-in-button.tsx';
import { Logo } from '../ui/logo.tsx';

/** Logo, language menu and login button, without a bar. */
export function StartHeader({ name }: { name: string }): ReactElement {
  return (
    <header className="relative z-10 flex h-14 items-center gap-2 px-3 min-[360px]:px-4 min-[400px]:gap-2.5 md:px-8 lg:col-start-1 lg:row-start-1 lg:h-19 lg:pr-0 lg:pl-14">
      <Logo name={name} mark="narrow" />
      <span className="flex-1" />
      <div className="lg:hidden">
        <LanguageMenu />
      </div>
      <div className="hidden lg:block">
        <LanguageMenu short={false} />
      </div>
      <LogInButton />
    </header>
  );
}
