import { useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';

import { searchPagesMax } from '../../contract/members/limits.ts';
import type { ProfileSummary } from '../../contract/members/operations.ts';
import { keys } from '../platform/calls/queries.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { ArrowLeft, ArrowRight, ChevronDown, ChevronUp, Icon } from '../ui/icon.tsx';
import { RoundLink } from '../ui/round-button.tsx';
import { useOrigin } from '../members/origin.ts';
import { readFilters, readPages, searchAddress } from '../members/search/filters.ts';
import { type Search, useSearch } from '../members/search/use-search.ts';

const ways = [
  { way: 'previous', icon: ChevronUp },
  { way: 'next', icon: ChevronDown },
] as const;

// The links replace the profile's history entry, so that going back leads to the search after any number of members.
export function WideNeighbors({ id, className }: { id: MemberId; className: string }): ReactElement {
  const say = useSay();
  const { origin, onOpen, ...neighbors } = useNeighbors(id);
  return (
    <>
      {ways.map(({ way }) => {
        const member = neighbors[way];
        if (!member) return null;
        const text = say('members.name-age', { name: member.name, age: member.age });
        return (
          <Link
            key={way}
            to={pathTo('members-id', { id: member.id })}
            state={origin}
            onClick={() => onOpen(member)}
            replace
            aria-label={say(`members.${way}-member`, { member: text })}
            className={className}
          >
            {way === 'previous' && <Icon of={ArrowLeft} size="sm" />}
            <span className="max-w-44 truncate">{text}</span>
            {way === 'next' && <Icon of={ArrowRight} size="sm" />}
          </Link>
        );
      })}
    </>
  );
}

export function PhoneNeighbors({ id }: { id: MemberId }): ReactElement | null {
  const say = useSay();
  const { origin, onOpen, ...neighbors } = useNeighbors(id);
  if (!neighbors.previous && !neighbors.next) return null;
  return (
    <span className="flex rounded-pill bg-glass backdrop-blur-md">
      {ways.map(({ way, icon }) => {
        const member = neighbors[way];
        return member ? (
          <RoundLink
            key={way}
            to={pathTo('members-id', { id: member.id })}
            state={origin}
            onClick={() => onOpen(member)}
            replace
            label={say(`members.${way}-member`, {
              member: say('members.name-age', { name: member.name, age: member.age }),
            })}
            variant="bare"
            size="sm"
          >
            <Icon of={icon} />
          </RoundLink>
        ) : (
          <span key={way} aria-hidden="true" className="grid size-10 place-items-center text-ink-3 opacity-45">
            <Icon of={icon} />
          </span>
        );
      })}
    </span>
  );
}

/** Finds the neighbors in the search that found the member. At the end of the loaded pages, the next page is loaded. */
function useNeighbors(id: MemberId) {
  const origin = useOrigin();
  const queries = useQueryClient();
  const query = new URLSearchParams(origin?.search ?? '');
  const filters = readFilters(query);
  const shown = origin?.search === undefined ? 0 : readPages(query, searchPagesMax);
  const known = useSearch(filters, shown);
  const isLast = listShown(known).at(-1)?.id === id && (known.beyond ?? known.found).hasNext;
  const pages = isLast ? shown + 1 : shown;
  const members = listShown(useSearch(filters, pages));
  const at = members.findIndex((member) => member.id === id);
  return {
    previous: at > 0 ? members[at - 1] : undefined,
    next: at < 0 ? undefined : members[at + 1],
    onOpen: (member: ProfileSummary) => queries.setQueryData(keys.card(member.id), member),
    origin: origin && { ...origin, search: searchAddress(filters, pages) },
  };
}

function listShown({ found, beyond }: Search): ProfileSummary[] {
  return [...found.members, ...(beyond?.members ?? [])];
}
