import { useLingui } from '@lingui/react';
import { Component, type ReactElement, type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse, useLocation } from 'react-router';

import type { SentenceId } from '../../locales/parts.ts';
import { CallError, isLoadError } from '../platform/calls/call.ts';
import { errorText } from '../platform/calls/errors.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { type Say, useSay } from '../platform/sentences/sentences.tsx';
import { Button, buttonClasses } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { UnlitTealight } from '../ui/tealights.tsx';
import { isOnline, onConnection } from '../platform/calls/connection.ts';
import { TitleIn } from './title.tsx';

/**
 * The error page (specification, section 2); status 500 by default. Offline, the page reloads when the connection is
 * back. If something did not load although the browser is online, there is no status but a retry button. If the error
 * page itself fails, a page without styles and sentences replaces it. `inside`: the layout has the main landmark.
 */
export function ErrorPage({ error, inside = false }: { error: unknown; inside?: boolean }): ReactElement {
  return (
    <LastResort>
      <Content error={error} inside={inside} />
    </LastResort>
  );
}

function Content({ error, inside }: { error: unknown; inside: boolean }): ReactElement {
  const Frame = inside ? 'div' : 'main';
  const say = useAnySay();
  const isOffline = typeof window !== 'undefined' && !isOnline();
  useEffect(() => {
    if (!isOffline) return undefined;
    return onConnection(() => {
      if (isOnline()) location.reload();
    });
  }, [isOffline]);
  const isLost = !isOffline && isLoadError(error);
  const { pathname } = useLocation();
  const near = !isOffline && getStatus(error) === 404 ? findNearPage(pathname) : undefined;
  const message = isOffline ? say('shell.error.offline') : getMessage(say, error);
  return (
    <Frame
      className={cx(
        'grid place-content-center justify-items-center gap-3 px-6 py-16 text-center',
        inside ? 'min-h-[60dvh]' : 'min-h-dvh',
      )}
    >
      <TitleIn say={say}>{message}</TitleIn>
      <UnlitTealight className="h-[66px] w-[84px]" />
      {!isOffline && !isLost && <p className="text-13 font-semibold text-ink-3 tabular-nums">{getStatus(error)}</p>}
      <h1 className="speak max-w-[24ch] text-26 md:text-34">{message}</h1>
      {near && <p className="max-w-[40ch] text-15 text-ink-2">{say('shell.error.gone-text')}</p>}
      {isLost && <p className="max-w-[40ch] text-15 text-ink-2">{say('shell.error.lost-text')}</p>}
      {/* A new document leaves the broken state behind. Offline it would lead nowhere. */}
      {isLost && (
        <Button className="mt-4" onClick={() => location.reload()}>
          {say('common.retry')}
        </Button>
      )}
      {near && (
        <a href={pathTo(near)} className={buttonClasses({}, 'mt-4')}>
          {say(near === 'chats' ? 'shell.messages' : 'shell.search')}
        </a>
      )}
      {!isOffline && !near && (
        <a href={pathTo('index')} className={buttonClasses(isLost ? { variant: 'quiet' } : {}, isLost ? '' : 'mt-4')}>
          {say('shell.error.home')}
        </a>
      )}
    </Frame>
  );
}

/** Finds the page to go on from where a member or a conversation is not found. */
function findNearPage(path: string): 'members' | 'chats' | undefined {
  return (['members', 'chats'] as const).find((name) => path.startsWith(`${pathTo(name)}/`));
}

/** English texts for errors that occur before any sentence is loaded. */
const plain: Partial<Record<SentenceId, string>> = {
  'common.brand': 'Tealight',
  'common.retry': 'Try again',
  'common.title-count': '({count}) {title}',
  'errors.request.error': 'An error has occurred.',
  'errors.request.not-found': 'This page could not be found',
  'shell.error.gone-text': 'This person may have left, or the link isn’t complete.',
  'shell.error.home': 'Back to the home page',
  'shell.error.lost': 'This page couldn’t be loaded',
  'shell.error.lost-text': 'Check your connection and try again.',
  'shell.error.offline': 'No connection',
  'shell.messages': 'Messages',
  'shell.search': 'Search',
};

function useAnySay(): Say {
  const say = useSay();
  const { i18n } = useLingui();
  return (id, ...values) => {
    // For a sentence that is not loaded, the library writes to the console.
    if (id in i18n.messages) return say(id, ...values);
    const given: Record<string, unknown> = values[0] ?? {};
    return (plain[id] ?? 'Error').replace(/\{(\w+)\}/g, (_match, name: string) => String(given[name]));
  };
}

function getStatus(error: unknown): number {
  if (isRouteErrorResponse(error) || error instanceof CallError) return error.status;
  return 500;
}

function getMessage(say: Say, error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const known = (error.data as { error?: unknown } | null)?.error;
    if (typeof known === 'string') return errorText(say, error.data);
    return error.status === 404 ? say('errors.request.not-found') : say('shell.error.title');
  }
  if (error instanceof CallError) return errorText(say, error);
  if (isLoadError(error)) return say('shell.error.lost');
  // The message of an internal error is for the log, not for members.
  return say('errors.request.error');
}

class LastResort extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <PlainWords />;
  }
}

/** Replaces an error page that fails itself: no styles, no sentences, nothing else that could fail, too. */
export function PlainWords(): ReactElement {
  return (
    <main style={{ padding: 48, textAlign: 'center' }}>
      <p>An error occurred while showing the error page</p>
      <p>
        <a href="/">Go back to home</a>
      </p>
    </main>
  );
}
