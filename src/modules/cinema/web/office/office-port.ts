import { createContext, use } from 'react'
import * as calls from '../../office-contract.ts'

/** By which calls, and below which address, cinemas are run: operators, or an organiser for their own. */
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
  /** Reads the page again where a loader does not. */
  reload(): void
}

const housePort: OfficePort = { base: '/operator/cinema', calls, reload: () => undefined }

const PortContext = createContext<OfficePort>(housePort)
export const OfficePortProvider = PortContext.Provider

export function useOfficePort(): OfficePort {
  return use(PortContext)
}
