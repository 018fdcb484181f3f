/** A name is not broken at its hyphens, as in "Batumi-Central"; its spaces stay, where a long name may be broken. */
export function unbrokenName(name: string): string {
  return name.replaceAll('-', '-\u2060')
}
