import { freePort, isFreePort } from '#platform/ports.ts'

/** The wanted port, or a free one if it is in use. */
export async function freePortFrom(wanted: number): Promise<number> {
  return wanted !== 0 && (await isFreePort(wanted)) ? wanted : freePort()
}
