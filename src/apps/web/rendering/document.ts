/**
 * What stands around what React renders: the links to scripts, and the data by which the browser takes the page
 * over. None of it is a script of the page's own: the data is a block that nothing runs, and the two scripts that
 * stand in the page are the same in all of them. So the policy names them by their hashes, a page is the same bytes
 * for everybody, and what is kept of it carries no secret.
 */
import { createHash } from 'node:crypto'
import type { ServerBuild } from 'react-router'
import { hydrationBlockId, type HydrationStart } from '../hydration-start.ts'
import { scrollScript } from '../scroll.ts'
import { themeScript } from '../theme.ts'
import { routeListsOf } from './route-lists.ts'

/** Sources of the scripts that are in pages, for `script-src`. */
export const inlineScriptSources: readonly string[] = [themeScript, scrollScript].map(
  (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
)

export interface DocumentFrame {
  /** Puts together what React rendered and what it was rendered with (one line of the router's format). */
  fill(html: string, data: string): string
}

/** What the frame needs of the build; the router's own context of a rendering has it too. */
type BuildFacts = Pick<ServerBuild, 'future' | 'routeDiscovery' | 'ssr' | 'isSpaMode'> & {
  readonly manifest: ServerBuild['assets']
}

type ManifestRoute = NonNullable<ServerBuild['assets']['routes'][string]>

/** The frame of the pages that match these routes, from the root to the page. */
export function documentFrame(build: BuildFacts, routeIds: readonly string[]): DocumentFrame {
  const { entry, routes, url } = build.manifest
  const known = routeIds.flatMap((id) => routes[id] ?? [])
  const routeLists = routeListsOf(url, routeIds)
  const scripts = new Set([
    ...routeLists,
    entry.module,
    ...entry.imports,
    ...known.flatMap((route) => [...modulesOf(route), ...(route.imports ?? [])]),
  ])
  const preloads = [...scripts].map((file) => `<link rel="modulepreload" href="${file}"/>`).join('')
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
  }
  const before = `<script type="application/json" id="${hydrationBlockId}">${harmless(JSON.stringify(start))}\n`
  const after = `</script><script>${scrollScript}</script>${moduleScripts(build, [...routeLists, ...known.flatMap(modulesOf)])}`
  return {
    fill(html, data) {
      const head = html.indexOf('</head>')
      const end = html.lastIndexOf('</body>')
      if (head < 0 || end < 0) throw new Error('The page is no whole document')
      return (
        html.slice(0, head) +
        preloads +
        html.slice(head, end) +
        before +
        harmless(data) +
        after +
        html.slice(end)
      )
    },
  }
}

/** The build divides a module where it can, so that a navigation may ask for data before it has the page's script. */
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
 * The route modules and, after them, the entry, in the order in which they run. The entry finds the modules evaluated,
 * so hydration begins before the browser's `load` event: what somebody types into a form before hydration is lost.
 * In development the runtime that replaces modules comes first.
 */
function moduleScripts({ manifest: { entry, hmr } }: BuildFacts, files: readonly string[]): string {
  const scripts = [...(hmr ? [hmr.runtime] : []), ...files, entry.module]
  return scripts.map((file) => `<script type="module" src="${file}"></script>`).join('')
}

/** Keeps text from ending the script block early: in JSON `<` occurs only inside strings, where it can be escaped. */
function harmless(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
