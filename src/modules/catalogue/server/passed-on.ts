/** The fees that organisers pass on, in the form of order lines. */
import type { LocalizedText } from '#kernel/locale.ts'
import type { TicketFees } from '#kernel/ticket-fees.ts'
import en from '../messages/fees-en.json' with { type: 'json' }
import ka from '../messages/fees-ka.json' with { type: 'json' }
import type { PassedOnFee } from './rules.ts'

export interface PassedOnPart {
  readonly by: 'commission' | 'organiser'
  /** Of one ticket. */
  readonly minor: number
  readonly name: LocalizedText
  /** Whether it is refunded when the buyer returns the ticket. */
  readonly isReturned: boolean
}

export function passedOnParts(version: PassedOnFee, fees: TicketFees): PassedOnPart[] {
  const parts: PassedOnPart[] = [
    {
      by: 'commission',
      minor: fees.commissionMinor,
      name: { ka: ka.commission, en: en.commission },
      isReturned: version.isCommissionReturned,
    },
    {
      by: 'organiser',
      minor: fees.ownMinor,
      name: { ka: ka.organiser, en: en.organiser },
      isReturned: version.isOwnReturned,
    },
  ]
  return parts.filter(({ minor }) => minor > 0)
}
