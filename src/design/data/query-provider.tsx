import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { browserQueryClient, createQueryClient } from './query-client.ts'

/**
 * For parts of a page that request data themselves (`useQuery`, `useMutation`). Pages that only display loader data
 * do not need it, so the first script does not contain it.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() =>
    import.meta.env.SSR ? createQueryClient() : browserQueryClient(),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
