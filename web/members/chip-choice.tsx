import type { ReactElement } from 'react';

import type { SentenceId } from '../../locales/parts.ts';
import { useSay } from '../platform/sentences.tsx';
import { ToggleChip } from '../ui/chip.tsx';

/** Chips to choose values of one attribute, or interests. */
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
