import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** The key of an email. It is removed from the address bar on arrival, so that it is not copied or seen there. */
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

/** Keys are longer; a shorter one was truncated on its way. */
export const emailKeyLengthMin = 20
