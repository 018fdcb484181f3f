import { useCallback, useEffect, useState } from 'react'

/** What a panel asks the server for when it opens: undefined while it waits, null when it did not come. */
export function useRequested<Value>(ask: () => Promise<Value>) {
  const [value, setValue] = useState<Value | null | undefined>(undefined)
  const [turn, setTurn] = useState(0)
  const again = useCallback(() => {
    setValue(undefined)
    setTurn((last) => last + 1)
  }, [])
  useEffect(() => {
    let isOver = false
    async function load(): Promise<void> {
      const got = await ask().catch(() => null)
      if (!isOver) setValue(got)
    }
    void load()
    return () => {
      isOver = true
    }
    // oxlint-disable-next-line react/exhaustive-deps, react/exhaustive-effect-dependencies -- asked when the panel opens, and when it is told to
  }, [turn])
  return { value, again }
}
