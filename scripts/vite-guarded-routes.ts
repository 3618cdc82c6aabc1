import type { Plugin } from 'vite';

/**
 * The router loads route modules itself, without the event that Vite dispatches when a file cannot be loaded, and
 * reloads the page each time one fails. This plugin makes it dispatch the event, so that one guard decides for all
 * files (`web/shell/chunk-guard.ts`: at most one reload a minute). When the guard does not reload, a module that throws
 * replaces the missing one and leads to the error page; otherwise the router would wait forever. Offline, loading waits
 * for the connection.
 */
export function guardedRoutes(): Plugin {
  let guarded = 0;
  return {
    name: 'tealight-guarded-routes',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code) {
      if (!code.includes('async function loadRouteModule(')) return null;
      const told = code.replaceAll(routeImport, (loading) => {
        guarded += 1;
        return `loadOrTell(() => ${loading})`;
      });
      return { code: `${told}\n${loadOrTell}`, map: null };
    },
    generateBundle() {
      if (guarded !== importsOfRouter)
        this.error(`The router loads files in ${guarded} places, not ${importsOfRouter}.`);
    },
  };
}

/** Imports in the router: the module, its split loader, action and middleware, and prefetching. */
const importsOfRouter = 5;
const routeImport =
  /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*(?:route\.\w+|modulePath)\s*\)/g;

const loadOrTell = `
async function loadOrTell(load) {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) {
      await new Promise((resume) => window.addEventListener('online', resume, { once: true }));
      return loadOrTell(load);
    }
    const event = new Event('vite:preloadError', { cancelable: true });
    event.payload = error;
    if (!window.dispatchEvent(event)) return new Promise(() => {});
    const fail = () => {
      throw error;
    };
    return { default: fail, clientLoader: fail, clientAction: fail, clientMiddleware: [] };
  }
}`;
