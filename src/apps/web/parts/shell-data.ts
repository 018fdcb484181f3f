import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

/** What the root loaded; absent only where the shell itself could not be loaded. */
export function useShellData() {
  return useRouteLoaderData<typeof loader>('root')
}
