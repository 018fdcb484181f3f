import { createContext } from 'react'

/** Address of the organiser's page with the widget; null while unknown, and outside a frame. */
export const HostPageContext = createContext<string | null>(null)
