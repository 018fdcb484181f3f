import type { Call } from '#contract/call.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { saveFile } from '#design/data/save-file.ts'
import { Button } from '#design/parts/button.tsx'
import { LocalLink } from '#design/parts/local-link.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { authDataShareConsentSave, authSigninConsentSave } from '../../consent-contract.ts'
import type { ConsentView } from '../../shapes.ts'
import { useTexts } from '../texts.ts'
import { usePageWork, useWork } from '#design/data/use-work.ts'
import { useProvenClient } from '../step-up/use-proven-client.ts'
import { Panel } from '#design/parts/card.tsx'
import { DoneNote } from './done-note.tsx'

export interface Consents {
  readonly signIn: ConsentView
  readonly dataShare: ConsentView
}

interface ConsentsSectionProps {
  readonly consents: Consents
  /** The call that answers all data of the customer. */
  readonly exportCall: Call
}

export function ConsentsSection({ consents, exportCall }: ConsentsSectionProps) {
  const t = useTexts()
  return (
    <>
      <ConsentPanel consent={consents.signIn} call={authSigninConsentSave} />
      <ConsentPanel consent={consents.dataShare} call={authDataShareConsentSave} />
      <Panel title={t('exportTitle')} note={<p>{t('exportNote')}</p>}>
        <ExportButton call={exportCall} />
      </Panel>
      <Panel title={t('deleteTitle')} note={<p>{t('deleteLead')}</p>}>
        <LocalLink to="/account/delete" className="link inline-flex min-h-11 items-center">
          {t('deleteMore')}
        </LocalLink>
      </Panel>
    </>
  )
}

function ExportButton({ call }: { call: Call }) {
  const t = useTexts()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = useWork()
  const save = async (): Promise<void> => {
    const content = JSON.stringify(await client.send(call), null, 2)
    saveFile(new Blob([content], { type: 'application/json' }), 'bileti-account.json')
  }
  return (
    <div className="space-y-3">
      {refusal && <Notice>{refusal}</Notice>}
      <Button
        look="quiet"
        isWaiting={isWaiting}
        waitingText={t('sending')}
        onClick={() => void run(save)}
      >
        {t('exportDownload')}
      </Button>
    </div>
  )
}

interface ConsentPanelProps {
  readonly consent: ConsentView
  readonly call: typeof authSigninConsentSave | typeof authDataShareConsentSave
}

/** Both answers weigh the same: neither is chosen beforehand, and each can be taken back at any time. */
function ConsentPanel({ consent, call }: ConsentPanelProps) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = usePageWork()
  const { decision, version } = consent
  const decide = (isGiven: boolean): void =>
    void run(() => browserClient(locale).send(call, { body: { isGiven, version } }))
  const date = decision ? formatDate(locale, decision.givenAt, { year: true }) : ''
  return (
    <Panel title={consent.title}>
      {refusal && <Notice>{refusal}</Notice>}
      <div className="max-w-[42rem] whitespace-pre-line">{consent.body}</div>
      <div className="mt-4 space-y-3">
        {consent.isAsked && (
          <p className="font-semibold text-warn">
            {decision ? t('consentNewer') : t('consentAsk')}
          </p>
        )}
        {decision && (
          <DoneNote>
            {decision.isGiven ? t('consentGiven', { date }) : t('consentRefused', { date })}
          </DoneNote>
        )}
        <div className="flex flex-wrap gap-3">
          {(consent.isAsked || decision?.isGiven === false) && (
            <Button
              look="quiet"
              isWaiting={isWaiting}
              waitingText={t('saving')}
              onClick={() => decide(true)}
            >
              {t('consentGive')}
            </Button>
          )}
          {(consent.isAsked || decision?.isGiven === true) && (
            <Button
              look="quiet"
              isWaiting={isWaiting}
              waitingText={t('saving')}
              onClick={() => decide(false)}
            >
              {decision?.isGiven ? t('consentTakeBack') : t('consentRefuse')}
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
