import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { accountsDelete, authDelete, ownStopDeletion } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { emailKeyLengthMin, useEmailKey } from '../email-key.ts'
import { useProvenClient } from '../step-up/use-proven-client.ts'
import { useTexts } from '../texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Panel } from '#design/parts/card.tsx'
import { DoneNote } from './done-note.tsx'

/** Account deletion: its consequences, the email, the confirmation, and revoking it while that is possible. */
export function DeletionSection({ account }: { account: AccountView }) {
  const t = useTexts()
  const key = useEmailKey()
  const [isSpent, setSpent] = useState(false)
  if (account.deleteAfter !== null)
    return (
      <Panel title={t('deletionTitle')}>
        <DeletionNotice deleteAfter={account.deleteAfter} />
      </Panel>
    )
  const isConfirming = key.length >= emailKeyLengthMin && !isSpent
  return (
    <Panel title={t('deleteMeansTitle')}>
      <ul className="max-w-[42rem] list-disc space-y-2 pl-5">
        <li>{t('deleteMeansGrace')}</li>
        <li>{t('deleteMeansErased')}</li>
        <li>{t('deleteMeansKept')}</li>
        <li>{t('deleteMeansTickets')}</li>
        <li>{t('deleteMeansBalance')}</li>
      </ul>
      <p className="mt-4">
        <LocalLink to="/account/consents" className="link inline-flex min-h-11 items-center">
          {t('deleteExportFirst')}
        </LocalLink>
      </p>
      <div className="mt-4">
        {isConfirming ? (
          <Confirm deletionKey={key} onSpent={() => setSpent(true)} />
        ) : (
          <AskForEmail email={account.email} />
        )}
      </div>
    </Panel>
  )
}

function Confirm(props: { deletionKey: string; onSpent: () => void }) {
  const t = useTexts()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  return (
    <div className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      {refusal && (
        <button type="button" className="link min-h-11" onClick={props.onSpent}>
          {t('deleteAgain')}
        </button>
      )}
      <Button
        isWaiting={isWaiting}
        waitingText={t('saving')}
        onClick={() =>
          void run(() => client.send(accountsDelete, { body: { key: props.deletionKey } }))
        }
      >
        {t('deleteConfirm')}
      </Button>
    </div>
  )
}

function AskForEmail({ email }: { email: string }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  const [isSent, setSent] = useState(false)
  return (
    <div className="space-y-4">
      {refusal && <Notice>{refusal}</Notice>}
      {!isSent && (
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('sending')}
          onClick={() =>
            void run(async () => {
              await browserClient(locale).send(authDelete)
              setSent(true)
            })
          }
        >
          {t('deleteAsk')}
        </Button>
      )}
      <DoneNote>{isSent ? t('deleteSent', { email }) : ''}</DoneNote>
    </div>
  )
}

/** When the account will be deleted, and the button that revokes this. */
export function DeletionNotice({ deleteAfter }: { deleteAfter: string }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  return (
    <div className="space-y-4 rounded-lg border-l-4 border-warn bg-warn-wash px-4 py-4">
      <p>{t('deletionOn', { date: formatDate(locale, deleteAfter, { year: true }) })}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        isWaiting={isWaiting}
        waitingText={t('saving')}
        onClick={() => void run(() => browserClient(locale).send(ownStopDeletion))}
      >
        {t('deletionStop')}
      </Button>
    </div>
  )
}
