import {
  type ComponentType,
  type LazyExoticComponent,
  createElement,
  lazy,
  useEffect,
  useReducer,
  useState,
} from 'react';

/** The event that tells the page that one of its parts failed to load. */
export const partMissing = 'tealight-part-missing';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/** Loads code when shown or back online. If that fails, only this part stays away: the member may be typing. */
export function lazyPart<Props>(load: Load<Props>): LazyExoticComponent<ComponentType<Props>> {
  if (import.meta.env.SSR) return lazy(load);
  return lazy(() => loadOrStayAway(load));
}

/** A part that can be loaded before it is shown. */
export interface Loadable {
  /** Loads the code once; a failed load can be repeated. */
  load: () => Promise<void>;
}

/**
 * A part that is shown only after hydration, and leaves its place empty until it is loaded. It does without `Suspense`,
 * which would hide it for another 300 ms after its code has arrived.
 */
export function latePart<Props extends object>(load: Load<Props>): ComponentType<Props> & Loadable {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const loadOnce = async (): Promise<void> => {
    try {
      loaded = (await load()).default;
    } catch (error) {
      loading = undefined;
      throw error;
    }
  };
  const part = { load: () => (loading ??= loadOnce()) };
  function LatePart(props: Props) {
    const [, show] = useReducer((count: number) => count + 1, 0);
    // It may arrive between this render and its effect.
    const [isMissing] = useState(!loaded);
    useEffect(() => {
      if (isMissing) void loadOrStayAway(part.load).then(show);
    }, [isMissing]);
    return loaded ? createElement(loaded, props) : null;
  }
  return Object.assign(LatePart, part);
}

/** Loads parts once the page is complete and at rest, so that they open at once. With data saving, nothing is loaded. */
export function useLoadAhead(...parts: readonly Loadable[]): void {
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return undefined;
    const left = new AbortController();
    const load = (): void => {
      if (!left.signal.aborted) for (const part of parts) part.load().catch(() => undefined);
    };
    // Safari has no idle callbacks.
    const wait = (): unknown => ('requestIdleCallback' in window ? requestIdleCallback(load) : setTimeout(load, 200));
    if (document.readyState === 'complete') wait();
    else window.addEventListener('load', wait, left);
    return () => left.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the parts of a component are always the same
  }, []);
}

/** Loads a part; never settles if it stays away. */
export async function loadOrStayAway<T>(load: () => Promise<T>): Promise<T> {
  // The connection may come back between the failure and its notification.
  const wasOnline = navigator.onLine;
  try {
    return await load();
  } catch {
    if (wasOnline && navigator.onLine) {
      window.dispatchEvent(new Event(partMissing));
      return await new Promise<never>(() => undefined);
    }
    if (!navigator.onLine) await new Promise((resume) => window.addEventListener('online', resume, { once: true }));
    return loadOrStayAway(load);
  }
}
