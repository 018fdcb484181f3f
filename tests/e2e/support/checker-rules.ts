import type { ConfigData } from 'html-validate'

/**
 * Rules of html-validate for our documents: what the W3C's checker calls an error, and references within a document. Style
 * rules are left out; axe checks names, roles and contrast in a browser.
 */
export const checkerRules: NonNullable<ConfigData['rules']> = {
  'aria-label-misuse': 'error',
  'attribute-allowed-values': 'error',
  'attribute-misuse': 'error',
  'close-attr': 'error',
  'close-order': 'error',
  deprecated: 'error',
  'element-permitted-content': 'error',
  'element-permitted-occurrences': 'error',
  'element-permitted-order': 'error',
  'element-permitted-parent': 'error',
  'element-required-ancestor': 'error',
  'element-required-attributes': 'error',
  'element-required-content': 'error',
  'input-attributes': 'error',
  'map-dup-name': 'error',
  'missing-doctype': 'error',
  'multiple-labeled-controls': 'error',
  'no-abstract-role': 'error',
  'no-dup-attr': 'error',
  'no-dup-id': 'error',
  'no-missing-references': 'error',
  'no-unknown-elements': 'error',
  'script-element': 'error',
  'unrecognized-char-ref': 'error',
  'valid-autocomplete': 'error',
  'void-content': 'error',
}
