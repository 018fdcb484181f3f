import type { ServerCalls } from '#design/data/server-calls.ts'
import { splitLocale } from '#kernel/locale.ts'
import { ownSwitches } from '#modules/presentation/contract.ts'

/** Whether the notice of maintenance is on for the carrier whose page this is: an operator throws that switch. */
export async function isPaused(calls: ServerCalls, pathname: string): Promise<boolean> {
  const key = `${splitLocale(pathname).path.split('/')[1]}-maintenance`
  const { items } = await calls.send(ownSwitches)
  return items.some((item) => item.key === key && item.isOn)
}
