/**
 * Whether a password is among the first guesses: one of the most common ones (also followed by digits or
 * punctuation), a keyboard sequence, a repetition, or part of the account's own data.
 */
const mostUsed = new Set(
  `password passw0rd pass qwerty qwertyuiop qwerty1 asdfghjkl zxcvbnm letmein welcome admin administrator
  iloveyou monkey dragon football baseball basketball master sunshine princess shadow superman batman trustno
  login abc abcd abcdef abcdefgh test tester testing user guest secret changeme default temp hello freedom
  whatever michael jordan charlie donald liverpool chelsea barcelona realmadrid arsenal juventus google
  facebook instagram samsung iphone android computer internet minecraft pokemon naruto starwars killer
  paroli parol პაროლი saqartvelo sakartvelo საქართველო georgia tbilisi თბილისი batumi kutaisi dinamo bileti
  ბილეთი tkt gamarjoba გამარჯობა genacvale dato giorgi nino mariami luka`.split(/\s+/),
)

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ',
]

export function isGuessable(password: string, about: readonly string[]): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  const mails = plain.replaceAll(/[^\p{L}]+/gu, '')
  if (new Set(plain).size < 4) return true
  if (/^(.{1,4})\1+$/.test(plain)) return true
  if (mostUsed.has(plain) || mostUsed.has(mails)) return true
  if (runs.some((run) => run.includes(plain) || [...run].toReversed().join('').includes(plain)))
    return true
  return about.some((word) => {
    const known = word.toLowerCase().trim()
    return known.length >= 4 && (plain === known || mails === known.replaceAll(/[^\p{L}]+/gu, ''))
  })
}
