import { useState, type RefObject } from 'react'
import { CallError } from '#contract/client.ts'
import type { BasketView } from '../contract.ts'
import type { BasketQuestionsHandle } from './parts/basket-questions.tsx'

type GivenAnswers = { readonly id: string; readonly value: string }[]

/** What the buyer of held places answers, for every way of paying for them. */
export function useQuestions(
  { extras }: Pick<BasketView, 'extras'>,
  handle: RefObject<BasketQuestionsHandle | null>,
) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const [refused, setRefused] = useState<readonly string[]>([])
  return {
    typed,
    refused,
    onAnswers(answers: Readonly<Record<string, string>>) {
      setRefused([])
      setTyped(answers)
    },
    /** Sells with the answers; not while one is missing or wrong, which its field then says, as for those that are refused. */
    async sell(work: (answers: GivenAnswers) => Promise<void>): Promise<void> {
      // While the fields are being loaded, the server judges.
      if (handle.current && !handle.current.judgeAll()) return
      try {
        await work(extras.map(({ id, value }) => ({ id, value: typed[id] ?? value })))
      } catch (error) {
        setRefused(refusedOf(error))
        throw error
      }
    },
  }
}

export type Questions = ReturnType<typeof useQuestions>

function refusedOf(error: unknown): string[] {
  if (!(error instanceof CallError)) return []
  const prefix = 'body.extras.'
  return error.fields.flatMap(({ path }) =>
    path.startsWith(prefix) ? [path.slice(prefix.length)] : [],
  )
}
