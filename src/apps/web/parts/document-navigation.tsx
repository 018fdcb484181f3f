import { useEffect, useRef } from 'react'
import { createPath, useLocation, useNavigation } from 'react-router'
import { needsDocument } from '#design/data/needs-document.ts'

/**
 * Turns a client navigation (for example a redirect) to an area whose routes are not loaded into a document load, also one
 * that is over before it is rendered.
 */
export function DocumentNavigation() {
  const here = useLocation()
  /** The address that this document was loaded for, with or without a page. */
  const own = useRef(here.pathname)
  const { location = here } = useNavigation()
  useEffect(() => {
    if (location.pathname !== own.current && needsDocument(location.pathname))
      window.location.assign(createPath(location))
  }, [location])
  return null
}
