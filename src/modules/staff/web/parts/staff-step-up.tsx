import { useCallback, useState, type ReactNode } from 'react'
import { staffStepUpPurposes, type StepUpPurpose } from '#contract/step-up.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'
import { StepUpContext } from '#modules/accounts/web/step-up/use-proven-client.ts'
import { staffStepUp } from '../../step-up-contract.ts'
import { useTexts } from '../texts.ts'
import { PasswordDialog } from './password-dialog.tsx'

type StaffPurpose = (typeof staffStepUpPurposes)[number]

/** Why the person is asked, by purpose. */
const reasons = {
  refunds: 'stepUpRefunds',
  webhooks: 'stepUpWebhooks',
} as const satisfies Record<StaffPurpose, string>

interface Asked {
  readonly purpose: StaffPurpose
  readonly answer: (proof: string | null) => void
}

/** Provides the step-up dialog of organisers' staff to the pages inside it. */
export function StaffStepUpProvider({ children }: { children: ReactNode }) {
  const t = useTexts()
  const locale = useLocale()
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(async (wanted: StepUpPurpose) => {
    const purpose = staffStepUpPurposes.find((one) => one === wanted)
    if (purpose === undefined) return null
    return new Promise<string | null>((resolve) => setAsked({ purpose, answer: resolve }))
  }, [])
  function close(proof: string | null): void {
    asked?.answer(proof)
    setAsked(null)
  }
  return (
    <StepUpContext value={ask}>
      {children}
      {asked && (
        <PasswordDialog
          title={t('stepUpTitle')}
          note={t(reasons[asked.purpose])}
          confirmText={t('stepUpConfirm')}
          onClose={() => close(null)}
          send={async (password) => {
            const body = { purpose: asked.purpose, password }
            close((await browserClient(locale).send(staffStepUp, { body })).proof)
          }}
        />
      )}
    </StepUpContext>
  )
}
