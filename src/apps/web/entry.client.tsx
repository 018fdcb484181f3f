import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { hydrationBlockId, type HydrationStart } from './hydration-start.ts'

/**
 * Hands the router what the page carries, under the names that it looks for. The modules are on their way already:
 * the page's head asks for them.
 */
async function prepare(): Promise<void> {
  const block = document.getElementById(hydrationBlockId)?.textContent ?? ''
  const end = block.indexOf('\n')
  const { manifest, modules, context } = JSON.parse(block.slice(0, end)) as HydrationStart
  const load = (file: string): Promise<object> => import(/* @vite-ignore */ file)
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
    __reactRouterContext: { ...context, stream: new Blob([block.slice(end + 1)]).stream() },
    __reactRouterRouteModules: Object.fromEntries(loaded),
  })
}

// Not as a transition, which would wait for idle time: a form that is typed into before it is hydrated loses the text.
void prepare().then(() =>
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  ),
)
