import type { ReactElement } from 'react';

import { type ProfileAttribute, attributes } from '../../../contract/members/attributes.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { useSay } from '../../platform/sentences.tsx';
import { ChevronDown, Icon } from '../../ui/icon.tsx';
import { ChipChoice } from '../chip-choice.tsx';
import { toggled } from '../toggled.ts';
import type { Filters } from './filters.ts';
import { FoldedChoices } from './folded-choices.tsx';

export interface AttributeFiltersProps {
  offered: readonly ProfileAttribute[];
  chosen: Filters['chosen'];
  onChange: (chosen: Filters['chosen']) => void;
  whole?: boolean | undefined;
}

/** The attributes that are offered as filters, folded at first. */
export function AttributeFilters(props: AttributeFiltersProps): ReactElement | null {
  const { offered, chosen, onChange, whole = false } = props;
  const say = useSay();
  if (offered.length === 0) return null;
  return (
    <div className="divide-y divide-line border-y border-line">
      {offered.map((name) => {
        const values = chosen[name] ?? [];
        const said = values.map((value) => say(`attributes.${name}.${value}` as SentenceId)).join(', ');
        return (
          <FoldedChoices
            key={name}
            name={name}
            chosen={values}
            whole={whole}
            className="group"
            summary={
              <summary className="flex min-h-12 list-none items-center gap-3 py-2 text-13 font-semibold [&::-webkit-details-marker]:hidden">
                <span className="shrink-0 text-ink-2">{say(`attributes.${name}`)}</span>
                <span className="min-w-0 flex-1 truncate text-right">{said || say('members.any')}</span>
                <Icon of={ChevronDown} size="sm" className="transition-transform group-open:rotate-180" />
              </summary>
            }
          >
            {() => (
              <fieldset className="pb-4">
                <legend className="sr-only">{say(`attributes.${name}`)}</legend>
                <ChipChoice<string>
                  name={name}
                  values={attributes[name]}
                  chosen={values}
                  sentence={(value) => `attributes.${name}.${value}` as SentenceId}
                  onToggle={(value) => onChange({ ...chosen, [name]: toggled(values, value) })}
                />
              </fieldset>
            )}
          </FoldedChoices>
        );
      })}
    </div>
  );
}
