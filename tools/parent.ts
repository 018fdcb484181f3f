/** How often the parent is looked at. */
const lookMilliseconds = 250

/**
 * Calls back once when the process that started this one has ended. npm starts scripts by a shell, which ends at a signal to
 * npm without passing it on.
 */
export function whenParentEnds(end: () => void): void {
  const parent = process.ppid
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    end()
  }, lookMilliseconds)
  look.unref()
}
