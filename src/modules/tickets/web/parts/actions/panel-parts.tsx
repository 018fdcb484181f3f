import type { ReactNode } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useDetailTexts } from '../../details-texts.ts'

/** While a panel waits for the server, and when nothing came. */
export function NotYet({ hasFailed, onAgain }: { hasFailed: boolean; onAgain: () => void }) {
  const t = useDetailTexts()
  if (!hasFailed)
    return <div className="skeleton mt-4 h-40" aria-busy="true" aria-label={t('loading')} />
  return (
    <div className="mt-4 space-y-4">
      <Notice>{t('notLoaded')}</Notice>
      <Button onClick={onAgain}>{t('tryAgain')}</Button>
    </div>
  )
}

interface PanelFormProps {
  readonly refusal: string | null
  readonly isWaiting: boolean
  readonly canSave: boolean
  readonly onSave: (form: FormData) => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel's form: the server's refusal above, cancel and submit below. */
export function PanelForm(props: PanelFormProps) {
  const { refusal, isWaiting, canSave, onSave, onClose, children } = props
  const t = useDetailTexts()
  return (
    <form
      noValidate
      className="mt-4 space-y-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(new FormData(event.currentTarget))
      }}
    >
      {refusal && <Notice>{refusal}</Notice>}
      {children}
      <div className="flex flex-wrap gap-3 *:grow">
        <Button look="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        {canSave && (
          <Button type="submit" isWaiting={isWaiting} waitingText={t('saving')}>
            {t('save')}
          </Button>
        )}
      </div>
    </form>
  )
}
