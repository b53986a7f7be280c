import { defineIssue, type FieldIssue } from '../field-issue.ts'

/** Scripts in which a joiner between letters changes how a word is written, such as in Persian, Hindi and Sinhala. */
const joinedScripts = `
  Arab Syrc Mong Nkoo Mand Rohg Adlm Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Tibt Mymr Khmr Bali Java Sund Newa
`
  .trim()
  .split(/\s+/)
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('')

/** Invisible characters that a text needs where they stand. */
const neededCharacters = new RegExp(
  [
    // A joiner after a letter or a mark of such a script (RFC 5892, appendix A).
    String.raw`(?<=[${joinedScripts}])(?<=[\p{L}\p{M}])[\u200C\u200D]`,
    // A joiner between two emoji, which makes one of them.
    String.raw`(?<=\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)\u200D(?=\p{Extended_Pictographic})`,
    // The flags of England, Scotland and Wales.
    String.raw`(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,8}\u{E007F}`,
    // The form of the character before: an emoji or text, a variant of an ideograph or of a Mongolian letter.
    String.raw`(?<=[\p{L}\p{N}\p{P}\p{S}])\p{Variation_Selector}`,
    // A place where a word may be broken, in scripts without spaces.
    String.raw`(?<=[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}])\u200B(?=[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}])`,
  ].join('|'),
  'gu',
)

const rightToLeftLetter =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

const severalLines = defineIssue('SEVERAL_LINES', 'must be one line without tabs')
const unwantedCharacter = defineIssue(
  'UNWANTED_CHARACTER',
  'must not contain {name}, such as the one at position {position}',
)

/** What no text for people contains, by what an error calls it. */
const unwantedCharacters: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a control character', /[^\P{Cc}\t\n\r]/u],
  ['a character that changes the text direction', /[\u202A-\u202E\u2066-\u2069]/],
  ['an invisible character', /[\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\uFFF9-\uFFFB\u2800]/u],
]

/**
 * A text for people in one line: control characters are spaces, and characters that are invisible or change the text
 * direction are left out. Texts of receivers, and those stored before they were rejected, have some.
 */
export function toPlainText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  const kept = [...text.matchAll(neededCharacters)].map(({ 0: { length }, index }) => [index, index + length] as const)
  const isKept = (index: number) => kept.some(([from, to]) => index >= from && index < to)
  const marks = rightToLeftLetter.test(text) ? /[\u200E\u200F\u061C]/ : null
  let plain = ''
  let index = 0
  for (const character of text) {
    if (/\p{Cc}/u.test(character)) plain += ' '
    else if (isKept(index) || marks?.test(character) || !isUnwanted(character)) plain += character
    index += character.length
  }
  return plain
}

function isUnwanted(character: string): boolean {
  return unwantedCharacters.some(([, pattern]) => pattern.test(character))
}

/**
 * Says what is wrong with a text that people read: control characters, invisible ones, and those that reverse the text
 * around them. With them two different texts look alike, and a page or a log shows something else than it contains. Names
 * the first one with its position, and never the text. Undefined for a text without any, in every language.
 */
export function findTextIssue(text: string, { isOneLine }: { readonly isOneLine: boolean }): FieldIssue | undefined {
  // Each needed character is replaced by as many spaces, so that positions stay.
  const remaining = text.replace(neededCharacters, (needed) => ' '.repeat(needed.length))
  const withoutMarks = rightToLeftLetter.test(text) ? remaining.replace(/[\u200E\u200F\u061C]/g, ' ') : remaining
  if (isOneLine && /[\t\n\r]/.test(text)) return severalLines()
  for (const [name, pattern] of unwantedCharacters) {
    const index = withoutMarks.search(pattern)
    if (index >= 0) return unwantedCharacter({ name, position: [...text.slice(0, index)].length + 1 })
  }
  return undefined
}
