import { useState } from 'react'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatMoney } from '#kernel/format.ts'
import { money } from '#kernel/money.ts'
import { commissionOf, previewTicket, type FeeShare } from '#kernel/ticket-fees.ts'
import type { FeeTermsView, ServiceFeeView } from '../../shapes.ts'
import { useOfficeTexts } from '../texts.ts'
import { hundredthsOf, serviceShare } from '../format-fees.ts'

interface TermsPreviewProps {
  readonly commission: FeeShare
  readonly fees: FeeTermsView | null
  readonly serviceFee: ServiceFeeView | null
}

/** Price of one ticket by the entered terms and the organiser's current fees. */
export function TermsPreview({ commission, fees, serviceFee }: TermsPreviewProps) {
  const t = useOfficeTexts()
  const locale = useLocale()
  const [price, setPrice] = useState('40')
  const priceMinor = hundredthsOf(price) ?? 0
  const written = (minor: number) => formatMoney(locale, money(minor))
  const preview = previewTicket({
    priceMinor,
    service: serviceShare(serviceFee),
    commission,
    isCommissionAdded: fees?.isCommissionAdded ?? false,
    own: fees && {
      basisPoints: fees.ownBasisPoints,
      fixedMinor: fees.own.amount,
      minorMin: fees.ownMin.amount,
      minorMax: fees.ownMax?.amount ?? null,
    },
  })
  return (
    <div className="space-y-tight">
      <TextField
        name="price"
        value={price}
        onChange={(event) => setPrice(event.target.value)}
        label={t('previewPrice')}
        inputMode="decimal"
      />
      <p className="font-semibold" aria-live="polite">
        {t('previewSum', {
          price: written(priceMinor),
          pays: written(preview.buyerPaysMinor),
          gets: written(preview.organiserGetsMinor),
          kept: written(preview.serviceMinor + commissionOf(commission, priceMinor)),
        })}
      </p>
    </div>
  )
}
