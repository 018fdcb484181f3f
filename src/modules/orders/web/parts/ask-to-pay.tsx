import { lazy, Suspense, useContext, useState } from 'react'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { AskingContext, type AskToPayProps } from '../asking-context.ts'
import { sendForm } from '../payment-alternative.ts'
import { AddPersonIcon } from '../icons.tsx'
import { sendBuyer } from '../use-pay.ts'
import { useLocale } from '#design/texts.tsx'
import type { PaymentAlternativeProps } from '../payment-alternative.ts'
import { useWayTexts } from '../ways-texts.ts'

/** Comes with the press. */
const Dialog = lazy(async () => ({
  default: (await import('#design/parts/dialog.tsx')).Dialog,
}))

/** A way to pay that is no card: the form is sent with the buyer's details, then the question opens. */
export function AskToPay({
  order: { orderKey },
  formId,
  onChosen,
  onChanged,
}: PaymentAlternativeProps) {
  const t = useWayTexts()
  const locale = useLocale()
  const parts = useContext(AskingContext)
  const [isOpen, setOpen] = useState(false)
  if (!parts) return null
  return (
    <>
      <button
        type="button"
        onClick={() => {
          onChosen(async (buyer) => {
            await sendBuyer(locale, orderKey, await buyer)
            setOpen(true)
          })
          sendForm(formId)
        }}
        className="link inline-flex min-h-11 items-center gap-tight"
      >
        <AddPersonIcon size={20} />
        {t('askToPay')}
      </button>
      {isOpen && (
        <Suspense>
          <Dialog isOpen title={t('askToPay')} onClose={() => setOpen(false)}>
            <Suspense fallback={<Skeleton className="mt-4" />}>
              {parts.panel({ orderKey, onChanged })}
            </Suspense>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}

export function WhoPays(props: AskToPayProps) {
  const parts = useContext(AskingContext)
  return parts && <Suspense>{parts.note(props)}</Suspense>
}
