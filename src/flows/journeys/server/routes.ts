/** The calls of journeys that join them with payments. */
import { completeOrder } from '#flows/checkout/server/complete-order.ts'
import type { CheckoutPorts } from '#flows/checkout/server/ports.ts'
import { presentOutcome } from '#flows/checkout/server/present.ts'
import { ok } from '#kernel/result.ts'
import { cityBusComplete } from '#modules/transport/city-bus-contract.ts'
import { implement, type Implementation } from '#platform/http/implement.ts'

export function journeyRoutes(checkout: CheckoutPorts): readonly Implementation[] {
  return [
    implement(cityBusComplete, async (context, { body }) => {
      const outcome = await completeOrder(context, checkout, body.orderKey)
      return outcome.ok ? ok(await presentOutcome(context, outcome.value)) : outcome
    }),
  ]
}
