import type { Plugin } from 'vite';

/**
 * One guard decides what happens when a file of the pages cannot be loaded (`web/shell/chunk-guard.ts`); while the
 * browser leaves the page, nobody gets an answer any more. Two things load files without our code:
 *
 * Vite dispatches an event when a file cannot be loaded. If the guard leaves the page, Vite answers `undefined` in place of the
 * module, which its importer would take for one; this plugin makes it answer nothing.
 *
 * The router loads route modules without that event, and reloads the page each time one fails. This plugin makes it
 * dispatch the event. When the guard does not leave, a module that throws replaces the missing one and leads to the
 * error page; otherwise the router would wait forever. Offline, loading waits for the connection.
 */
export function guardedLoads(): Plugin {
  let guarded = 0;
  return {
    name: 'tealight-guarded-loads',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code) {
      if (code.includes(rethrow)) {
        guarded += 1;
        return { code: code.replace(rethrow, `${rethrow} return new Promise(() => {});`), map: null };
      }
      if (!code.includes('async function loadRouteModule(')) return null;
      const told = code.replaceAll(routeImport, (loading) => {
        guarded += 1;
        return `loadOrTell(() => ${loading})`;
      });
      return { code: `${told}\n${loadOrTell}`, map: null };
    },
    generateBundle() {
      if (guarded !== importsOfVite + importsOfRouter)
        this.error(`Files are loaded in ${guarded} places, not ${importsOfVite + importsOfRouter}.`);
    },
  };
}

/** In Vite's helper for imports, after its event: what it does if the guard does not leave. */
const importsOfVite = 1;
const rethrow = 'if (!e.defaultPrevented) throw err;';

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
      throw Object.assign(new TypeError('a page did not come', { cause: error }), { name: 'LoadError' });
    };
    return { default: fail, clientLoader: fail, clientAction: fail, clientMiddleware: [] };
  }
}`;
