import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'
import { needsDocument } from '#design/data/needs-document.ts'

/** Turns a navigation to an area whose routes are not loaded here (a redirect, say) into one of the browser. */
export function DocumentNavigation() {
  const { location } = useNavigation()
  useEffect(() => {
    if (location && needsDocument(location.pathname)) window.location.assign(createPath(location))
  }, [location])
  return null
}
