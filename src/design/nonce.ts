import { createContext } from 'react'

/** What the page's own scripts carry so that the browser runs them; known on the server only. */
export const NonceContext = createContext<string | undefined>(undefined)
