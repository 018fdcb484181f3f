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
    <ul className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-2 tablet:grid-cols-[9rem_1fr_auto]">
      {bars.map(({ key, name, value, text }) => (
        <li key={key} className="col-span-full grid grid-cols-subgrid items-center gap-y-1">
          <span className="truncate text-note" title={name}>
            {name}
          </span>
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

/** Columns side by side; screen readers get the values as a list below. */
export function ColumnChart({ bars, full: given, label }: ChartProps & { readonly label: string }) {
  const full = given ?? Math.max(1, ...bars.map(({ value }) => value))
  const highest = bars.reduce<Bar | null>(
    (found, bar) => (found === null || bar.value > found.value ? bar : found),
    null,
  )
  return (
    <>
      {highest !== null && highest.value > 0 && (
        <p aria-hidden="true" className="figures mb-1 text-sm text-soft">
          {`↑ ${highest.name}: ${highest.text}`}
        </p>
      )}
      <div aria-hidden="true" className="flex h-44 items-end gap-px border-b border-rule">
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
        <span>{bars[0]?.name}</span>
        {bars.length > 1 && <span>{bars.at(-1)?.name}</span>}
      </p>
      <ul aria-label={label} className="sr-only">
        {bars.map(({ key, name, text }) => (
          <li key={key}>{`${name}: ${text}`}</li>
        ))}
      </ul>
    </>
  )
}
