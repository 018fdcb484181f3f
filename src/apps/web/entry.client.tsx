import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { needed } from '#design/late.ts'
import { hydrationBlockId, type HydrationStart } from './hydration-start.ts'

/**
 * Passes the page's data to the router under the names that it expects. The modules are already loading, because
 * the page's head preloads them.
 */
async function prepare(): Promise<void> {
  const block = document.getElementById(hydrationBlockId)?.textContent ?? ''
  const end = block.indexOf('\n')
  const { manifest, modules, context, hosts } = JSON.parse(block.slice(0, end)) as HydrationStart
  const load = (file: string): Promise<object> => needed(() => import(/* @vite-ignore */ file))
  const [loaded] = await Promise.all([
    Promise.all(
      Object.entries(modules).map(async ([id, files]) => {
        const parts = await Promise.all(files.map(load))
        return [id, Object.assign({}, ...parts) as unknown] as const
      }),
    ),
    load(manifest),
  ])
  Object.assign(window, {
    pageHosts: hosts,
    __reactRouterContext: { ...context, stream: new Blob([block.slice(end + 1)]).stream() },
    __reactRouterRouteModules: Object.fromEntries(loaded),
  })
}

// Not as a transition, which waits for idle time: text typed into a form before hydration is lost.
void prepare().then(() =>
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  ),
)
