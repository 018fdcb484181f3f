import { Clock, MapPin, Search, Ticket, UserRound } from 'lucide-react'
import { useLocale } from '#design/texts.tsx'
import { formatDateTime } from '#kernel/format.ts'
import { Marked } from './marked.tsx'
import type { Option } from './options.ts'

const signs = { show: Ticket, venue: MapPin, person: UserRound, text: Search, recent: Clock }

/** One option of the list; the focus stays in the search box, which refers to the active option. */
export function OptionRow(props: {
  id: string
  option: Option
  isActive: boolean
  onChoose: (option: Option) => void
}) {
  const { id, option, isActive, onChoose } = props
  const locale = useLocale()
  const Sign = signs[option.sign]
  const { place, fromDate, timeZone } = option.note
  const note = [fromDate && formatDateTime(locale, fromDate, timeZone), place].filter(Boolean)
  return (
    <div
      id={id}
      // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option with a picture and two lines
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onClick={() => onChoose(option)}
      // The box handles keys; this is for assistive technology that activates the option itself.
      onKeyDown={(event) => event.key === 'Enter' && onChoose(option)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1.5 hover:bg-sunk aria-selected:bg-sunk aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-accent"
    >
      {option.imageUrl ? (
        <img
          src={option.imageUrl}
          alt=""
          width={40}
          height={40}
          className="size-10 rounded-[3px]"
        />
      ) : (
        <Sign size={18} aria-hidden="true" className="mx-[0.6875rem] shrink-0 text-soft" />
      )}
      <span className="min-w-0">
        <span className="block leading-snug">
          <Marked name={option.text} ranges={option.ranges} />
        </span>
        {note.length > 0 && <span className="block text-sm text-soft">{note.join(' · ')}</span>}
      </span>
    </div>
  )
}
