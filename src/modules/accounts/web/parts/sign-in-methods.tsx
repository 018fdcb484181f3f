import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { CallError } from '#contract/client.ts'
import { Button } from '#design/parts/button.tsx'
import { Notice } from '#design/parts/notice.tsx'
import { useLocale } from '#design/texts.tsx'
import { goToExternal } from '../external.ts'
import { useTexts } from '../texts.ts'

interface SignInMethodsProps {
  /** Where to go on once signed in: a path, and the same with its origin. */
  readonly next: { readonly path: string; readonly address: string }
  /** Whether this installation works with Facebook. */
  readonly hasFacebook: boolean
}

/** Signing in without a password. The passkey's script comes when the button is pressed. */
export function SignInMethods({ next, hasFacebook }: SignInMethodsProps) {
  const t = useTexts()
  const locale = useLocale()
  const [waiting, setWaiting] = useState<'passkey' | 'facebook' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function go(way: 'passkey' | 'facebook'): Promise<void> {
    if (waiting) return
    setWaiting(way)
    setProblem(null)
    try {
      if (way === 'facebook') return await goToExternal(locale, 'sign-in', next.path)
      const { signInByPasskey } = await import('../passkeys.ts')
      const outcome = await signInByPasskey(locale)
      if (outcome === 'done') return window.location.assign(next.address)
      setProblem(t(outcome === 'not-supported' ? 'passkeyNotSupported' : 'passkeyGivenUp'))
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : t('networkProblem'))
    }
    setWaiting(null)
  }

  return (
    <div className="mt-6 space-y-3">
      <p className="flex items-center gap-3 text-soft before:h-px before:grow before:bg-rule after:h-px after:grow after:bg-rule">
        {t('orElse')}
      </p>
      {problem && <Notice>{problem}</Notice>}
      <Button
        look="quiet"
        isWide
        isWaiting={waiting === 'passkey'}
        waitingText={t('passkeyWaiting')}
        onClick={() => void go('passkey')}
      >
        <KeyRound size={20} aria-hidden="true" />
        {t('passkeySignIn')}
      </Button>
      {hasFacebook && (
        <Button
          look="quiet"
          isWide
          isWaiting={waiting === 'facebook'}
          waitingText={t('signingIn')}
          onClick={() => void go('facebook')}
        >
          {t('facebookSignIn')}
        </Button>
      )}
    </div>
  )
}
