import { useState } from 'react'
import type { ExtraQuestionView } from '../extra-contract.ts'
import { problemsOfExtras, type ExtraAnswers } from './parts/extra-fields.tsx'

interface ExtrasOptions {
  readonly questions: readonly ExtraQuestionView[]
  readonly answers: ExtraAnswers
  readonly onAnswers: (answers: ExtraAnswers) => void
  /** Ids of the questions whose answers the server refused. */
  readonly refused: readonly string[]
}

/** Answers beyond the buyer's details: judged as they are left, all of them when the form is sent. */
export function useExtras({ questions, answers, onAnswers, refused }: ExtrasOptions) {
  const [judged, setJudged] = useState<ReadonlySet<string>>(new Set())
  const found = problemsOfExtras(questions, answers)
  const problems = new Map([...found].filter(([id]) => judged.has(id)))
  for (const id of refused) if (!problems.has(id)) problems.set(id, 'extraWrong')
  return {
    fields: {
      answers,
      problems,
      onChange: (id: string, value: string) => {
        onAnswers({ ...answers, [id]: value })
        setJudged((before) => new Set([...before].filter((one) => one !== id)))
      },
      onLeave: (id: string) => {
        if (answers[id]) setJudged((before) => new Set([...before, id]))
      },
    },
    /** Shows every problem and answers the first one's question. */
    judgeAll(): string | undefined {
      setJudged(new Set(questions.map(({ id }) => id)))
      return [...found.keys()][0]
    },
  }
}
