import { useImperativeHandle, useRef, type Ref } from 'react'
import { ExtraFields, type ExtraAnswers } from '#modules/orders/web/parts/extra-fields.tsx'
import { useExtras } from '#modules/orders/web/use-extras.ts'
import type { BasketView } from '../../contract.ts'

/** What a sale asks of the questions before it takes money. */
export interface BasketQuestionsHandle {
  /** Shows every problem, moves the focus to the first one, and tells whether there is none. */
  judgeAll(): boolean
}

interface BasketQuestionsProps {
  readonly ref: Ref<BasketQuestionsHandle>
  readonly basket: BasketView
  readonly nameOf: (line: BasketView['lines'][number]) => string
  readonly answers: ExtraAnswers
  readonly onAnswers: (answers: ExtraAnswers) => void
  readonly refused: readonly string[]
}

/** What the buyer of held places is asked: the same fields as at the checkout of the shop. */
export default function BasketQuestions(props: BasketQuestionsProps) {
  const { ref, basket, nameOf, answers, onAnswers, refused } = props
  const root = useRef<HTMLDivElement>(null)
  const { fields, judgeAll } = useExtras({
    questions: basket.extras,
    answers,
    onAnswers,
    refused,
  })
  useImperativeHandle(ref, () => ({
    judgeAll() {
      const first = judgeAll()
      if (first === undefined) return true
      root.current?.querySelector<HTMLElement>(`[name="${CSS.escape(first)}"]`)?.focus()
      return false
    },
  }))
  return (
    <div ref={root} className="mt-near space-y-near">
      <ExtraFields questions={basket.extras} lines={basket.lines} nameOf={nameOf} {...fields} />
    </div>
  )
}
