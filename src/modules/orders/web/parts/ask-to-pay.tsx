import { createContext, lazy, Suspense, useContext, useState, type ReactNode } from 'react'
import { AddPersonIcon } from '../icons.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useTexts } from '../texts.ts'

/** Comes with the press. */
const Dialog = lazy(async () => ({
  default: (await import('#design/parts/dialog.tsx')).Dialog,
}))

interface AskToPayProps {
  readonly orderKey: string
  /** Something has happened to the order. */
  readonly onChanged: () => void
}

/** What the shell puts into the checkout: who invites stands above this module. */
interface AskingParts {
  /** Asks somebody else to pay an order whose details are complete. */
  readonly panel: (props: AskToPayProps) => ReactNode
  /** Says who is at the bank for the buyer, where somebody is. */
  readonly note: (props: AskToPayProps) => ReactNode
}

/** Null where nobody else can be asked. */
export const AskingContext = createContext<AskingParts | null>(null)

/** Whether the question is open; the form is sent with the buyer's details first. */
export function useAsking() {
  const [isOpen, setOpen] = useState(false)
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

interface AskToPayButtonProps extends AskToPayProps {
  readonly formId: string
  readonly asking: ReturnType<typeof useAsking>
  readonly onClick: () => void
}

/** A way to pay that is no card. */
export function AskToPay({ formId, asking, onClick, ...props }: AskToPayButtonProps) {
  const t = useTexts()
  const parts = useContext(AskingContext)
  if (!parts) return null
  return (
    <>
      <button
        type="submit"
        form={formId}
        onClick={onClick}
        className="link inline-flex min-h-11 items-center gap-2 self-center"
      >
        <AddPersonIcon size={18} />
        {t('askToPay')}
      </button>
      {asking.isOpen && (
        <Suspense>
          <Dialog isOpen title={t('askToPay')} onClose={asking.close}>
            <Suspense fallback={<Skeleton className="mt-4" />}>{parts.panel(props)}</Suspense>
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
