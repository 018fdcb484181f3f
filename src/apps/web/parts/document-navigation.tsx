import { useEffect } from 'react'
import { createPath, useNavigation } from 'react-router'
import { needsDocument } from '#design/data/needs-document.ts'

/**
 * Turns a client navigation (for example a redirect) to an area whose routes are not loaded into a document load.
 */
export function DocumentNavigation() {
  const { location } = useNavigation()
  useEffect(() => {
    if (location && needsDocument(location.pathname)) window.location.assign(createPath(location))
  }, [location])
  return null
}
