import { useRouteLoaderData } from 'react-router'
import type { loader } from '../root.tsx'

export type ShellData = NonNullable<ReturnType<typeof useShellData>>

/** The root's loader data; undefined only if the shell itself failed to load. */
export function useShellData() {
  return useRouteLoaderData<typeof loader>('root')
}
