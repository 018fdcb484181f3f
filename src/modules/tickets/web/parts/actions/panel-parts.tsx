import type { ReactNode } from 'react'
import { Notice } from '#design/parts/notice.tsx'
import { WaitButton } from '#design/parts/wait-button.tsx'
import { useDetailTexts } from '../../details-texts.ts'

/** While a panel waits for the server, and when nothing came. */
export function NotYet({ hasFailed, onAgain }: { hasFailed: boolean; onAgain: () => void }) {
  const t = useDetailTexts()
  if (!hasFailed)
    return <div className="skeleton mt-4 h-40" aria-busy="true" aria-label={t('loading')} />
  return (
    <div className="mt-4 space-y-4">
      <Notice>{t('notLoaded')}</Notice>
      <button type="button" className="button" onClick={onAgain}>
        {t('tryAgain')}
      </button>
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

/** A panel's form: what was refused above, the way back and the way on below. */
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
        <button type="button" className="button button-quiet" onClick={onClose}>
          {t('cancel')}
        </button>
        {canSave && (
          <WaitButton
            type="submit"
            className="button"
            isWaiting={isWaiting}
            waitingText={t('saving')}
          >
            {t('save')}
          </WaitButton>
        )}
      </div>
    </form>
  )
}
