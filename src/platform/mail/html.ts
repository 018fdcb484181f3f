/** Content id of the shop's logo, which is attached to each email that shows it. */
export const markId = 'mark@bileti'

/** Escapes text for HTML: names and titles come from users. */
export function escapeHtml(value: string): string {
  return value.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
