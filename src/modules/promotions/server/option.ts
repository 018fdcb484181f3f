import type { OrderLineKind } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { LineScope, OptionTerms } from '#modules/orders/server/public-api.ts'

/** An optional item that buyers may add to their tickets. */
export interface OrderOption {
  readonly id: number
  readonly kind: Extract<
    OrderLineKind,
    'Service' | 'Card' | 'Insurance' | 'Charity' | 'CardPriceFee'
  >
  readonly name: LocalizedText
  readonly description: LocalizedText
  readonly pricing: OptionTerms['pricing']
  readonly amountMinor: number
  readonly amountMinorMax: number | null
  readonly basisPoints: number | null
  /** Offer source that it is offered for; null for all. */
  readonly source: string | null
  /** An item of the source or an organiser, or neither. */
  readonly itemId: number | null
  readonly merchantId: number | null
  readonly beneficiary: string | null
  readonly isActive: boolean
}

/** The terms by which an option is priced; `amountMinor` when the buyer chooses the amount. */
export function termsOfOption(option: OrderOption, amountMinor?: number): OptionTerms {
  return {
    optionId: option.id,
    scope: scopeOf(option),
    pricing: option.pricing,
    amountMinor: amountMinor ?? option.amountMinor,
    basisPoints: option.basisPoints ?? 0,
    earner: earnerOf(option),
  }
}

function scopeOf({ source, itemId, merchantId }: OrderOption): LineScope {
  return { source, itemIds: itemId === null ? null : [itemId], merchantId }
}

/** The ledger account that earns it. */
function earnerOf({ kind, beneficiary }: OrderOption): string {
  if (kind === 'Insurance') return `insurer:${beneficiary}`
  return kind === 'Charity' ? `charity:${beneficiary}` : 'house:fees'
}
