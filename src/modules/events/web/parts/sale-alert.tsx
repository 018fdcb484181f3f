import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { useLocale } from '#design/texts.tsx'
import { saveSaleAlert } from '#modules/notifications/contract.ts'
import { useShowTexts } from '../texts.ts'

/** Subscribes to a push notification for the opening of this show's sale; visitors are asked to sign in first. */
export default function SaleAlert({ showId }: { showId: number }) {
  const t = useShowTexts()
  const locale = useLocale()
  const [said, setSaid] = useState<string | null>(null)

  async function ask(): Promise<void> {
    try {
      const params = { showId }
      await browserClient(locale).send(saveSaleAlert, { params, body: { isAsked: true } })
      setSaid(t('saleAlertDone'))
    } catch (error) {
      setSaid(error instanceof CallError ? error.message : t('saleAlertFailed'))
    }
  }

  return (
    <div className="mt-6">
      <Button look="quiet" onClick={() => void ask()}>
        {t('saleAlert')}
      </Button>
      <output className="mt-2 block text-soft">{said}</output>
    </div>
  )
}
