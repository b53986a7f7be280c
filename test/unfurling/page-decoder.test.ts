import { describe, expect, it } from 'vitest'
import { decodePage } from '../../src/modules/publishing/unfurling/page-decoder.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')

describe('a page is decoded', () => {
  it.each([
    ['its byte order mark', Buffer.from('\ufeffÜber'), 'text/html; charset=iso-8859-1', 'Über'],
    ['the mark of UTF-16', Buffer.from('\ufeffÜber', 'utf16le'), 'text/html', 'Über'],
    ['the mark of UTF-16 in network order', Buffer.from('\ufeffÜber', 'utf16le').swap16(), 'text/html', 'Über'],
    ['its header', latin('Über'), 'text/html; charset="ISO-8859-1"', 'Über'],
    [
      'its header, before its own declaration',
      latin('<meta charset=utf-8>Ü'),
      'text/html;charset=latin1',
      '<meta charset=utf-8>Ü',
    ],
    [
      'its declaration',
      latin('<html><meta charset="windows-1252">Ü€'),
      'text/html',
      '<html><meta charset="windows-1252">Ü\u00ac',
    ],
    [
      'its older declaration',
      Buffer.concat([
        latin('<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">'),
        Buffer.from([0x93, 0xfa]),
      ]),
      'text/html',
      '<meta http-equiv="Content-Type" content="text/html; charset=shift_jis">日',
    ],
    [
      'its XML declaration',
      latin('<?xml version="1.0" encoding="iso-8859-1"?>Ü'),
      'application/xhtml+xml',
      '<?xml version="1.0" encoding="iso-8859-1"?>Ü',
    ],
    ['UTF-8 if it is', Buffer.from('Über'), 'text/html', 'Über'],
    ['UTF-8 if only its last character is cut off', Buffer.from('Über ü').subarray(0, -1), 'text/html', 'Über '],
    ['the encoding of browsers if it is not', latin('Über'), 'text/html', 'Über'],
    [
      'its declaration if the header names no encoding',
      latin('<meta charset=latin1>Ü'),
      'text/html; charset=none',
      '<meta charset=latin1>Ü',
    ],
    [
      'UTF-8 if it declares UTF-16, which it could not do in UTF-16',
      Buffer.from('<meta charset=utf-16>Ü'),
      '',
      '<meta charset=utf-16>Ü',
    ],
  ])('by %s', (_, bytes, contentType, text) => {
    expect(decodePage(bytes, contentType)).toBe(text)
  })

  it('with replacements if its declaration is wrong', () => {
    expect(decodePage(latin('Über'), 'text/html; charset=utf-8')).toBe('\ufffdber')
  })

  it('not by an encoding that browsers refuse, such as UTF-7', () => {
    expect(decodePage(Buffer.from('+ADw-script+AD4-'), 'text/html; charset=utf-7')).toBe('+ADw-script+AD4-')
  })
})
