import type { Plugin } from 'vite';

/**
 * The router loads the files of a page by itself, without the event that Vite sends when a file cannot be loaded, and
 * reloads the page whenever that happens. This gives it the event, so that one guard decides for all files
 * (`web/shell/chunk-guard.ts`: one reload a minute at most). Where the guard says no, a page that fails takes the place
 * of the missing one, which leads to the error page: the router waits forever for a file that is refused. Without a
 * connection the way waits for it, as it does for what the page asks the server.
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

/** A page, and where they are files of their own, its loader, action and middleware; and what is fetched ahead. */
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
