import { Button } from '#design/parts/button.tsx'
import { Checkbox, ChoiceGroup } from '#design/parts/checkbox.tsx'
import type { TicketTypeChoice } from '../../contract.ts'
import { useTexts } from '../texts.ts'
import { useTicketTypes, type TypesSubject } from '../use-ticket-types.ts'
import type { TicketTypeNames } from './rule-preview.tsx'

interface TypesProps {
  readonly subject: TypesSubject
  /** Names of chosen types that the subject does not have. */
  readonly names: TicketTypeNames
  readonly error?: string | null
}

interface TypeChoiceProps extends TypesProps {
  readonly legend: string
  readonly chosen: readonly number[]
  readonly onChange: (ticketTypeIds: readonly number[]) => void
}

/** Ticket types of the chosen show or date by name. A type of a show has a number on each of its dates. */
export function TypeChoice({ legend, chosen, onChange, ...props }: TypeChoiceProps) {
  const t = useTexts()
  const choices = withChosen(useTicketTypes(props.subject), chosen, props.names)
  return (
    <ChoiceGroup
      legend={legend}
      hint={choices.length === 0 ? t('typesAfterSubject') : null}
      error={props.error}
    >
      {choices.map(({ name, ticketTypeIds }) => (
        <Checkbox
          key={ticketTypeIds[0]}
          label={name}
          checked={ticketTypeIds.some((id) => chosen.includes(id))}
          onChange={({ target }) => {
            const others = chosen.filter((id) => !ticketTypeIds.includes(id))
            onChange(target.checked ? [...others, ...ticketTypeIds] : others)
          }}
        />
      ))}
    </ChoiceGroup>
  )
}

interface TypeGroupsProps extends TypesProps {
  readonly groups: readonly (readonly number[])[]
  readonly onChange: (groups: readonly (readonly number[])[]) => void
}

/** Groups of ticket types of which one order may hold only one. */
export function TypeGroups({ groups, onChange, error, ...props }: TypeGroupsProps) {
  const t = useTexts()
  return (
    <div className="space-y-4">
      {groups.map((group, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups have only their position
        <div key={index} className="space-y-2">
          <TypeChoice
            {...props}
            legend={t('typeGroup', { number: index + 1 })}
            error={index === groups.length - 1 ? (error ?? null) : null}
            chosen={group}
            onChange={(chosen) => onChange(groups.with(index, chosen))}
          />
          <button
            type="button"
            className="link min-h-11"
            aria-label={t('typeGroupRemoveNamed', { number: index + 1 })}
            onClick={() => onChange(groups.toSpliced(index, 1))}
          >
            {t('typeGroupRemove')}
          </button>
        </div>
      ))}
      <Button look="quiet" onClick={() => onChange([...groups, []])}>
        {t('typeGroupAdd')}
      </Button>
    </div>
  )
}

/** The subject's types, and those chosen before that it does not have. */
function withChosen(
  types: readonly TicketTypeChoice[],
  chosen: readonly number[],
  names: TicketTypeNames,
): readonly TicketTypeChoice[] {
  const own = new Set(types.flatMap(({ ticketTypeIds }) => ticketTypeIds))
  const others = chosen.filter((id) => !own.has(id))
  return [
    ...types,
    ...others.map((id) => ({ name: names.get(id) ?? `№ ${id}`, ticketTypeIds: [id] })),
  ]
}
