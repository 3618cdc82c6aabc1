import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { settingsQuery } from './calls/queries.ts';
import { useSay } from './sentences/sentences.tsx';
import { FictionalMark, type FictionalMarkProps } from '../ui/fictional-mark.tsx';

/** Returns the word for a fictional profile: the site's own, or the default in the language of the page. */
export function useFictionalWord(): string {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  return settings?.fictional_singular ?? say('common.fictional');
}

/** Returns a short form of the default word, for narrow pictures. A site's own word has none. */
export function useFictionalShort(): string | undefined {
  const say = useSay();
  const { data: settings } = useQuery(settingsQuery);
  const hasOwn = settings !== undefined && settings.fictional_singular !== say('common.fictional');
  return hasOwn ? undefined : say('common.fictional-short');
}

export function FictionalLabel(props: Omit<FictionalMarkProps, 'children' | 'short'>): ReactElement {
  return <FictionalMark {...props}>{useFictionalWord()}</FictionalMark>;
}
