/** Hostile values for fields. */

/** A value as raw JSON, including values that JavaScript would not serialise. */
export interface HostileValue {
  readonly name: string
  readonly json: string
  /** No field of any call accepts it, whatever its type. */
  readonly neverFits?: boolean
}

const never = (name: string, json: string): HostileValue => ({ name, json, neverFits: true })
const some = (name: string, json: string): HostileValue => ({ name, json })
const texts = (entries: Readonly<Record<string, string>>): HostileValue[] =>
  Object.entries(entries).map(([name, text]) => some(name, JSON.stringify(text)))

/** Texts known to break software, by what they break. */
export const hostileTexts: Readonly<Record<string, string>> = {
  empty: '',
  blank: ' \t\n ',
  'the null character': 'a\u0000b',
  'only the null character': '\u0000',
  'control characters': '\u0001\u0007\u001b[31m\u007f',
  'line breaks': 'a\r\nSet-Cookie: a=b\r\n\r\n<b>',
  'half a surrogate pair': 'a\ud800b',
  'another half': '\udfff',
  'written right to left': '\u202egnp.exe',
  'not a number': 'NaN',
  infinity: 'Infinity',
  exponent: '1e9',
  'a negative zero': '-0',
  'a signed number': '+1',
  'a hexadecimal number': '0x10',
  'a fraction': '1.5',
  'a huge number': '99999999999999999999',
  'the end of 32 bits': '2147483648',
  'the end of safe numbers': '9007199254740992',
  'digits of another script': '١٢٣',
  'a quote': "' or '1'='1",
  'a statement': "1'; drop table orders; --",
  'a pattern': '%_%\\',
  'a search expression': "a & !b | (c <-> 'd':*",
  script: '</script><script>alert(1)</script>',
  'an event handler': '"><img src=x onerror=alert(1)>',
  'a template': '${7*7}{{7*7}}<%= 7*7 %>',
  'a path upwards': '../../../../etc/passwd',
  'a null byte in a path': '..%00/secret',
  'a prototype': '__proto__',
  'a constructor': 'constructor',
  'a date that is none': '2026-02-31',
  'a far date': '9999-12-31T23:59:59.999+14:00',
  'the first day': '0000-01-01',
  'an id of nobody': '00000000-0000-7000-8000-000000000000',
  'long text': 'x'.repeat(5_000),
  'long Georgian text': 'ა'.repeat(5_000),
  'an address': 'https://evil.example/',
  'an address without scheme': '//evil.example',
  'a script address': 'javascript:alert(1)',
}

/** Values for a field of a body. */
export const hostileValues: readonly HostileValue[] = [
  never('null', 'null'),
  some('an empty list', '[]'),
  never('a list in a list', '[[]]'),
  never('a list of nothing', '[null]'),
  never('an empty object', '{}'),
  never('an operator', '{"$gt":""}'),
  never('a list of 5,000', `[${Array.from({ length: 5_000 }, () => '1').join(',')}]`),
  never('a deep list', `${'['.repeat(5_000)}${']'.repeat(5_000)}`),
  never('an object that imitates text', '{"length":1,"toString":"x"}'),
  some('true', 'true'),
  some('false', 'false'),
  some('zero', '0'),
  some('minus zero', '-0'),
  some('minus one', '-1'),
  some('a fraction', '1.5'),
  some('a thousand million', '1000000000'),
  some('the end of 32 bits', '2147483648'),
  some('the other end of 32 bits', '-2147483649'),
  some('above what is safe', '9007199254740993'),
  some('very large', '1e300'),
  some('infinite', '1e400'),
  some('very small', '5e-324'),
  ...texts(hostileTexts),
]

/** Whole bodies that no call accepts. */
export const hostileBodies: readonly HostileValue[] = [
  some('nothing at all', ''),
  some('null', 'null'),
  some('a list', '[]'),
  some('a list of objects', '[{}]'),
  some('text', '"text"'),
  some('a number', '1'),
  some('true', 'true'),
  some('an empty object', '{}'),
  some('torn', '{"a":'),
  some('not a number', '{"a":NaN}'),
  some('two values', '{}{}'),
  some('a byte order mark', '\ufeff{}'),
  some('deep', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  some('a prototype', '{"__proto__":{"isAdmin":true}}'),
  some('a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'),
  some('100 KB', JSON.stringify({ a: 'x'.repeat(100_000) })),
]

/** Escaped texts for a part of a path, most of which are no UTF-8. */
export const rawParams = ['%zz', '%ff', '%00', '%ed%a0%80', '%2e%2e%2f', ';a=b', '*'] as const

/** Texts for a field of a query as they are sent. */
export const rawQueries = ['%zz', '%ff', '%ed%a0%80', '', '&', '#', '=', '+'] as const

/** Fields that no call declares, added to a query. */
export const queryExtras = [
  '__proto__=1',
  'constructor=1',
  '__proto__[a]=1',
  'a=%00',
  'toString=1',
] as const

/** API keys that do not exist. */
export const wrongKeys = [
  'api_key=no',
  'api_key=%00',
  'api_key=a&api_key=b',
  'api_key[]=demo-web',
  '',
] as const

/** A type that is JSON in an encoding that is not read: calls without input accept it. */
export const strangeJson = 'application/json; charset=utf-16'

/** Content types for a body of JSON. */
export const contentTypes = [
  'application/xml',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  strangeJson,
  'json',
  '',
] as const

/** Names of fields with a meaning in JavaScript. */
export const prototypeKeys = ['__proto__', 'constructor', 'prototype', 'toString'] as const
