import { browserClient } from '#design/data/browser-calls.ts'
import type { ComboboxOption } from '#design/parts/combobox.tsx'
import { PickedField } from '#design/parts/picked-field.tsx'
import { useLocale } from '#design/texts.tsx'
import { findSubjects } from '#modules/catalogue/office-contract.ts'
import type { RuleView } from '../../contract.ts'
import { subjectFields, type SubjectField as Field } from '../subject.ts'
import { useTexts } from '../texts.ts'
import type { RuleFormState } from '../use-rule-form.ts'
import type { TypesSubject } from '../use-ticket-types.ts'

type About = RuleView['about']

interface Subject extends ComboboxOption {
  readonly values: Partial<Record<Field, string>>
}

interface SubjectFieldProps {
  /** The present subject; absent for a new row. */
  readonly about: About | undefined
  readonly problemOf: RuleFormState['problemOf']
  readonly withCategory?: boolean
  /** Called with the chosen show or date; both null for anything else. */
  readonly onChoose: (subject: TypesSubject) => void
}

const kinds = {
  show: { field: 'showId', heading: 'shows' },
  event: { field: 'eventId', heading: 'events' },
  category: { field: 'categoryId', heading: 'categories' },
} as const

/** What a rule or a code applies to, found by name: a show, a date, or a category. */
export function SubjectField(props: SubjectFieldProps) {
  const { about, problemOf, withCategory = false, onChoose } = props
  const t = useTexts()
  const locale = useLocale()

  async function suggest(text: string, signal: AbortSignal): Promise<readonly Subject[]> {
    const wanted = withCategory
      ? (['show', 'event', 'category'] as const)
      : (['show', 'event'] as const)
    const input = { query: { kinds: [...wanted], text } }
    const { subjects } = await browserClient(locale).send(findSubjects, input, { signal })
    return subjects.flatMap(({ kind, id, name, note }) => {
      if (kind === 'merchant') return []
      const { field, heading } = kinds[kind]
      const values = { [field]: String(id) }
      return [
        { key: `${kind} ${id}`, label: name, note: note ?? undefined, group: t(heading), values },
      ]
    })
  }

  return (
    <PickedField
      label={t('about')}
      hint={t(withCategory ? 'aboutHintCategory' : 'aboutHint')}
      error={subjectFields.map(problemOf).find((problem) => problem !== null) ?? null}
      initial={about ? subjectOption(about) : null}
      fieldsOf={(subject) =>
        Object.fromEntries(subjectFields.map((field) => [field, subject?.values[field] ?? '']))
      }
      suggest={suggest}
      onPick={(subject) => onChoose(typesSubjectOf(subject))}
    />
  )
}

function typesSubjectOf(subject: Subject | null): TypesSubject {
  const { showId = '', eventId = '' } = subject?.values ?? {}
  return { showId: Number(showId) || null, eventId: Number(eventId) || null }
}

/** Also subjects of other sources, which are kept until another one is chosen. */
function subjectOption(about: About): Subject {
  const values = Object.fromEntries(
    subjectFields.map((field) => [field, about[field] === null ? '' : String(about[field])]),
  )
  return { key: Object.values(values).join(' '), label: about.name, values }
}
