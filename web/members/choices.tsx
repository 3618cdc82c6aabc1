import type { ReactElement } from 'react';

import type { SentenceId } from '../../locales/parts.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ToggleChip } from '../ui/chip.tsx';

export function ChipChoice<T extends string>(props: {
  name: string;
  values: readonly T[];
  chosen: readonly T[];
  sentence: (value: T) => SentenceId;
  onToggle: (value: T) => void;
}): ReactElement {
  const say = useSay();
  return (
    <div className="flex flex-wrap gap-2">
      {props.values.map((value) => (
        <ToggleChip
          key={value}
          name={props.name}
          value={value}
          checked={props.chosen.includes(value)}
          onChange={() => props.onToggle(value)}
        >
          {say(props.sentence(value))}
        </ToggleChip>
      ))}
    </div>
  );
}

export function toggleIn<T>(list: readonly T[], value: T): T[] {
  return list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
}

export function Options({ of }: { of: readonly { value: string; label: string }[] }): ReactElement[] {
  return of.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
