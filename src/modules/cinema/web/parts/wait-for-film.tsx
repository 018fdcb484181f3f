import { useState, useSyncExternalStore } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { caveaAddSubscription } from '#modules/cinema/cavea-contract.ts'
import { useTexts } from '../texts.ts'

const subscribeNever = () => () => undefined

/** Form for subscribing to one email at the start of the sale. */
export default function WaitForFilm({ movieId }: { movieId: number }) {
  const t = useTexts()
  const locale = useLocale()
  const { run, isWaiting, refusal } = useWork()
  const [email, setEmail] = useState('')
  // Disabled before hydration: otherwise the browser would submit the form and put the email address into the URL.
  const isHydrated = useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  )
  const [waiting, setWaiting] = useState<number | null>(null)
  if (waiting !== null)
    return (
      <Card tone="good" className="max-w-[36rem]">
        <output className="block font-semibold">{t('waitDone')}</output>
        <p className="text-soft">{t('waitCount', { count: waiting })}</p>
      </Card>
    )
  return (
    <form
      className="max-w-[36rem] space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        void run(async () => {
          const body = { movieId, email }
          setWaiting((await browserClient(locale).send(caveaAddSubscription, { body })).count)
        })
      }}
    >
      <p>{t('waitText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('waitEmail')}
        name="email"
        type="email"
        autoComplete="email"
        required
        disabled={!isHydrated}
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" disabled={!isHydrated} isWaiting={isWaiting}>
        {isWaiting ? t('waitSending') : t('waitSend')}
      </Button>
    </form>
  )
}
