import { describe, expect, it } from 'vitest'
import { findTextIssue } from '../../src/platform/shared/text/human-text.ts'

const oneLine = { isOneLine: true }
const manyLines = { isOneLine: false }

describe('findTextIssue', () => {
  it.each([
    ['English', 'Spring sale – 50 % off, "now"! #1 (today) <b>'],
    ['German', 'Frühjahrsaktion: Größe & Maß'],
    ['decomposed accents', 'Cafe\u0301 nin\u0303o'],
    ['Persian with a ZWNJ', 'می\u200cخواهم کتاب\u200cها'],
    ['Persian with a ZWJ at the end of an abbreviation', 'سال ۱۴۰۰ ه\u200d.ق'],
    ['Hindi with a ZWNJ and a ZWJ', 'क्\u200cष क्\u200dष'],
    ['Malayalam with a ZWJ at the end', 'അവന്\u200d'],
    ['Sinhala', 'ශ්\u200dරී ලංකා'],
    ['Bengali', 'র\u200d্যাব'],
    ['Hebrew with a direction mark', 'שלום!\u200f (2026)'],
    ['Arabic', 'مرحبا بالعالم\u061c'],
    ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ\u180b ᠪᠢᠴᠢᠭ'],
    ['Khmer with breaks', 'ភាសា\u200bខ្មែរ'],
    ['Japanese', '東京の桜 ひらがな カタカナ 葛\u{E0100}'],
    ['Korean', '한국어 뉴스'],
    ['Thai', 'ภาษาไทย'],
    ['emoji', '🎉 ❤️ 👍🏽 1️⃣ ☎︎'],
    ['a family', '👨\u200d👩\u200d👧\u200d👦 👩🏽\u200d💻 🏳️\u200d🌈 🏃🏿\u200d♀️\u200d➡️'],
    ['flags', '🇩🇪 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['no-break spaces', 'Preis:\u00a05\u202f€'],
    ['nothing', ''],
  ])('accepts %s', (_name, text) => {
    expect(findTextIssue(text, oneLine)).toBeUndefined()
  })

  it.each([
    ['NUL', 'a\u0000b', 'a control character', 2],
    ['BEL', 'ring\u0007', 'a control character', 5],
    ['ESC', '\u001b[31mred', 'a control character', 1],
    ['DEL', 'a\u007f', 'a control character', 2],
    ['NEL', '🎉\u0085', 'a control character', 2],
    ['LRE', '\u202aa', 'a character that changes the text direction', 1],
    ['RLO', 'gpj\u202eexe', 'a character that changes the text direction', 4],
    ['RLO in Arabic', 'مرحبا\u202e', 'a character that changes the text direction', 6],
    ['PDF', 'a\u202c', 'a character that changes the text direction', 2],
    ['LRI', '\u2066a', 'a character that changes the text direction', 1],
    ['PDI', 'a\u2069', 'a character that changes the text direction', 2],
    ['LRM without Arabic or Hebrew', 'a\u200eb', 'an invisible character', 2],
    ['ZWSP', 'pay\u200bpal', 'an invisible character', 4],
    ['ZWNJ in English', 'pay\u200cpal', 'an invisible character', 4],
    ['ZWJ in English', 'pay\u200dpal', 'an invisible character', 4],
    ['ZWJ after one emoji', '🎉\u200d', 'an invisible character', 2],
    ['ZWJ before a letter', '🎉\u200da', 'an invisible character', 2],
    ['two ZWNJ in Persian', 'می\u200c\u200cخواهم', 'an invisible character', 4],
    ['WJ', 'a\u2060b', 'an invisible character', 2],
    ['BOM', '\ufeffa', 'an invisible character', 1],
    ['a soft hyphen', 'pay\u00adpal', 'an invisible character', 4],
    ['a tag without a flag', 'a\u{E0041}', 'an invisible character', 2],
    ['a variation selector alone', '\ufe0f', 'an invisible character', 1],
    ['two variation selectors', '❤\ufe0f\ufe0f', 'an invisible character', 3],
    ['a Hangul filler', 'a\u3164', 'an invisible character', 2],
    ['a blank of Braille', '\u2800', 'an invisible character', 1],
    ['a line separator', 'a\u2028b', 'an invisible character', 2],
    ['an annotation', 'a\ufff9b', 'an invisible character', 2],
  ])('names the kind and the position of %s', (_name, text, kind, position) => {
    const issue = `must not contain ${kind}, such as the one at position ${position}`
    expect(findTextIssue(text, oneLine)?.issue).toBe(issue)
    expect(findTextIssue(text, manyLines)?.issue).toBe(issue)
  })

  it('accepts tabs and line breaks only where a text may have several lines', () => {
    for (const text of ['a\nb', 'a\r\nb', 'a\tb', 'a\n']) {
      expect(findTextIssue(text, manyLines)).toBeUndefined()
      expect(findTextIssue(text, oneLine)?.issue).toBe('must be one line without tabs')
    }
  })

  it('takes a moment for the longest text of joiners', () => {
    const started = performance.now()
    for (const unit of ['\u200d', '👩\u200d', 'ک\u200c', '\u{1F3F4}\u{E0067}', 'a\ufe0f'])
      findTextIssue(unit.repeat(20_000), oneLine)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
