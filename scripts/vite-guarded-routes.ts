import type { Plugin } from 'vite';

/**
 * The router loads the files of a page by itself, without the event that Vite sends when a file cannot be loaded, and
 * reloads the page whenever that happens. This gives it the event, so that one guard decides for all files
 * (`web/shell/chunk-guard.ts`: one reload a minute at most). Where the guard says no, a page that fails takes the place
 * of the missing one, which leads to the error page: the router waits forever for a file that is refused.
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
        return `loadOrTell(${loading})`;
      });
      return { code: `${told}\n${loadOrTell}`, map: null };
    },
    generateBundle() {
      if (guarded !== importsOfRouter)
        this.error(`The router loads files in ${guarded} places, not ${importsOfRouter}.`);
    },
  };
}

/** A page, and where they are files of their own, its loader, action and middleware. */
const importsOfRouter = 4;
const routeImport = /import\(\s*\/\* @vite-ignore \*\/\s*\/\* webpackIgnore: true \*\/\s*route\.\w+\s*\)/g;

const loadOrTell = `
async function loadOrTell(loading) {
  try {
    return await loading;
  } catch (error) {
    const event = new Event('vite:preloadError', { cancelable: true });
    event.payload = error;
    if (!window.dispatchEvent(event)) return new Promise(() => {});
    const fail = () => {
      throw error;
    };
    return { default: fail, clientLoader: fail, clientAction: fail, clientMiddleware: [] };
  }
}`;
