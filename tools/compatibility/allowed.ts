/** A use of something that browsers of the range lack, and why it may stay. */
export interface Allowed {
  readonly features: readonly string[]
  /** The built files; all without it. */
  readonly files?: RegExp
  readonly reason: string
}

export const allowed: readonly Allowed[] = [
  {
    features: [
      'api.HTMLElement.hidePopover',
      'api.HTMLElement.showPopover',
      'html.elements.button.popovertarget',
      'html.global_attributes.popover',
    ],
    files: /^(menu|toast|learn-visitor|popover)/,
    reason: 'Where they are missing, `older-browsers.ts` loads their replacement after the page.',
  },
  {
    features: ['api.ToggleEvent', 'css.selectors.popover-open'],
    files: /^popover-fn/,
    reason: 'The replacement of popovers asks for them before.',
  },
  {
    features: ['api.Navigator.share'],
    files: /^use-share/,
    reason: 'Asked for before; otherwise the address is copied.',
  },
  {
    features: ['api.PaymentRequest'],
    files: /^other-ways/,
    reason: 'Asked for before: without it there are no buttons of wallets.',
  },
  {
    features: ['html.elements.img.fetchpriority'],
    reason: 'A hint: without it pictures load in their order.',
  },
  {
    features: ['html.elements.video.playsinline'],
    files: /^scan/,
    reason: 'Only iOS plays videos over the whole screen without it.',
  },
  {
    features: ['html.global_attributes.autocapitalize', 'html.global_attributes.autocorrect'],
    files: /^combobox/,
    reason: 'For keyboards on screens; what is typed is searched without regard to case.',
  },
  {
    features: [
      'api.Document.startViewTransition',
      'api.Navigator.connection',
      'api.Window.navigation',
      'api.Window.setImmediate',
      'css.selectors.view-transition',
      'css.selectors.view-transition-group',
      'html.global_attributes.is',
    ],
    files: /^vendor/,
    reason: 'React and its router ask for them before; no page uses view transitions.',
  },
  {
    features: [
      'api.Document.prerendering',
      'api.Document.wasDiscarded',
      'api.Performance.interactionCount',
      'api.PerformanceEventTiming',
      'api.URL.canParse_static',
      'api.Window.cancelIdleCallback',
      'api.Window.requestIdleCallback',
      'javascript.builtins.Error.stackTraceLimit',
    ],
    files: /^errors/,
    reason:
      'Sentry asks for them before, or reads nothing where they are missing; loaded after consent.',
  },
  {
    features: ['api.ScreenOrientation.lock', 'api.ScreenOrientation.unlock'],
    files: /^recording/,
    reason: 'Other objects of Sentry have methods of these names.',
  },
  {
    features: ['api.PublicKeyCredential.getClientCapabilities_static'],
    files: /^esm/,
    reason: 'The library of passkeys asks for it before.',
  },
  {
    features: ['javascript.builtins.Uint8Array.toBase64'],
    files: /^qr/,
    reason: 'The library of QR codes asks for it before.',
  },
  {
    features: [
      'css.properties.cursor.default',
      'css.properties.cursor.grab',
      'css.properties.cursor.grabbing',
      'css.properties.cursor.not-allowed',
      'css.properties.cursor.pointer',
      'css.properties.resize',
      'css.properties.resize.both',
      'css.properties.resize.vertical',
      'css.selectors.selection',
    ],
    reason: 'For mice, which phones do not have.',
  },
  {
    features: [
      'css.properties.scrollbar-color',
      'css.properties.scrollbar-width',
      'css.properties.scrollbar-width.none',
      'css.properties.scrollbar-width.thin',
    ],
    reason: 'Other browsers show their own scroll bar.',
  },
  {
    features: [
      'css.properties.text-wrap',
      'css.properties.text-wrap.balance',
      'css.properties.text-wrap.pretty',
    ],
    reason: 'Lines break in other places.',
  },
  {
    features: [
      'css.properties.grid-template-columns.subgrid',
      'css.properties.grid-template-rows.subgrid',
    ],
    reason: 'Fields side by side, and rows of cards, do not share their lines.',
  },
  {
    features: [
      'css.properties.forced-color-adjust',
      'css.properties.forced-color-adjust.none',
      'css.properties.font-family.ui-monospace',
      'css.at-rules.media.scripting',
    ],
    reason: 'Colours of the system, a font and pages without scripts: the rule before applies.',
  },
  {
    features: [
      'css.properties.scroll-initial-target',
      'css.properties.scroll-initial-target.nearest',
    ],
    reason: 'The page scrolls to the chosen item by script as well.',
  },
]
