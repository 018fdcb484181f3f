import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { Skeleton } from '#design/parts/skeleton.tsx'
import { ErrorState } from '#design/parts/states.tsx'
import * as calls from '../../merchant-contract.ts'
import { useTexts } from '../office-texts.ts'
import { choiceOf } from './office-data.ts'
import { OfficePortProvider } from './office-port.ts'

const base = '/merchant/cinema'

/** A page of an organiser about their own cinemas: what it shows is asked for in the browser, as all of their pages are. */
export function OwnOffice<C extends Call>({
  call,
  inputOf,
  children,
}: {
  readonly call: C
  readonly inputOf: (choice: ReturnType<typeof choiceOf>) => CallInput<C>
  readonly children: (reply: ReplyOf<C>) => ReactNode
}) {
  const t = useTexts()
  const { search } = useLocation()
  const choice = choiceOf({ searchParams: new URLSearchParams(search) })
  const { loaded, reload } = useLoaded(call, inputOf(choice))
  if (loaded.state === 'failed')
    return (
      <ErrorState
        title={loaded.problem ?? t('notLoaded')}
        retryText={t('retry')}
        onRetry={reload}
      />
    )
  if (!loaded.value) return <Skeleton label={t('loading')} blocks={['h-12', 'h-96']} />
  return (
    <OfficePortProvider value={{ base, calls, reload }}>
      {children(loaded.value)}
    </OfficePortProvider>
  )
}
