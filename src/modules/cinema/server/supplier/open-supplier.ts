import type { Config } from '#platform/config.ts'
import type { CinemaSupplier } from './port.ts'
import { createVista } from './vista.ts'

/** The external cinema system, if one is configured. */
export function openCinemaSupplier(
  config: Pick<Config, 'CINEMA_URL' | 'CINEMA_API_KEY'>,
): CinemaSupplier | null {
  const { CINEMA_URL, CINEMA_API_KEY } = config
  return CINEMA_URL ? createVista({ url: CINEMA_URL, apiKey: CINEMA_API_KEY }) : null
}
