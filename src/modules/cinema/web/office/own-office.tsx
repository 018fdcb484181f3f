import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { useLoaded } from '#design/data/use-loaded.ts'
import { LoadedPart } from '#design/parts/loaded-part.tsx'
import * as calls from '../../merchant-contract.ts'
import { choiceOf } from './office-data.ts'
import { OfficePortProvider } from './office-port.ts'

const base = '/merchant/cinema'

/** An organiser's page for their own cinemas; its data is loaded in the browser, as on all organisers' pages. */
export function OwnOffice<C extends Call>({
  call,
  inputOf,
  children,
}: {
  readonly call: C
  readonly inputOf: (choice: ReturnType<typeof choiceOf>) => CallInput<C>
  readonly children: (reply: ReplyOf<C>) => ReactNode
}) {
  const { search } = useLocation()
  const choice = choiceOf({ searchParams: new URLSearchParams(search) })
  const part = useLoaded(call, inputOf(choice))
  return (
    <LoadedPart of={part}>
      {(reply) => (
        <OfficePortProvider value={{ base, calls, reload: part.reload }}>
          {children(reply)}
        </OfficePortProvider>
      )}
    </LoadedPart>
  )
}
