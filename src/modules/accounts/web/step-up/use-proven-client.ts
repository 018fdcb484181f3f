import { createContext, useContext } from 'react'
import type { Call, CallInput, ReplyOf } from '#contract/call.ts'
import { CallError, type SendOptions } from '#contract/client.ts'
import { isForManyCalls, type StepUpPurpose } from '#contract/step-up.ts'
import { browserClient } from '#design/data/browser-calls.ts'
import { useLocale } from '#design/texts.tsx'

/** Requests a step-up proof from the person; null when they cancel. */
export type AskForProof = (purpose: StepUpPurpose) => Promise<string | null>

export const StepUpContext = createContext<AskForProof>(() => Promise.resolve(null))

/**
 * Client for calls that need a step-up proof: it is requested before the first call, and again when it has expired.
 * With `isFirstStep` the proof remains for the following step; a change consumes it, unless its purpose serves for many
 * calls. Stored in this page only.
 */
export function useProvenClient() {
  const locale = useLocale()
  const ask = useContext(StepUpContext)
  return {
    async send<C extends Call>(
      call: C,
      input: CallInput<C> = {},
      { isFirstStep = false, ...options }: SendOptions & { readonly isFirstStep?: boolean } = {},
    ): Promise<ReplyOf<C>> {
      const client = browserClient(locale)
      const purpose = call.stepUp?.purpose
      if (purpose === undefined) return client.send(call, input, options)
      const proofOf = async (): Promise<string | undefined> => {
        const proof = proofs.get(purpose) ?? (await ask(purpose)) ?? undefined
        if (proof !== undefined) proofs.set(purpose, proof)
        return proof
      }
      const send = async () =>
        client.send(call, input, { ...options, stepUpProof: await proofOf() })
      const reply = await send().catch((error: unknown) => {
        const isOld = error instanceof CallError && error.code === 'StepUpRequired'
        // Another refusal (a wrong code) leaves the proof valid.
        if (isOld && proofs.delete(purpose)) return send()
        throw error
      })
      if (!isFirstStep && !isForManyCalls(purpose)) proofs.delete(purpose)
      return reply
    },
  }
}

const proofs = new Map<StepUpPurpose, string>()

export type ProvenClient = ReturnType<typeof useProvenClient>
