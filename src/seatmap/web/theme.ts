/** The map's colours, read once per change of theme, because reading styles in each frame would be slow. */
export interface MapTheme {
  readonly zones: readonly string[]
  readonly paper: string
  readonly ink: string
  readonly inkSoft: string
  readonly ground: string
  readonly pitch: string
  readonly line: string
  readonly stage: string
  readonly onStage: string
  readonly onZone: string
  readonly taken: string
  readonly chosen: string
  readonly onChosen: string
  readonly focus: string
  readonly font: string
}

/** Zones beyond the eighth reuse the palette; their marks differ. */
export const paletteSize = 8

/** The custom property of a zone's colour, by its index in the layout. */
export function zoneVariable(zone: number): string {
  return `--zone-${(zone % paletteSize) + 1}`
}

export function readTheme(element: Element): MapTheme {
  const style = getComputedStyle(element)
  const read = (name: string) => style.getPropertyValue(`--map-${name}`).trim()
  return {
    zones: Array.from({ length: paletteSize }, (_, zone) =>
      style.getPropertyValue(zoneVariable(zone)).trim(),
    ),
    paper: read('paper'),
    ink: read('ink'),
    inkSoft: read('ink-soft'),
    ground: read('ground'),
    pitch: read('pitch'),
    line: read('line'),
    stage: read('stage'),
    onStage: read('on-stage'),
    onZone: read('on-zone'),
    taken: read('taken'),
    chosen: read('chosen'),
    onChosen: read('on-chosen'),
    focus: read('focus'),
    font: style.fontFamily,
  }
}

/** Calls back when the theme may have changed. Returns the unsubscribe function. */
export function watchTheme(changed: () => void): () => void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  dark.addEventListener('change', changed)
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['class', 'style', 'data-theme'],
  })
  return () => {
    dark.removeEventListener('change', changed)
    observer.disconnect()
  }
}
