const letters: Readonly<Record<string, string>> = {
  ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ŋ: 'n',
  ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th',
} // prettier-ignore

/**
 * A text as searches compare it: lower case (Mtavruli, the Georgian capitals, included), without accents, apostrophes and
 * invisible marks, hyphens as spaces. `O’Neill` is `oneill`, `Nguyễn` is `nguyen`. `search_fold` does the same in SQL.
 */
export function foldForSearch(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}\p{Cf}'’‘ʼʹ`´＇]+/gu, '')
    .replaceAll(/\p{Pd}/gu, ' ')
    .replaceAll(/[łøđðħıŧŋßæœþ]/g, (letter) => letters[letter] ?? letter)
}
