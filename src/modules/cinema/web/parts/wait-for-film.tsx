import { useEffect, useState, useSyncExternalStore } from 'react'
import { browserClient } from '#design/data/browser-calls.ts'
import { useVisitor } from '#design/data/visitor.ts'
import { useWork } from '#design/data/use-work.ts'
import { Button } from '#design/parts/button.tsx'
import { Card } from '#design/parts/card.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { caveaAddSubscription, caveaSubscriptionInfo } from '#modules/cinema/cavea-contract.ts'
import { useTexts } from '../texts.ts'

const subscribeNever = () => () => undefined

/** Form for subscribing to one email at the start of the sale; subscribers see that they are, and may undo it. */
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
  const isCustomer = useVisitor()?.actor === 'customer'
  const [waiting, setWaiting] = useState<number | null>(null)
  const [isUndone, setUndone] = useState(false)
  useEffect(() => {
    let isGone = false
    const query = { movieId }
    browserClient(locale)
      .send(caveaSubscriptionInfo, { query })
      .then(
        ({ isSubscribed, count }) => !isGone && isSubscribed && setWaiting(count),
        // The form works without knowing it: subscribing again changes nothing.
        () => undefined,
      )
    return () => {
      isGone = true
    }
  }, [locale, movieId])

  async function subscribe(isSubscribed: boolean): Promise<void> {
    const body = { movieId, isSubscribed, ...(isSubscribed && email !== '' && { email }) }
    const { count } = await browserClient(locale).send(caveaAddSubscription, { body })
    setWaiting(isSubscribed ? count : null)
    setUndone(!isSubscribed)
  }

  if (waiting !== null)
    return (
      <Card tone="good" className="max-w-[36rem]">
        <output className="block font-semibold">{t('waitDone')}</output>
        <p className="text-soft">{t('waitCount', { count: waiting })}</p>
        {refusal && <Notice>{refusal}</Notice>}
        <Button
          look="quiet"
          className="mt-near"
          isWaiting={isWaiting}
          onClick={() => void run(() => subscribe(false))}
        >
          {isWaiting ? t('waitSending') : t('waitUndo')}
        </Button>
      </Card>
    )
  return (
    <form
      className="max-w-[36rem] space-y-near"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => subscribe(true))
      }}
    >
      <output className="block font-semibold empty:hidden">{isUndone && t('waitUndone')}</output>
      <p>{t('waitText')}</p>
      {refusal && <Notice>{refusal}</Notice>}
      <TextField
        label={t('waitEmail')}
        name="email"
        type="email"
        autoComplete="email"
        required={!isCustomer}
        hint={isCustomer ? t('waitAccount') : undefined}
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
