import type { ReplyOf } from '#contract/call.ts'
import type { DraftContent, DraftPrice, showChoices } from '../../shows-contract.ts'
import { newKey } from './new-key.ts'

/**
 * A price for each zone of a plan, keeping existing prices of the same zone; without a plan the prices without a zone.
 */
export function pricesFor(
  choices: Pick<ReplyOf<typeof showChoices>, 'venues'>,
  content: Pick<DraftContent, 'venue' | 'prices'>,
  layout: string,
): DraftPrice[] {
  const plan = choices.venues
    .find(({ slug }) => slug === content.venue)
    ?.layouts.find(({ key }) => key === layout)
  if (!plan) return content.prices.map((price) => ({ ...price, zone: '' }))
  return plan.zones.map(
    (zone) =>
      content.prices.find((price) => price.zone === zone.key) ?? {
        key: newKey(),
        name: zone.names,
        zone: zone.key,
        capacity: '',
        price: '',
        phases: [],
      },
  )
}
