import type { Currency } from '#kernel/money.ts'
import { capabilitiesOf } from '../capability-shapes.ts'
import type { PaymentProvider } from './provider.ts'

/**
 * Fees of acquirers for a card payment, in hundredths of a percent: by the provider's name, then by the card's country
 * (ISO 3166-1), with `*` for all others.
 */
export type CardCosts = ReadonlyMap<string, ReadonlyMap<string, number>>

type Acquirer = Pick<PaymentProvider, 'number' | 'name' | 'currencies'>

export interface AcquirerQuestion {
  readonly currency: Currency
  /** Expected country of the card (ISO 3166-1), before the card is known. */
  readonly country: string
  /** The card will be saved. */
  readonly savesCard: boolean
}

/**
 * The acquirers that can take a new card, in the order of preference: those that answer before those that are down,
 * then the cheaper for a card of that country, then the order in which they were given. Acquirers with unknown costs
 * come after those with known ones. Unavailable ones stay in the list: there may be no alternative.
 */
export function rankAcquirers<A extends Acquirer>(
  acquirers: readonly A[],
  question: AcquirerQuestion,
  known: { readonly costs: CardCosts; readonly isDown: (provider: number) => boolean },
): A[] {
  const { currency, country, savesCard } = question
  const costOf = ({ name }: A): number => {
    const costs = known.costs.get(name)
    return costs?.get(country) ?? costs?.get('*') ?? Number.MAX_SAFE_INTEGER
  }
  return acquirers
    .filter(({ number, currencies }) => {
      const { takesCards, savesCards } = capabilitiesOf(number)
      return takesCards && (savesCards || !savesCard) && currencies.includes(currency)
    })
    .map((acquirer) => ({
      acquirer,
      isDown: known.isDown(acquirer.number),
      cost: costOf(acquirer),
    }))
    .toSorted((left, right) => Number(left.isDown) - Number(right.isDown) || left.cost - right.cost)
    .map(({ acquirer }) => acquirer)
}
