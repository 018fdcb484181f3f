import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { browserQueryClient, createQueryClient } from './query-client.ts'

/**
 * For parts of a page that ask for data themselves (`useQuery`, `useMutation`). Pages that only show what
 * they were loaded with do without, and so does the script a visitor downloads first.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(() =>
    import.meta.env.SSR ? createQueryClient() : browserQueryClient(),
  )
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
