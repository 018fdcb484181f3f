import type { OrderLineKind } from '#contract/enumerations.ts'
import type { LocalizedText } from '#kernel/locale.ts'
import type { LineScope, OptionTerms } from '#modules/orders/server/public-api.ts'

/** Something a buyer may choose beside the tickets. */
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
  /** Offer source of what it is for; null: whatever is sold. */
  readonly source: string | null
  /** An item of the source or an organiser, or neither. */
  readonly itemId: number | null
  readonly merchantId: number | null
  readonly beneficiary: string | null
  readonly isActive: boolean
}

/** By which terms an option costs what it does; `amountMinor` where the buyer says how much. */
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

/** The account of the ledger that earns it. */
function earnerOf({ kind, beneficiary }: OrderOption): string {
  if (kind === 'Insurance') return `insurer:${beneficiary}`
  return kind === 'Charity' ? `charity:${beneficiary}` : 'house:fees'
}
