/**
 * The document around the HTML that React renders: links to scripts, and the data for hydration. The data is an
 * inert block, and the two inline scripts are the same on all pages. So the content security policy names them by
 * their hashes, a page has the same bytes for all visitors, and cached pages contain no secrets.
 */
import { createHash } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import type { PageHosts } from '#design/data/page-hosts.ts'
import { hydrationBlockId, type HydrationStart } from '../hydration-start.ts'
import { scrollScript } from '../scroll.ts'
import { headScript } from '../head-script.ts'
import { saidOfPage, type DocumentFacts } from './head.ts'
import { routeListsOf } from './route-lists.ts'

/** Hashes of the inline scripts, for `script-src`. */
export const inlineScriptSources: readonly string[] = [headScript(), scrollScript].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

const doctype = /^<!doctype html>/i

export interface DocumentFrame {
  /**
   * Combines the HTML that React rendered with its data (one line of the router's format), and with what its head says
   * about this address.
   */
  fill(html: string, data: string, page: Omit<DocumentFacts, 'routeId'>): string
}

/** The required parts of the build; the router's context of a rendering contains them too. */
type BuildFacts = Pick<ServerBuild, 'future' | 'routeDiscovery' | 'ssr' | 'isSpaMode'> & {
  readonly manifest: ServerBuild['assets']
}

type ManifestRoute = NonNullable<ServerBuild['assets']['routes'][string]>

/**
 * The document of pages that match these routes, from the root to the page.
 *
 * @param hosts origins that the page uses in addition to its own. Scripts import each other, and the list of routes
 * and the styles name their files, relative to where they came from; only the document's own links name the origin.
 */
export function documentFrame(
  build: BuildFacts,
  routeIds: readonly string[],
  hosts: PageHosts = {},
): DocumentFrame {
  const { assets = '', ...others } = hosts
  // Frames on other sites have a session of their own host only.
  const called = isFramed(routeIds) ? {} : others
  const { entry, routes, url } = build.manifest
  const known = routeIds.flatMap((id) => routes[id] ?? [])
  const routeLists = routeListsOf(url, routeIds)
  const scripts = new Set([
    ...routeLists,
    entry.module,
    ...entry.imports,
    ...known.flatMap((route) => [...modulesOf(route), ...(route.imports ?? [])]),
  ])
  const preloads =
    preconnects(called) +
    [...scripts].map((file) => `<link rel="modulepreload" href="${assets}${file}"/>`).join('')
  const start: HydrationStart = {
    manifest: routeLists.at(-1) ?? url,
    modules: Object.fromEntries(known.map((route) => [route.id, modulesOf(route)])),
    context: {
      basename: '/',
      future: build.future,
      routeDiscovery: build.routeDiscovery,
      ssr: build.ssr,
      isSpaMode: build.isSpaMode,
    },
    ...(Object.keys(called).length > 0 && { hosts: called }),
  }
  const before = `<script type="application/json" id="${hydrationBlockId}">${harmless(JSON.stringify(start))}\n`
  const after = `</script><script>${scrollScript}</script>${moduleScripts(build, [...routeLists, ...known.flatMap(modulesOf)], assets)}`
  return {
    fill(html, data, page) {
      const head = html.indexOf('</head>')
      const end = html.lastIndexOf('</body>')
      if (head < 0 || end < 0) throw new Error('The page is no whole document')
      const said = saidOfPage(html.slice(0, head), { ...page, routeId: routeIds.at(-1) ?? '' })
      return (
        // React's stream begins with it, its string does not; without it browsers lay pages out in quirks mode.
        (doctype.test(html) ? '' : '<!DOCTYPE html>') +
        filesAt(assets, html.slice(0, head)) +
        said.head +
        preloads +
        html.slice(head, end) +
        said.body +
        before +
        harmless(data) +
        after +
        html.slice(end)
      )
    },
  }
}

/** The widget's pages, which organisers' sites frame. */
function isFramed(routeIds: readonly string[]): boolean {
  return routeIds.some((id) => /^\w+:widget$/.test(id))
}

/** The first call follows the first paint; the connection is ready by then. */
function preconnects({ gateway }: PageHosts): string {
  return gateway === undefined
    ? ''
    : `<link rel="preconnect" href="${gateway}" crossorigin="use-credentials"/>`
}

/** Links to built files in the head that React rendered. Text of content cannot contain the quote. */
function filesAt(assets: string, head: string): string {
  return assets === '' ? head : head.replaceAll('href="/assets/', `href="${assets}/assets/`)
}

/**
 * The build splits a module where it can, so that a navigation can request data before the page's script is loaded.
 */
function modulesOf(route: ManifestRoute): string[] {
  return [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((file) => file !== undefined)
}

/**
 * The route modules and, after them, the entry, in execution order. The modules are evaluated before the entry, so
 * hydration begins before the browser's `load` event: text typed into a form before hydration is lost. In
 * development the runtime for module replacement comes first.
 */
function moduleScripts(
  { manifest: { entry, hmr } }: BuildFacts,
  files: readonly string[],
  assets: string,
): string {
  const scripts = [...(hmr ? [hmr.runtime] : []), ...files, entry.module]
  return scripts.map((file) => `<script type="module" src="${assets}${file}"></script>`).join('')
}

/** Prevents text from ending the script block: in JSON `<` occurs only inside strings, where it can be escaped. */
function harmless(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
