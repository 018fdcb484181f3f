import { useEffect, useRef, useState } from 'react'
import { CallError } from '#contract/client.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useAuthAddress } from '#design/data/visitor.ts'
import type { PageHandle } from '#design/page-handle.ts'
import { LinkButton } from '#design/parts/link-button.tsx'
import { useLocale } from '#design/texts.tsx'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { localizedPath, type Locale } from '#kernel/locale.ts'
import { ownExternalFinish } from '../../contract.ts'
import { begunLocale, takePendingSignIn } from '../external.ts'
import { AuthCard } from '../parts/auth-card.tsx'
import { useTexts } from '../texts.ts'

export const handle: PageHandle = { hideFooter: true }

type Ending =
  | { readonly kind: 'working' | 'given-up' | 'stranger' | 'letter-sent' | 'no-connection' }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * Return page of the external provider; it has one address, so the language is that of the started sign-in. Only a
 * sign-in started in this tab is completed.
 */
export default function External() {
  const t = useTexts()
  const locale = useLocale()
  const authAddress = useAuthAddress()
  const [ending, setEnding] = useState<Ending>({ kind: 'working' })
  const began = useRef(false)
  useEffect(() => {
    // The code is valid once: a second run of this effect must not spend it again.
    if (began.current) return
    began.current = true
    void finish(locale).then(setEnding)
  }, [locale])
  if (ending.kind === 'working')
    return (
      <AuthCard title={t('externalWorking')}>
        <Skeleton blocks={['h-13']} />
      </AuthCard>
    )
  if (ending.kind === 'letter-sent')
    return <AuthCard title={t('letterTitle')} note={<output>{t('externalLetter')}</output>} />
  return (
    <AuthCard
      title={t(ending.kind === 'given-up' ? 'externalGivenUp' : 'externalFailed')}
      note={
        <p role="alert">
          {ending.kind === 'refused' && ending.message}
          {ending.kind === 'stranger' && t('externalStranger')}
          {ending.kind === 'no-connection' && t('networkProblem')}
          {ending.kind === 'given-up' && t('externalGivenUpText')}
        </p>
      }
    >
      <LinkButton
        size="large"
        isWide
        href={authAddress('login').replace(/continue=.*/, `continue=${localizedPath(locale, '/')}`)}
      >
        {t('backToLogin')}
      </LinkButton>
    </AuthCard>
  )
}

/** Still `working` when it leads away from this page. */
async function finish(locale: Locale): Promise<Ending> {
  const { pathname, search } = window.location
  const wanted = begunLocale() ?? locale
  if (wanted !== locale) {
    window.location.replace(localizedPath(wanted, '/auth/external') + search)
    return { kind: 'working' }
  }
  const query = new URLSearchParams(search)
  const state = query.get('state') ?? ''
  const code = query.get('code') ?? ''
  // Both are removed from the address bar, so that they cannot be copied or sent to another page.
  window.history.replaceState(window.history.state, '', pathname)
  const begun = takePendingSignIn(state)
  if (begun === null) return { kind: 'stranger' }
  if (query.has('error') || code === '') return { kind: 'given-up' }
  try {
    const { outcome, continue: path } = await browserClient(begun.locale).send(ownExternalFinish, {
      body: { code, state },
    })
    if (outcome === 'letter-sent') return { kind: 'letter-sent' }
    window.location.replace(path)
    return { kind: 'working' }
  } catch (error) {
    if (!(error instanceof CallError)) return { kind: 'no-connection' }
    return { kind: 'refused', message: error.message }
  }
}
