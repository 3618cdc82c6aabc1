import type { Plugin } from 'vite';

/**
 * Makes a plugin by which no import settles while the browser leaves a page (`web/platform/pages/chunk-guard.ts`), even in
 * the two loaders that bypass our code. Vite's resolves with `undefined` if the guard leaves; here, its promise never
 * settles. The router's reloads after each failure; here, it asks the guard by an event, throws if the guard stays, and
 * waits for the connection if the browser is offline.
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

/** In Vite's import helper, after its event: the case in which the guard does not leave. */
const importsOfVite = 1;
const rethrow = 'if (!e.defaultPrevented) throw err;';

/** The router's imports: module, split loader, action and middleware, and prefetching. */
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
