import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const late = JSON.stringify(fileURLToPath(new URL('../src/design/late.ts', import.meta.url)))

/**
 * Every `import()` of pages goes through this helper of Vite, which loads the styles of the module first. Its replacement tries
 * again what fails (`needed`), because leaving a page aborts what is loading, and is half as large.
 */
const preloadHelper = `
  import { needed } from ${late}
  const asked = {}
  const ask = (file) => {
    const { href } = new URL('/' + file, import.meta.url)
    const isStyle = href.endsWith('.css')
    return asked[href] ??= new Promise((resolve, reject) => {
      if ([...document.querySelectorAll('link')].some((link) => link.href === href)) return resolve()
      const link = document.createElement('link')
      link.rel = isStyle ? 'stylesheet' : 'modulepreload'
      link.crossOrigin = ''
      link.href = href
      document.head.append(link)
      if (!isStyle) return resolve()
      link.onload = resolve
      link.onerror = () => {
        link.remove()
        asked[href] = null
        reject(new Error(href))
      }
    })
  }
  export const __vitePreload = (load, files) =>
    needed(() => Promise.all((files ?? []).map(ask)).then(load))`

/** The router reloads the page when the script of the next one fails, even while another page is already being opened. */
const routeModules = `
  import { needed } from ${late}
  export const loadRouteModule = (route, loaded) => route.id in loaded
    ? Promise.resolve(loaded[route.id])
    : needed(() => import(/* @vite-ignore */ route.module)).then(
        (module) => (loaded[route.id] = module),
        () => {
          location.reload()
          return new Promise(() => {})
        },
      )`

/** Scripts that the browser loads after the page are tried again instead of failing at once. */
export function persistentLoading(): Plugin {
  return {
    name: 'bileti:persistent-loading',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load(id) {
      if (id === '\0vite/preload-helper.js') return preloadHelper
      const file = id.split('?', 1)[0] ?? ''
      return file.endsWith('/react-router/dist/production/lib/dom/ssr/routeModules.js')
        ? routeModules
        : null
    },
  }
}
