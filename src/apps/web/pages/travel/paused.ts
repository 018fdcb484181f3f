import type { ServerCalls } from '#design/data/server-calls.ts'
import { ownSwitches } from '#modules/presentation/switches-contract.ts'
import { brands, type Brand } from '#modules/transport/kinds.ts'

/** Carriers whose sales an operator has suspended for maintenance with their switches. */
export async function pausedBrands(calls: ServerCalls): Promise<Brand[]> {
  const { items } = await calls.send(ownSwitches)
  const on = new Set(items.flatMap(({ key, isOn }) => (isOn ? [key] : [])))
  return brands.filter((brand) => on.has(`${brand}-maintenance`))
}
