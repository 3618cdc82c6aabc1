import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useDeferredValue, useId, useState } from 'react';

import type { Country } from '../../contract/countries.ts';
import type { Town } from '../../contract/members.ts';
import { callFrom } from '../queries.ts';
import { useSay } from '../sentences.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/input.tsx';

export interface TownComboboxProps {
  country: Country;
  /** The chosen town's name; empty where none is. */
  value: string;
  onChoose: (town: Town) => void;
  error?: string | undefined;
  help?: string;
}

const lettersMin = 2;

/** A town, by typing its beginning and choosing from what is found: with arrows, Enter and Escape, or by pressing. */
export function TownCombobox({ country, value, onChoose, error, help }: TownComboboxProps): ReactElement {
  const say = useSay();
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const query = useDeferredValue((typed ?? '').trim());
  const { data: towns = [], isFetching } = useTowns(country, query);
  const open = typed !== null && query.length >= lettersMin;
  const choose = (town: Town | undefined): void => {
    if (!town) return;
    setTyped(null);
    onChoose(town);
  };
  const press = (event: KeyboardEvent): void => {
    if (!open) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setActive((active + step + towns.length) % Math.max(1, towns.length));
    else if (event.key === 'Enter') choose(towns[active]);
    else if (event.key === 'Escape') setTyped(null);
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative">
      <Field label={say('members.town')} error={error} help={help}>
        <TextInput
          role="combobox"
          autoComplete="off"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && towns[active] ? `${listId}-${active}` : undefined}
          placeholder={say('members.town-placeholder')}
          value={typed ?? value}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={press}
          onBlur={() => setTyped(null)}
        />
      </Field>
      {open && <TownList id={listId} towns={towns} active={active} isFetching={isFetching} onChoose={choose} />}
    </div>
  );
}

interface TownListProps {
  id: string;
  towns: readonly Town[];
  active: number;
  isFetching: boolean;
  onChoose: (town: Town) => void;
}

function TownList({ id, towns, active, isFetching, onChoose }: TownListProps): ReactElement {
  const say = useSay();
  return (
    <div
      id={id}
      role="listbox"
      aria-label={say('members.town')}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-72 overflow-y-auto rounded-photo bg-raised p-1.5 shadow-e2 inset-ring inset-ring-line"
    >
      {towns.map((town, at) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are heard by the text box that owns the list
        <div
          key={town.id}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          // The text box keeps the focus: otherwise it would close the list before the press is heard.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(town)}
          className={cx(
            'flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-input px-3 py-1.5',
            at === active && 'bg-primary-soft text-on-primary-soft',
          )}
        >
          <span className="font-semibold">{town.name}</span>
          <span className="text-13 opacity-80">{town.region}</span>
        </div>
      ))}
      {towns.length === 0 && !isFetching && (
        <div
          role="option"
          aria-selected={false}
          aria-disabled="true"
          tabIndex={-1}
          className="px-3 py-2.5 text-13 text-ink-2"
        >
          {say('members.town-none')}
        </div>
      )}
    </div>
  );
}

function useTowns(country: Country, query: string) {
  return useQuery({
    queryKey: ['towns', country, query.toLowerCase()],
    queryFn: async (context) =>
      (await callFrom(context)('listTowns', { country, query }, { signal: context.signal })).towns,
    enabled: query.length >= lettersMin,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
}
