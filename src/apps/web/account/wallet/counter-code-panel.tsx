import { useState } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { defaultTimeZone, formatTime } from '#kernel/format.ts'
import { useTexts } from '#modules/accounts/web/texts.ts'
import { counterCode, type CounterCodeView } from '#modules/wallet/contract.ts'

/** A code for paying from the balance at a counter. */
export function CounterCodePanel() {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [shown, setShown] = useState<CounterCodeView | null>(null)
  const show = () => run(async () => setShown(await browserClient(locale).send(counterCode, {})))
  return (
    <Panel title={t('counterTitle')} note={<p>{t('counterNote')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      <output className="block">
        {shown && (
          <>
            <p className="figures font-display text-[2rem] font-[800] tracking-widest">
              {`${shown.code.slice(0, 4)} ${shown.code.slice(4)}`}
            </p>
            <p className="text-soft">
              {t('counterUntil', { at: formatTime(shown.expiresAt, defaultTimeZone) })}
            </p>
          </>
        )}
      </output>
      <Button
        look="quiet"
        className="mt-near"
        isWaiting={isWaiting}
        waitingText={t('saving')}
        onClick={() => void show()}
      >
        {t(shown ? 'counterAgain' : 'counterShow')}
      </Button>
    </Panel>
  )
}
