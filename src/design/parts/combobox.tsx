import { useRef, type ReactNode } from 'react'
import { useKitTexts } from '../kit-texts.ts'
import { FieldFrame, type FieldWords } from './field-frame.tsx'
import { useCombobox } from './use-combobox.ts'

/** An option. */
export interface ComboboxOption {
  readonly key: string
  /** The field's text after the option is chosen. */
  readonly label: string
  /** Distinguishes it from others with the same name. */
  readonly note?: string | undefined
  /** Heading of consecutive options with the same group. */
  readonly group?: string | undefined
  /** An image before the label. */
  readonly sign?: ReactNode
}

export interface ComboboxProps<Option extends ComboboxOption> extends FieldWords {
  readonly value: Option | null
  readonly onChoose: (option: Option | null) => void
  /** Options for the typed text, best first; aborted by further typing. */
  readonly suggest: (text: string, signal: AbortSignal) => Promise<readonly Option[]>
  /** Options before anything is typed: recent choices, popular ones. */
  readonly start?: readonly Option[]
  /** Name of a hidden field with the key of the chosen option. */
  readonly name?: string
  readonly placeholder?: string
  /** Options are commands: only Enter or a click chooses one, not leaving the field. */
  readonly isCommand?: boolean
  readonly required?: boolean
  readonly className?: string
}

const nothing: readonly never[] = []

/**
 * A text field with suggestions, following the WAI-ARIA combobox pattern: the focus stays in the field, arrow keys
 * move through the options, Enter and Tab choose one, Escape closes. The number of options is announced. Leaving
 * the field with unchosen text chooses its best suggestion.
 */
export function Combobox<Option extends ComboboxOption>(props: ComboboxProps<Option>) {
  const { label, hint, error, value, onChoose, suggest, start = nothing, name, className } = props
  const t = useKitTexts()
  const input = useRef<HTMLInputElement>(null)
  const box = useCombobox({ value, onChoose, suggest, start, isCommand: props.isCommand })
  const shown = box.typed ?? value?.label ?? ''
  const count = box.options.length
  const nothingText = box.isLoading
    ? t('loading')
    : t(box.isFailed ? 'networkProblem' : 'nothingFound')
  return (
    <FieldFrame label={label} hint={hint} error={error} className={className}>
      {(ties) => (
        <>
          <input
            {...ties}
            {...box.field}
            ref={input}
            type="text"
            role="combobox"
            className="field pr-12"
            value={shown}
            placeholder={props.placeholder}
            required={props.required}
            aria-autocomplete="list"
            aria-expanded={box.isShown}
            aria-controls={box.listId}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="next"
          />
          {name !== undefined && <input type="hidden" name={name} value={value?.key ?? ''} />}
          {shown !== '' && (
            <ClearButton
              onPress={() => {
                box.type('')
                input.current?.focus()
              }}
            />
          )}
          <OptionList label={label} box={box} nothingText={nothingText} />
          <output aria-live="polite" className="sr-only">
            {box.isShown && (count === 0 ? nothingText : t('resultCount', { count }))}
          </output>
        </>
      )}
    </FieldFrame>
  )
}

/** For pointers; keyboard users delete the text itself. */
function ClearButton({ onPress }: { onPress: () => void }) {
  const t = useKitTexts()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={t('clear')}
      className="absolute inset-y-0 right-0 grid w-11 place-items-center text-xl text-soft"
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <span aria-hidden="true">×</span>
    </button>
  )
}

interface OptionListProps<Option extends ComboboxOption> {
  readonly label: string
  readonly box: ReturnType<typeof useCombobox<Option>>
  readonly nothingText: string
}

function OptionList<Option extends ComboboxOption>(props: OptionListProps<Option>) {
  const { label, box, nothingText } = props
  const { options, index: active, isShown, listId, idOf, choose } = box
  return (
    <>
      <div
        id={listId}
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be below a text field
        role="listbox"
        aria-label={label}
        hidden={!isShown || options.length === 0}
        className="combobox-list"
      >
        {options.map((option, index) => (
          <OptionRow
            key={option.key}
            id={idOf(index)}
            option={option}
            isActive={index === active}
            hasHeading={option.group !== options[index - 1]?.group}
            onChoose={() => choose(option)}
          />
        ))}
      </div>
      {isShown && options.length === 0 && (
        <p className="combobox-list px-4 py-3 text-soft" aria-hidden="true">
          {nothingText}
        </p>
      )}
    </>
  )
}

interface OptionRowProps {
  readonly id: string
  readonly option: ComboboxOption
  readonly isActive: boolean
  readonly hasHeading: boolean
  readonly onChoose: () => void
}

function OptionRow({ id, option, isActive, hasHeading, onChoose }: OptionRowProps) {
  const { label, note, group, sign } = option
  return (
    <>
      {hasHeading && group !== undefined && (
        <div role="presentation" className="px-4 pt-3 pb-1 text-sm font-semibold text-soft">
          {group}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the focus and the keys */}
      <div
        id={id}
        // eslint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option with a picture and two lines
        role="option"
        aria-selected={isActive}
        tabIndex={-1}
        className="combobox-option"
        onPointerDown={(event) => event.preventDefault()}
        onClick={onChoose}
      >
        {sign !== undefined && (
          <span aria-hidden="true" className="shrink-0 text-soft">
            {sign}
          </span>
        )}
        <span className="min-w-0">
          <span className="block font-semibold">{label}</span>
          {note && <span className="block text-note text-soft">{note}</span>}
        </span>
      </div>
    </>
  )
}
