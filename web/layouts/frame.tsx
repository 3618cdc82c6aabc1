import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';

import { refetchEveryMs, refetchEveryWithPushMs, refetchFirstMs } from '../../contract/shell/limits.ts';
import { chatsQuery, likesQuery } from '../cache/list-pages.ts';
import { keptPush, readKept } from '../platform/storage/member-storage.ts';
import { showBadge } from '../platform/app-badge.ts';
import { userQuery } from '../platform/calls/queries.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { useLostSession } from '../accounts/sessions/session-ended.ts';
import { useUnreadCounts } from '../shell/unread-counts.ts';

/** The common parts of all layouts: skip link, navigation progress, refresh, app badge, handling of lost sessions. */
export function Frame({ children, className }: { children: ReactNode; className?: string }): ReactElement {
  const say = useSay();
  const navigation = useNavigation();
  useRefresh();
  useAppBadge();
  useLostSession();
  useFocusedPage();
  return (
    <div className={className ?? 'flex min-h-dvh flex-col'}>
      <a href="#content" className="skip-link">
        {say('shell.skip')}
      </a>
      <Progress active={navigation.state !== 'idle'} label={say('common.loading')} />
      {children}
    </div>
  );
}

// Module state, one per page: each layout mounts its own frame, and the first page leaves the focus to the browser.
let seenPath: string | undefined;

/**
 * Moves the focus to the title of a page that was opened by a link, as a browser does with a new document. Otherwise
 * screen readers say nothing, and the keyboard begins at the top. A focus in the page, a dialog or an open menu stays.
 */
function useFocusedPage(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const isOpened = seenPath !== undefined && seenPath !== pathname;
    seenPath = pathname;
    if (!isOpened) return;
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.closest('header, nav, footer');
    if (!isLost || document.querySelector('[role=dialog]')) return;
    const content = document.querySelector<HTMLElement>('#content');
    const title = content?.querySelector('h1') ?? content;
    if (title !== content) title?.setAttribute('tabindex', '-1');
    title?.focus({ preventScroll: true });
  }, [pathname]);
}

function useAppBadge(): void {
  const { total } = useUnreadCounts();
  useEffect(() => {
    void showBadge(total);
  }, [total]);
}

/**
 * Refetches user, chats and likes after 5 s and every 60 s, or 300 s with pushes (specification, section 9), in case
 * the live channel missed something or a push was lost. A hidden page waits until it is visible.
 */
function useRefresh(): void {
  const queries = useQueryClient();
  const { data: user } = useQuery(userQuery);
  const member = user?.id;
  useEffect(() => {
    if (!member) return undefined;
    let timer = setTimeout(refresh, refetchFirstMs);
    let isDue = false;
    function refresh(): void {
      isDue = document.hidden;
      if (isDue) return;
      void queries.refetchQueries({ queryKey: userQuery.queryKey });
      // Pages that show these lists report errors; here the next round tries again.
      void queries.prefetchQuery({ ...chatsQuery, staleTime: 0 });
      void queries.prefetchQuery({ ...likesQuery, staleTime: 0 });
      // Read each time: pushes are turned on and off while the page is open.
      timer = setTimeout(refresh, readKept(member!, keptPush) ? refetchEveryWithPushMs : refetchEveryMs);
    }
    const life = new AbortController();
    document.addEventListener('visibilitychange', () => isDue && refresh(), life);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [member, queries]);
}

/** Shown after 200 ms for 5 s (specification, section 9); the style has the delay. It slows down and never restarts. */
function Progress({ active, label }: { active: boolean; label: string }) {
  if (!active) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-60 h-[3px]">
      <progress aria-label={label} className="sr-only" />
      <div aria-hidden="true" className="size-full origin-left animate-progress rounded-r-pill bg-primary" />
    </div>
  );
}
