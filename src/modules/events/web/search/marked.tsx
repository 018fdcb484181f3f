/** A name whose matching parts are highlighted by weight and underline, not by colour alone. */
export function Marked({
  name,
  ranges,
}: {
  name: string
  ranges: readonly (readonly [number, number])[]
}) {
  const parts: React.ReactNode[] = []
  let at = 0
  for (const [start, end] of ranges) {
    if (start > at) parts.push(name.slice(at, start))
    parts.push(
      <mark
        key={start}
        className="bg-transparent text-inherit underline decoration-accent decoration-2 underline-offset-[0.2em]"
      >
        {name.slice(start, end)}
      </mark>,
    )
    at = end
  }
  parts.push(name.slice(at))
  return <>{parts}</>
}
