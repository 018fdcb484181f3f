import { visitorKey } from '#design/data/visitor.ts'

/** Themes a visitor may choose; `system` follows the device. */
export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export const themeKey = 'theme'

/**
 * Runs before the first paint, so that no page flashes in the wrong theme. Pages with a fixed theme keep it. If
 * storage is blocked, the device's setting applies. Also sets `data-visitor` from storage when the page itself does
 * not contain the visitor.
 */
export const themeScript = `(()=>{const r=document.documentElement,v='visitor',d=matchMedia('(prefers-color-scheme: dark)');const a=()=>{if(r.dataset.pageTheme)return;let c;try{c=localStorage.getItem('${themeKey}')}catch{}r.dataset.theme=c==='light'||c==='dark'?c:d.matches?'dark':'light'};try{if(!r.dataset[v]&&localStorage.getItem('${visitorKey}'))r.dataset[v]='customer'}catch{}a();d.addEventListener('change',a);addEventListener('storage',a);addEventListener('bileti:theme',a)})()`

export function storedTheme(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

export function storeTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(themeKey, choice)
  } catch {
    // Storage is blocked: the choice lasts until the page is left.
  }
  refreshTheme()
}

/** Applies the chosen theme to the page, unless it has a fixed one. */
export function refreshTheme(): void {
  window.dispatchEvent(new Event('bileti:theme'))
}

/** Calls back when the choice changes, here or in another window. Returns the unsubscribe function. */
export function watchTheme(changed: () => void): () => void {
  window.addEventListener('storage', changed)
  window.addEventListener('bileti:theme', changed)
  return () => {
    window.removeEventListener('storage', changed)
    window.removeEventListener('bileti:theme', changed)
  }
}
