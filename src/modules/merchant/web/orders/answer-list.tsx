import type { AnswerView } from '#modules/orders/extra-contract.ts'

interface AnswerListProps {
  readonly answers: readonly AnswerView[]
  readonly className?: string
}

/** Questions with their answers, one below the other. */
export function AnswerList({ answers, className = '' }: AnswerListProps) {
  return answers.map(({ key, label, value }) => (
    <span key={key} className={`block wrap-anywhere ${className}`}>
      <span className="text-soft">{label}:</span> <bdi>{value}</bdi>
    </span>
  ))
}
