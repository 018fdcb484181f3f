import { createContext } from 'react'

/** Address of the page that the widget is on; null while it is not known, and outside a frame. */
export const HostPageContext = createContext<string | null>(null)
