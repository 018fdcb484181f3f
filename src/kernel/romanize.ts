/**
 * Georgian names in Latin letters as in passports: the national system of 2002 without apostrophes, each word
 * capitalised. Other letters are left unchanged.
 */
const letters: Readonly<Record<string, string>> = {
  ა: 'a', ბ: 'b', გ: 'g', დ: 'd', ე: 'e', ვ: 'v', ზ: 'z', თ: 't', ი: 'i', კ: 'k', ლ: 'l',
  მ: 'm', ნ: 'n', ო: 'o', პ: 'p', ჟ: 'zh', რ: 'r', ს: 's', ტ: 't', უ: 'u', ფ: 'p', ქ: 'k',
  ღ: 'gh', ყ: 'q', შ: 'sh', ჩ: 'ch', ც: 'ts', ძ: 'dz', წ: 'ts', ჭ: 'ch', ხ: 'kh', ჯ: 'j',
  ჰ: 'h',
} // prettier-ignore

export function hasGeorgianLetters(text: string): boolean {
  return /[ა-ჰ]/u.test(text)
}

/** `ნინო ჭავჭავაძე` → `Nino Chavchavadze`. */
export function romanizeGeorgian(name: string): string {
  return name
    .trim()
    .split(/(?<=[ -])/)
    .map((word) => {
      if (!hasGeorgianLetters(word)) return word
      const latin = [...word].map((letter) => letters[letter] ?? letter).join('')
      return latin.charAt(0).toUpperCase() + latin.slice(1)
    })
    .join('')
}
