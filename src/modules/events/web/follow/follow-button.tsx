import { Bell, BellRing } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { useAuthAddress, useKnownVisitor } from '#design/data/visitor.ts'
import { Button } from '#design/parts/button.tsx'
import { showToast } from '#design/parts/toast.ts'
import {
  followAfterSignIn,
  setFollowed,
  takeAfterSignIn,
  useFollowed,
  type Wanted,
} from './followed.ts'
import { useFollowTexts } from './texts.ts'

const words = {
  follow: { off: 'follow', on: 'following', done: 'followed' },
  event: { off: 'waitForPlaces', on: 'waitsForPlaces', done: 'waiting' },
  sale: { off: 'saleAlert', on: 'saleAlertOn', done: 'saleAlertDone' },
} as const

interface FollowButtonProps extends Wanted {
  /** Name of the followed subject. */
  readonly name: string
  readonly className?: string
}

/**
 * Follows a show, venue or person, or watches a sold-out date or the start of a sale. The page is the same for all
 * visitors, so the state is loaded afterwards; the button has room for the longer label from the start.
 */
export default function FollowButton({ kind, id, name, className }: FollowButtonProps) {
  const t = useFollowTexts()
  const authAddress = useAuthAddress()
  const isCustomer = useKnownVisitor()?.actor === 'customer'
  const wanted: Wanted = { kind, id }
  const isOn = useFollowed(wanted) ?? false
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { off, on, done } = words[kind === 'event' || kind === 'sale' ? kind : 'follow']

  async function set(isFollowed: boolean): Promise<void> {
    setWaiting(true)
    setProblem(null)
    try {
      await setFollowed(wanted, isFollowed)
      showToast({
        text: t(isFollowed ? done : 'unfollowed', { name }),
        action: { label: t('undo'), onPress: () => void set(!isFollowed) },
      })
    } catch (error) {
      if (error instanceof CallError && error.code === 'Unauthenticated') {
        followAfterSignIn(wanted)
        window.location.assign(authAddress('login'))
        return
      }
      setProblem(error instanceof CallError ? error.message : t('failed'))
    }
    setWaiting(false)
  }

  const goOn = useEffectEvent(() => {
    if (takeAfterSignIn(wanted)) void set(true)
  })
  useEffect(() => {
    if (isCustomer) goOn()
  }, [isCustomer])

  return (
    <span className={className}>
      <Button
        look="quiet"
        aria-label={
          off === 'follow' ? t(isOn ? 'followingNamed' : 'followNamed', { name }) : undefined
        }
        isWaiting={isWaiting}
        onClick={() => void set(!isOn)}
      >
        <span className="grid justify-items-center">
          {([false, true] as const).map((state) => {
            const Sign = state ? BellRing : Bell
            return (
              <span
                key={String(state)}
                aria-hidden={state !== isOn}
                className={`col-start-1 row-start-1 inline-flex items-center gap-tight ${state === isOn ? '' : 'invisible'}`}
              >
                {!isWaiting && <Sign size={20} aria-hidden="true" />}
                {t(state ? on : off)}
              </span>
            )
          })}
        </span>
      </Button>
      <output className="mt-2 block text-warn empty:hidden">{problem}</output>
    </span>
  )
}
