import { parsedUrl } from './parsed-url.ts'

/** A video on an outside host: the host and its id there. */
export interface OutsideVideo {
  readonly host: 'youtube' | 'vimeo'
  readonly id: string
}

const youtubeHosts = new Set(['youtube.com', 'www.youtube.com', 'm.youtube.com'])

/** The video of an address as people copy it from their browser; null when it is no video that can be played here. */
export function videoOf(address: string): OutsideVideo | null {
  const url = parsedUrl(address.trim())
  if (url === null || url.protocol !== 'https:') return null
  const [, first = '', second = ''] = url.pathname.split('/')
  if (url.hostname === 'youtu.be') return youtube(first)
  if (youtubeHosts.has(url.hostname)) {
    const isNamed = first === 'embed' || first === 'shorts' || first === 'live'
    return youtube(isNamed ? second : (url.searchParams.get('v') ?? ''))
  }
  if (url.hostname === 'vimeo.com' || url.hostname === 'www.vimeo.com')
    return /^\d{5,12}$/.test(first) ? { host: 'vimeo', id: first } : null
  return null
}

function youtube(id: string): OutsideVideo | null {
  return /^[\w-]{11}$/.test(id) ? { host: 'youtube', id } : null
}

/** Where it plays inside a page, without cookies before it is played; its host is in the pages' `frame-src`. */
export function playerAddress({ host, id }: OutsideVideo, locale: string): string {
  return host === 'youtube'
    ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&rel=0&hl=${locale}`
    : `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1`
}
