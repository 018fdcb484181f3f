export interface Bar {
  readonly key: string
  readonly name: string
  /** The length of the bar. */
  readonly value: number
  /** The value as text, with its unit. */
  readonly text: string
}

interface ChartProps {
  readonly bars: readonly Bar[]
  /** The value of a full bar; by default the largest value. */
  readonly full?: number
}

/** Bars with their values: a list for screen readers. */
export function BarList({ bars, full: given }: ChartProps) {
  const full = given ?? Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 tablet:grid-cols-[minmax(9rem,2fr)_3fr_auto]">
      {bars.map(({ key, name, value, text }) => (
        <li key={key} className="col-span-full grid grid-cols-subgrid items-center gap-y-1">
          <span className="min-w-0 text-note leading-snug break-words">{name}</span>
          <span
            aria-hidden="true"
            className="order-last col-span-2 h-4 rounded-sm bg-sunk tablet:order-none tablet:col-span-1"
          >
            <span
              className="block h-full rounded-sm bg-accent"
              style={{ width: `${(value / full) * 100}%` }}
            />
          </span>
          <span className="figures text-note whitespace-nowrap">{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** Greatest width of a column. */
const columnRemMax = 4
/** From this number of columns on the names of the first and the last stand at its sides; fewer are too narrow. */
const namesApartFrom = 8

/** Columns side by side; screen readers get the values as a list below. */
export function ColumnChart({ bars, full: given, label }: ChartProps & { readonly label: string }) {
  const full = given ?? Math.max(1, ...bars.map(({ value }) => value))
  const highest = bars.reduce<Bar | null>(
    (found, bar) => (found === null || bar.value > found.value ? bar : found),
    null,
  )
  const first = bars[0]?.name
  const last = bars.length > 1 ? bars.at(-1)?.name : undefined
  return (
    <>
      {highest !== null && highest.value > 0 && (
        <p aria-hidden="true" className="figures mb-1 text-sm text-soft">
          {`↑ ${highest.name}: ${highest.text}`}
        </p>
      )}
      <div
        aria-hidden="true"
        className="flex h-44 items-end gap-px border-b border-rule"
        // A single column as wide as the page would look like a picture that failed to load.
        style={{ maxWidth: `${bars.length * columnRemMax}rem` }}
      >
        {bars.map(({ key, name, value, text }) => (
          <span
            key={key}
            title={`${name}: ${text}`}
            className="min-w-0 grow rounded-t-sm bg-accent"
            style={{ height: `${Math.max(1, (value / full) * 100)}%` }}
          />
        ))}
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-sm text-soft">
        {bars.length < namesApartFrom ? (
          <span>{[first, last].filter((name) => name !== undefined).join(' – ')}</span>
        ) : (
          <>
            <span>{first}</span>
            <span>{last}</span>
          </>
        )}
      </p>
      <ul aria-label={label} className="sr-only">
        {bars.map(({ key, name, text }) => (
          <li key={key}>{`${name}: ${text}`}</li>
        ))}
      </ul>
    </>
  )
}
