import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The key of an email. It leaves the address bar at once, so that nobody copies or sees it there. */
export function useEmailKey(name = 'key'): string {
  const { search } = useLocation()
  const [key] = useState(() => new URLSearchParams(search).get(name) ?? '')
  useEffect(() => {
    const address = new URL(window.location.href)
    address.searchParams.delete(name)
    window.history.replaceState(window.history.state, '', address)
  }, [name])
  return key
}

/** Keys are longer; whatever is shorter was cut off on its way. */
export const letterKeyLengthLeast = 20
