import { createContext, use } from 'react'
import * as calls from '../../office-contract.ts'

/** The calls and base path for managing cinemas: of operators, or of an organiser for their own cinemas. */
export interface OfficePort {
  readonly base: string
  readonly calls: Pick<
    typeof calls,
    | 'officeDay'
    | 'officeComments'
    | 'officeKeptSeats'
    | 'officeKeepSeats'
    | 'officeFigures'
    | 'officeMove'
    | 'officeAdd'
    | 'officeCancel'
    | 'officeImport'
  >
  /** Reloads the page's data if it has no loader. */
  reload(): void
}

const operatorPort: OfficePort = { base: '/operator/cinema', calls, reload: () => undefined }

const PortContext = createContext<OfficePort>(operatorPort)
export const OfficePortProvider = PortContext.Provider

export function useOfficePort(): OfficePort {
  return use(PortContext)
}
