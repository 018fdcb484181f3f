import type { InputHTMLAttributes } from 'react'
import { afterPress } from '#design/forms/after-press.ts'
import { Select } from '#design/parts/select.tsx'
import { TextField } from '#design/parts/text-field.tsx'
import { grouped } from '#kernel/grouped.ts'
import { extraValueLengthMax, problemOfExtra, type ExtraProblem } from '../../extra-fields.ts'
import type { ExtraQuestionView } from '../../extra-contract.ts'
import { useQuestionTexts } from '../questions-texts.ts'

/** Answers by the id of their question. */
export type ExtraAnswers = Readonly<Record<string, string>>

/** What is wrong with the answers, by question; the first one comes first. */
export function problemsOfExtras(
  questions: readonly ExtraQuestionView[],
  answers: ExtraAnswers,
): ReadonlyMap<string, ExtraProblem> {
  const problems = new Map<string, ExtraProblem>()
  for (const question of questions) {
    const problem = problemOfExtra(question, answers[question.id] ?? question.value)
    if (problem) problems.set(question.id, problem)
  }
  return problems
}

/** A line of an order that questions are asked about. */
interface AskedLine {
  readonly lineId: number
  readonly quantity: number
}

interface ExtraFieldsProps<Line extends AskedLine> extends AnswersProps {
  readonly questions: readonly ExtraQuestionView[]
  readonly lines: readonly Line[]
  /** Names the place of a line. */
  readonly nameOf: (line: Line) => string
}

interface AnswersProps {
  readonly answers: ExtraAnswers
  readonly problems: ReadonlyMap<string, ExtraProblem>
  readonly onChange: (id: string, value: string) => void
  /** A field was left. */
  readonly onLeave: (id: string) => void
}

/** Documents and delivery: what is asked once first, then ticket by ticket. */
export function ExtraFields<Line extends AskedLine>(props: ExtraFieldsProps<Line>) {
  const t = useQuestionTexts()
  const { questions: all, lines, nameOf, ...answers } = props
  const groups = grouped(all, ({ lineId, unit }) => `${lineId ?? 'order'} ${unit}`)
  const sorted = [...groups].toSorted(
    ([, [one]], [, [other]]) => Number(one?.lineId !== null) - Number(other?.lineId !== null),
  )
  return sorted.map(([key, questions]) => {
    const [first] = questions
    const line = lines.find(({ lineId }) => lineId === first?.lineId)
    const name = line ? nameOf(line) : t('extrasOrder')
    const number = (first?.unit ?? 0) + 1
    return (
      <fieldset key={key} className="space-y-5">
        <legend className="font-display text-xl font-bold">
          {line && line.quantity > 1 ? t('extrasNumbered', { name, number }) : name}
        </legend>
        {questions.map((question) => (
          <ExtraFieldInput key={question.id} question={question} {...answers} />
        ))}
      </fieldset>
    )
  })
}

type Keyboard = Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'inputMode' | 'autoCapitalize'>

const keyboards: Readonly<Partial<Record<ExtraQuestionView['kind'], Keyboard>>> = {
  personalNumber: { inputMode: 'numeric' },
  passport: { autoCapitalize: 'characters' },
  date: { type: 'date' },
  phone: { type: 'tel', inputMode: 'tel' },
  latin: { autoCapitalize: 'words' },
}

function ExtraFieldInput(props: AnswersProps & { readonly question: ExtraQuestionView }) {
  const { question, answers, problems, onChange, onLeave } = props
  const t = useQuestionTexts()
  const { id, kind, isRequired } = question
  const problem = problems.get(id)
  const common = {
    name: id,
    value: answers[id] ?? question.value,
    required: isRequired,
    onBlur: () => afterPress(() => onLeave(id)),
    onChange: (event: { target: { value: string } }) => onChange(id, event.target.value),
  }
  const label = isRequired ? question.label : t('extraOptional', { label: question.label })
  const error = problem ? t(problem) : null
  if (kind === 'select')
    return <Choice {...common} label={label} error={error} options={question.options} />
  return (
    <TextField
      {...common}
      {...keyboards[kind]}
      label={label}
      error={error}
      maxLength={extraValueLengthMax}
      spellCheck={kind === 'text'}
      autoComplete={question.autoComplete ?? 'off'}
    />
  )
}

interface ChoiceProps {
  readonly name: string
  readonly value: string
  readonly label: string
  readonly error: string | null
  readonly required: boolean
  readonly options: ExtraQuestionView['options']
  readonly onChange: (event: { target: { value: string } }) => void
  readonly onBlur: () => void
}

function Choice({ options, ...select }: ChoiceProps) {
  const t = useQuestionTexts()
  return (
    <Select {...select}>
      <option value="">{t('extraChoose')}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </Select>
  )
}
