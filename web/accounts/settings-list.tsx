import type { ReactElement } from 'react';

import { useSay } from '../platform/sentences.tsx';
import { ChevronRight, Icon } from '../ui/icon.tsx';
import { settingsGroups } from './settings-groups.ts';
import { useSettingsSummaries } from './use-settings-summaries.ts';

/** Links to each group with a summary of its settings: above the groups on a phone, beside them on wide windows. */
export function SettingsList(): ReactElement {
  const say = useSay();
  const summaries = useSettingsSummaries();
  return (
    <nav
      aria-label={say('shell.settings')}
      className="mb-8 rounded-card bg-surface shadow-e1 inset-ring inset-ring-line lg:sticky lg:top-20 lg:mb-0 lg:self-start"
    >
      <ul className="divide-y divide-line lg:p-2 lg:divide-y-0">
        {settingsGroups.map(({ id, title, icon }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-14 items-center gap-3.5 px-5 py-2.5 hover:bg-sunken lg:min-h-12 lg:rounded-input lg:px-3 lg:py-2"
            >
              <Icon of={icon} className="text-primary-ink" />
              <span className="grid min-w-0 flex-1">
                <span className="font-semibold text-balance">{say(title)}</span>
                <span className="text-13 text-balance wrap-anywhere text-ink-2">{summaries[id] ?? '\u00a0'}</span>
              </span>
              <Icon of={ChevronRight} size="sm" className="text-ink-3 lg:hidden" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
