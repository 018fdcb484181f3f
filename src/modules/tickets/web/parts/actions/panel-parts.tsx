import type { ReactNode } from 'react'
import type { useForm } from '#design/forms/use-form.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useDetailTexts } from '../../details-texts.ts'

/** While a panel waits for the server, and when nothing came. */
export function NotYet({ hasFailed, onAgain }: { hasFailed: boolean; onAgain: () => void }) {
  const t = useDetailTexts()
  if (!hasFailed) return <Skeleton label={t('loading')} className="mt-4" />
  return (
    <div className="mt-4 space-y-4">
      <Notice>{t('notLoaded')}</Notice>
      <Button onClick={onAgain}>{t('tryAgain')}</Button>
    </div>
  )
}

interface PanelFormProps {
  readonly work: Pick<ReturnType<typeof useForm>, 'form' | 'refusal' | 'isWaiting'>
  readonly canSave: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A panel's form: the server's refusal above, cancel and submit below. */
export function PanelForm(props: PanelFormProps) {
  const { work, canSave, onClose, children } = props
  const t = useDetailTexts()
  return (
    <form {...work.form} className="mt-4 space-y-5">
      {work.refusal && <Notice>{work.refusal}</Notice>}
      {children}
      <div className="flex flex-wrap gap-3 *:grow">
        <Button look="quiet" onClick={onClose}>
          {t('cancel')}
        </Button>
        {canSave && (
          <Button type="submit" isWaiting={work.isWaiting} waitingText={t('saving')}>
            {t('save')}
          </Button>
        )}
      </div>
    </form>
  )
}
