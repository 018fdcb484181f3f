import { useEffect, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { Button } from '#design/parts/button.tsx'
import { Checkbox } from '#design/parts/checkbox.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { Panel } from '#design/parts/card.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { useTexts } from '#modules/accounts/web/texts.ts'
import {
  chooseNotification,
  notificationSettings,
  subscribePush,
  unsubscribePush,
  type NotificationSettings,
} from '#modules/notifications/contract.ts'
import type { NotificationKind } from '#modules/notifications/kinds.ts'

const kindTexts = {
  'ticket-ready': 'notifyTicketReady',
  'event-moved': 'notifyEventMoved',
  'event-cancelled': 'notifyEventCancelled',
  'sale-opens': 'notifySaleOpens',
  followed: 'notifyFollowed',
  organiser: 'notifyOrganiser',
} as const satisfies Record<NotificationKind, string>

/** Settings of push notifications: each kind is enabled separately, and none by default. */
export function NotificationsPanel() {
  const t = useTexts()
  const locale = useLocale()
  const [settings, setSettings] = useState<NotificationSettings | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isSubscribed, setSubscribed] = useState(false)

  useEffect(() => {
    let isLeft = false
    browserClient(locale)
      .send(notificationSettings)
      .then((found) => !isLeft && setSettings(found))
      .catch(() => undefined)
    void ownSubscription().then((found) => !isLeft && setSubscribed(found !== null))
    return () => {
      isLeft = true
    }
  }, [locale])

  async function save(work: () => Promise<NotificationSettings | null>): Promise<void> {
    setRefusal(null)
    try {
      const changed = await work()
      if (changed) setSettings(changed)
      else setRefusal(t('notifyRefused'))
    } catch (error) {
      setRefusal(error instanceof CallError ? error.message : t('notifyRefused'))
    }
  }

  const client = browserClient(locale)
  const choose = (kind: NotificationKind, isAllowed: boolean) =>
    save(() => client.send(chooseNotification, { body: { kind, isAllowed } }))
  const publicKey = settings?.publicKey ?? null
  const subscribe = () =>
    save(async () => {
      const body = publicKey === null ? null : await subscriptionOf(publicKey)
      const changed = body && (await client.send(subscribePush, { body }))
      setSubscribed(changed !== null)
      return changed
    })
  // The shop first: if the browser then keeps its subscription, it still gets no messages.
  const unsubscribe = () =>
    save(async () => {
      const own = await ownSubscription()
      if (!own) return null
      const changed = await client.send(unsubscribePush, { query: { endpoint: own.endpoint } })
      setSubscribed(false)
      await own.unsubscribe()
      return changed
    })
  const isKnown = isSubscribed && (settings?.deviceCount ?? 0) > 0

  return (
    <Panel title={t('notifyTitle')} note={<p>{t('notifyLead')}</p>}>
      {refusal && <Notice>{refusal}</Notice>}
      {settings === null ? (
        <Skeleton />
      ) : (
        <>
          <ul>
            {settings.kinds.map(({ kind, isAllowed }) => (
              <li key={kind}>
                <Checkbox
                  label={t(kindTexts[kind])}
                  checked={isAllowed}
                  onChange={(event) => void choose(kind, event.target.checked)}
                />
              </li>
            ))}
          </ul>
          <p className="mt-3 text-soft">{t('notifyDevices', { count: settings.deviceCount })}</p>
          {isKnown ? (
            <Button look="quiet" onClick={() => void unsubscribe()} className="mt-3">
              {t('notifyForgetBrowser')}
            </Button>
          ) : (
            publicKey !== null && (
              <Button look="quiet" onClick={() => void subscribe()} className="mt-3">
                {t('notifyThisBrowser')}
              </Button>
            )
          )}
        </>
      )}
    </Panel>
  )
}

/** The browser's existing subscription, if any. */
async function ownSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  const registration = await navigator.serviceWorker.getRegistration('/').catch(() => undefined)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Subscribes this browser; null where it is not supported or permission is denied. */
async function subscriptionOf(publicKey: string) {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return null
  if ((await Notification.requestPermission()) !== 'granted') return null
  const registration = await navigator.serviceWorker.register('/push-worker.js', { scope: '/' })
  await navigator.serviceWorker.ready
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return null
  return { endpoint, keys: { p256dh: keys['p256dh'], auth: keys['auth'] } }
}
