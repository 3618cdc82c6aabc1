import { Component, type ReactElement, type ReactNode, useEffect } from 'react';
import { isRouteErrorResponse } from 'react-router';

import type { SentenceId } from '../../locales/parts.ts';
import { CallError } from '../call.ts';
import { errorText } from '../errors.ts';
import { pathTo } from '../route-table.ts';
import { type Say, useSay } from '../sentences.tsx';
import { buttonClasses } from '../ui/button-classes.ts';
import { cx } from '../ui/cx.ts';
import { UnlitTealight } from '../ui/tealights.tsx';
import { isOnline, onConnection } from './connection.ts';
import { TitleIn } from './title.tsx';

/**
 * The generic error page (specification, section 2): message, status (500 by default) and a link home. Without a
 * connection it says so, and reloads when the connection is back. If it fails itself, a page without styles and
 * sentences takes its place. With `inside` it is part of a layout, which already has the main landmark.
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
  const message = isOffline ? say('shell.error.offline') : messageOf(say, error);
  return (
    <Frame
      className={cx(
        'grid place-content-center justify-items-center gap-3 px-6 py-16 text-center',
        inside ? 'min-h-[60dvh]' : 'min-h-dvh',
      )}
    >
      <TitleIn say={say}>{message}</TitleIn>
      <UnlitTealight className="h-[66px] w-[84px]" />
      {!isOffline && <p className="text-13 font-semibold text-ink-3 tabular-nums">{statusOf(error)}</p>}
      <h1 className="speak max-w-[24ch] text-26 md:text-34">{message}</h1>
      {/* A plain link loads a new document and leaves the broken state behind. Offline it would lead nowhere. */}
      {!isOffline && (
        <a href={pathTo('index')} className={buttonClasses({}, 'mt-4')}>
          {say('shell.error.home')}
        </a>
      )}
    </Frame>
  );
}

/** In English, for errors that occur before any sentence is loaded. */
const plain: Partial<Record<SentenceId, string>> = {
  'common.brand': 'Tealight',
  'common.title-count': '({count}) {title}',
  'errors.request.error': 'An error has occurred.',
  'errors.request.not-found': 'This page could not be found',
  'shell.error.home': 'Back to the home page',
  'shell.error.offline': 'No connection',
};

function useAnySay(): Say {
  const say = useSay();
  return (id, values) => {
    const text = say(id, values);
    if (text !== id) return text;
    return (plain[id] ?? 'Error').replace(/\{(\w+)\}/g, (_match, name: string) => String(values?.[name]));
  };
}

function statusOf(error: unknown): number {
  if (isRouteErrorResponse(error) || error instanceof CallError) return error.status;
  return 500;
}

function messageOf(say: Say, error: unknown): string {
  if (isRouteErrorResponse(error)) {
    const known = (error.data as { error?: unknown } | null)?.error;
    if (typeof known === 'string') return errorText(say, error.data);
    return error.status === 404 ? say('errors.request.not-found') : say('shell.error.title');
  }
  if (error instanceof CallError) return errorText(say, error);
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

/** For when the error page itself fails: no styles, no sentences, nothing else that could fail too. */
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
