import type { ReactElement } from 'react';

import { searchTextMax } from '../../../contract/chat/limits.ts';
import { useSay } from '../../platform/sentences.tsx';
import { Icon, Search } from '../../ui/icon.tsx';
import { setSearchText, useSearchText } from './search-text.ts';

/** The field to search in the member's conversations. */
export function SearchField(): ReactElement {
  const say = useSay();
  const text = useSearchText();
  return (
    <label className="flex min-h-11 items-center gap-2 rounded-pill bg-sunken px-3.5 text-ink-2 has-[input:focus-visible]:inset-ring-2 has-[input:focus-visible]:inset-ring-primary">
      <Icon of={Search} size="sm" className="shrink-0" />
      <input
        type="search"
        dir="auto"
        value={text}
        maxLength={searchTextMax}
        aria-label={say('chat.search')}
        placeholder={say('chat.search')}
        onChange={(event) => setSearchText(event.target.value)}
        className="clear-mark min-w-0 flex-1 bg-transparent py-2 text-[1rem] text-ink outline-none placeholder:text-ink-3 focus-visible:[box-shadow:none] md:text-15"
      />
    </label>
  );
}
