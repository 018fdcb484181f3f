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
  type NotificationSettings,
} from '#modules/notifications/contract.ts'
import type { NotificationKind } from '#modules/notifications/kinds.ts'

const kindTexts = {
  'ticket-ready': 'notifyTicketReady',
  'event-moved': 'notifyEventMoved',
  'event-cancelled': 'notifyEventCancelled',
  'sale-opens': 'notifySaleOpens',
  followed: 'notifyFollowed',
} as const satisfies Record<NotificationKind, string>

/** Which notifications come to devices: each kind is allowed and stopped by itself, and none is chosen beforehand. */
export function NotificationsPanel() {
  const t = useTexts()
  const locale = useLocale()
  const [settings, setSettings] = useState<NotificationSettings | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)

  useEffect(() => {
    let isLeft = false
    browserClient(locale)
      .send(notificationSettings)
      .then((found) => !isLeft && setSettings(found))
      .catch(() => undefined)
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
      return body && client.send(subscribePush, { body })
    })

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
          {publicKey !== null && (
            <Button look="quiet" onClick={() => void subscribe()} className="mt-3">
              {t('notifyThisBrowser')}
            </Button>
          )}
        </>
      )}
    </Panel>
  )
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
