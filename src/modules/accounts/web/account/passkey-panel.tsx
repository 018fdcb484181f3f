import { useState } from 'react'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { formatDate } from '#kernel/format.ts'
import { accountsBiometrics } from '../../care-contract.ts'
import type { AccountView } from '../../shapes.ts'
import { deviceName } from '../device-name.ts'
import { addPasskey } from '../passkeys.ts'
import { useProvenClient } from '../step-up/use-proven-client.ts'
import { useTexts } from '../texts.ts'
import { usePageWork } from '#design/data/use-work.ts'
import { Panel } from '#design/parts/card.tsx'
import { DoneNote } from './done-note.tsx'

type Told = 'passkeyAdded' | 'passkeyGivenUp' | 'passkeyNotSupported' | 'passkeyKnown' | null

const toldOf = {
  done: 'passkeyAdded',
  'given-up': 'passkeyGivenUp',
  'not-supported': 'passkeyNotSupported',
  'known-already': 'passkeyKnown',
} as const

export function PasskeyPanel({ account }: { account: AccountView }) {
  const t = useTexts()
  const locale = useLocale()
  const client = useProvenClient()
  const { run, isWaiting, refusal } = usePageWork()
  const [told, setTold] = useState<Told>(null)

  const add = (): Promise<void> =>
    run(async () => {
      setTold(null)
      const name = deviceName(navigator.userAgent) || t('deviceUnknown')
      setTold(toldOf[await addPasskey(client, name)])
    })
  const remove = (credentialId: string): Promise<void> =>
    run(async () => {
      setTold(null)
      const body = { action: 'remove', credentialId } as const
      await client.send(accountsBiometrics, { body })
    })

  const problem = refusal ?? (told !== null && told !== 'passkeyAdded' ? t(told) : null)
  return (
    <Panel title={t('passkeysTitle')} note={<p>{t('passkeysNote')}</p>}>
      {problem && <Notice>{problem}</Notice>}
      {account.passkeys.length > 0 && (
        <ul className="mb-5 border-t border-rule">
          {account.passkeys.map(({ credentialId, name, createdAt, lastUsedAt }) => (
            <li
              key={credentialId}
              className="flex flex-wrap items-center justify-between gap-x-5 border-b border-rule py-3"
            >
              <p className="min-w-0">
                <span className="font-semibold">{name}</span>
                <span className="block text-note text-soft">
                  {lastUsedAt
                    ? t('passkeyUsed', { date: formatDate(locale, lastUsedAt, { year: true }) })
                    : t('passkeySince', { date: formatDate(locale, createdAt, { year: true }) })}
                </span>
              </p>
              <button
                type="button"
                aria-label={t('passkeyRemoveNamed', { name })}
                className="link min-h-11"
                onClick={() => void remove(credentialId)}
              >
                {t('passkeyRemove')}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          look="quiet"
          isWaiting={isWaiting}
          waitingText={t('passkeyWaiting')}
          onClick={() => void add()}
        >
          {t('passkeyAdd')}
        </Button>
        <DoneNote>{told === 'passkeyAdded' ? t('passkeyAdded') : ''}</DoneNote>
      </div>
    </Panel>
  )
}
